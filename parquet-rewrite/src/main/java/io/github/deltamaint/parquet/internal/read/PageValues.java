package io.github.deltamaint.parquet.internal.read;

import io.github.deltamaint.parquet.ValueConversion;
import io.github.deltamaint.parquet.ValueKind;
import io.github.deltamaint.parquet.internal.codec.MalformedDataException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * The values of one page after the other of a column chunk: decoded, looked up in the dictionary, converted to the target type.
 *
 * <p>Throws {@link ArithmeticException} for a value that the target type cannot hold.
 */
final class PageValues {
    private static final int PIECE = 1024;

    private final PrimitiveType type;
    private final ValueKind kind;
    private final @Nullable ValueConverter converter;
    private final Map<Encoding, ValueDecoder> decoders = new EnumMap<>(Encoding.class);
    private final HybridDecoder ids = new HybridDecoder();

    private @Nullable ValueVector dictionary;
    private int longestEntry;

    private boolean byDictionary;
    private @Nullable ValueDecoder decoder;
    private int left;

    private int[] idPiece = {};
    private @Nullable ValueVector source;
    private @Nullable ValueVector converted;

    PageValues(ValueConversion conversion) {
        type = conversion.from();
        kind = ValueKind.of(conversion.to().getPrimitiveTypeName());
        converter = conversion.isIdentity() ? null : ValueConverter.of(conversion);
    }

    ValueKind kind() {
        return kind;
    }

    @Nullable ValueVector dictionary() {
        return dictionary;
    }

    /** Reads a dictionary page: PLAIN values. */
    void readDictionary(byte[] body, int from, int to, int count, Encoding encoding) throws MalformedDataException {
        if (dictionary != null) {
            throw new MalformedDataException("a second dictionary");
        }
        boolean plainly = encoding == Encoding.PLAIN || encoding == Encoding.PLAIN_DICTIONARY;
        if (!plainly || type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BOOLEAN) {
            throw new MalformedDataException(
                    "a dictionary of " + type.getPrimitiveTypeName() + " encoded as " + encoding);
        }
        ValueVector values = new ValueVector(ValueKind.of(type.getPrimitiveTypeName()));
        ValueDecoder plain = ValueDecoders.plain(type);
        plain.start(body, from, to, count);
        plain.append(count, values);
        if (converter != null) {
            ValueVector target = new ValueVector(kind);
            converter.append(values, target);
            values = target;
        }
        dictionary = values;
        longestEntry = kind == ValueKind.BYTES ? longest(values) : 0;
    }

    private static int longest(ValueVector values) {
        int longest = 0;
        int[] offsets = values.offsets();
        for (int i = 0; i < values.size(); i++) {
            longest = Math.max(longest, offsets[i + 1] - offsets[i]);
        }
        return longest;
    }

    /** Starts on the {@code count} values of a page, of which the first {@code skipped} are passed over. */
    void start(Encoding encoding, byte[] body, int from, int to, int count, int skipped) throws MalformedDataException {
        left = count - skipped;
        byDictionary = encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY;
        if (count == 0) {
            return; // there may be no bytes at all
        }
        if (byDictionary) {
            startIds(body, from, to);
            ids.skip(skipped);
        } else {
            decoder = decoder(encoding);
            decoder.start(body, from, to, count);
            decoder.skip(skipped);
        }
    }

    private void startIds(byte[] body, int from, int to) throws MalformedDataException {
        if (dictionary == null) {
            throw new MalformedDataException("ids of a dictionary that is not there");
        }
        if (from == to) {
            throw new MalformedDataException("the width of the ids is missing");
        }
        int width = body[from];
        if (width < 0 || width > Integer.SIZE) {
            throw new MalformedDataException("ids of " + width + " bits");
        }
        ids.start(body, from + 1, to, width);
    }

    private ValueDecoder decoder(Encoding encoding) throws MalformedDataException {
        ValueDecoder known = decoders.get(encoding);
        if (known == null) {
            known = ValueDecoders.create(encoding, type);
            if (known == null) {
                throw new MalformedDataException(
                        "the format has no encoding " + encoding + " for " + type.getPrimitiveTypeName());
            }
            decoders.put(encoding, known);
        }
        return known;
    }

    /** No values: of a page that only has nulls. */
    void startEmpty() {
        left = 0;
        byDictionary = false;
    }

    boolean isDictionary() {
        return byDictionary;
    }

    long bytesLeft() {
        if (kind != ValueKind.BYTES || left == 0) {
            return 0;
        }
        if (byDictionary) {
            return (long) left * longestEntry;
        }
        return converter == null
                ? decoder().bytesLeft()
                : (long) left * converter.maxBytes(decoder().bytesLeft());
    }

    void readIds(int count, int[] into, int at, int @Nullable [] remap) throws MalformedDataException {
        consume(count);
        ids.read(count, into, at, remap, dictionarySize());
    }

    void readInts(int count, int[] into, int at) throws MalformedDataException {
        consume(count);
        if (byDictionary) {
            int[] entries = entries().ints();
            // The ids are overwritten by what they stand for.
            ids.read(count, into, at, entries, dictionarySize());
        } else if (converter == null) {
            decoder().readInts(count, into, at);
        } else {
            for (int done = 0; done < count; done += PIECE) {
                int n = Math.min(PIECE, count - done);
                System.arraycopy(convert(n).ints(), 0, into, at + done, n);
            }
        }
    }

    void readLongs(int count, long[] into, int at) throws MalformedDataException {
        consume(count);
        if (byDictionary) {
            long[] entries = entries().longs();
            for (int done = 0; done < count; done += PIECE) {
                int n = Math.min(PIECE, count - done);
                lookUp(readPiece(n), entries, into, at + done, n);
            }
        } else if (converter == null) {
            decoder().readLongs(count, into, at);
        } else {
            for (int done = 0; done < count; done += PIECE) {
                int n = Math.min(PIECE, count - done);
                System.arraycopy(convert(n).longs(), 0, into, at + done, n);
            }
        }
    }

    private static void lookUp(int[] ids, long[] entries, long[] into, int at, int count) {
        for (int i = 0; i < count; i++) {
            into[at + i] = entries[ids[i]];
        }
    }

    void appendBytes(int count, ValueVector into) throws MalformedDataException {
        consume(count);
        if (byDictionary) {
            for (int done = 0; done < count; done += PIECE) {
                int n = Math.min(PIECE, count - done);
                into.appendLookedUp(entries(), readPiece(n), n);
            }
        } else if (converter == null) {
            decoder().appendBytes(count, into);
        } else {
            for (int done = 0; done < count; done += PIECE) {
                converter.append(decode(Math.min(PIECE, count - done)), into);
            }
        }
    }

    void skip(int count) throws MalformedDataException {
        consume(count);
        if (byDictionary) {
            ids.skip(count);
        } else if (count > 0) {
            decoder().skip(count);
        }
    }

    private void consume(int count) {
        if (count < 0 || count > left) {
            throw new IllegalArgumentException(count + " values of a page that has " + left + " left");
        }
        left -= count;
    }

    private int[] readPiece(int count) throws MalformedDataException {
        if (idPiece.length == 0) {
            idPiece = new int[PIECE];
        }
        ids.read(count, idPiece, 0, null, dictionarySize());
        return idPiece;
    }

    /** Decodes values as they are in the file. */
    private ValueVector decode(int count) throws MalformedDataException {
        if (source == null) {
            source = new ValueVector(ValueKind.of(type.getPrimitiveTypeName()));
        }
        source.clear();
        decoder().append(count, source);
        return source;
    }

    private ValueVector convert(int count) throws MalformedDataException {
        if (converted == null) {
            converted = new ValueVector(kind);
        }
        converted.clear();
        if (converter != null) {
            converter.append(decode(count), converted);
        }
        return converted;
    }

    private ValueDecoder decoder() {
        if (decoder == null) {
            throw new IllegalStateException("no page was started");
        }
        return decoder;
    }

    private ValueVector entries() {
        if (dictionary == null) {
            throw new IllegalStateException("no dictionary was read");
        }
        return dictionary;
    }

    private int dictionarySize() {
        return dictionary == null ? 0 : dictionary.size();
    }
}

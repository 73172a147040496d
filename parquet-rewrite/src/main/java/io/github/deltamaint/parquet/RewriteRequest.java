package io.github.deltamaint.parquet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** What {@link ParquetRewriter} is to do. Immutable. */
public final class RewriteRequest {
    /** The memory that everything which grows with the data may take. */
    public static final long DEFAULT_MEMORY_LIMIT_BYTES = 256L << 20;

    /** The smallest memory limit. */
    public static final long LOWEST_MEMORY_LIMIT_BYTES = MemoryBudget.LOWEST_LIMIT_BYTES;

    private final List<RewriteInput> inputs;
    private final MessageType schema;
    private final FieldMatching matching;
    private final RowOrder order;
    private final @Nullable RowArrangement arrangement;
    private final WriteSettings settings;
    private final OutputFiles outputs;
    private final long targetFileBytes;
    private final Map<String, String> keyValueMetadata;
    private final MemoryBudget memory;
    private final Helpers helpers;
    private final BooleanSupplier cancelled;
    private final RewriteProgress progress;
    private final boolean summing;
    private final boolean copying;

    /**
     * Threads that may take over columns.
     *
     * @param executor runs them, or lets them wait
     * @param most how many at the same time
     */
    public record Helpers(Executor executor, int most) {
        /** No helpers. */
        public static final Helpers NONE = new Helpers(Runnable::run, 0);

        /**
         * Checks the number.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Helpers {
            Objects.requireNonNull(executor);
            if (most < 0) {
                throw new IllegalArgumentException("the number of helpers must not be negative, it is " + most);
            }
        }
    }

    private RewriteRequest(Builder builder, OutputFiles outputs) {
        inputs = List.copyOf(builder.inputs);
        schema = builder.schema;
        matching = builder.matching;
        order = builder.order;
        arrangement = builder.arrangement;
        settings = builder.settings;
        this.outputs = outputs;
        targetFileBytes = builder.targetFileBytes;
        keyValueMetadata = Map.copyOf(builder.keyValueMetadata);
        memory = builder.memory;
        helpers = builder.helpers;
        cancelled = builder.cancelled;
        progress = builder.progress;
        summing = builder.summing;
        copying = builder.copying;
    }

    /**
     * Starts a request.
     *
     * @param schema the schema of the outputs: columns that inputs lack become null, columns that it lacks are left out
     */
    public static Builder builder(MessageType schema) {
        return new Builder(schema);
    }

    /** The files to rewrite, in order. */
    public List<RewriteInput> inputs() {
        return inputs;
    }

    /** The schema of the outputs. */
    public MessageType schema() {
        return schema;
    }

    /** How the fields of {@link #schema()} are found in the inputs. */
    public FieldMatching matching() {
        return matching;
    }

    /** The order of the rows. */
    public RowOrder order() {
        return order;
    }

    /** Which output gets which rows; empty if they are filled as rows are read. */
    public Optional<RowArrangement> arrangement() {
        return Optional.ofNullable(arrangement);
    }

    /** How the outputs are written. */
    public WriteSettings settings() {
        return settings;
    }

    /** Whether large row groups that need no change are copied as they lie. */
    public boolean copying() {
        return copying;
    }

    /** Where the outputs go. */
    public OutputFiles outputs() {
        return outputs;
    }

    /** The size of an output; {@link Long#MAX_VALUE} for a single one. */
    public long targetFileBytes() {
        return targetFileBytes;
    }

    /** The key-value pairs of the footers, sorted by key there. */
    public Map<String, String> keyValueMetadata() {
        return keyValueMetadata;
    }

    /** The memory that everything which grows with the data may take. */
    public MemoryBudget memory() {
        return memory;
    }

    /** Threads that may take over columns. */
    public Helpers helpers() {
        return helpers;
    }

    /** Whether the rewrite is to stop. */
    public BooleanSupplier cancelled() {
        return cancelled;
    }

    /** Told how far the rewrite has come. */
    public RewriteProgress progress() {
        return progress;
    }

    /** Whether rows and columns are summed up while they are read. */
    public boolean summing() {
        return summing;
    }

    /** As this request, but of other files, which have its schema already. */
    RewriteRequest reading(List<RewriteInput> files) {
        Builder builder =
                builder(schema).inputs(files).memory(memory).helpers(helpers).cancelled(cancelled);
        return new RewriteRequest(builder, outputs);
    }

    /** Collects a request; each setter refuses what cannot work. Used by one thread. */
    public static final class Builder {
        private final List<RewriteInput> inputs = new ArrayList<>();
        private final MessageType schema;
        private FieldMatching matching = FieldMatching.NAME;
        private RowOrder order = RowOrder.asRead();
        private @Nullable RowArrangement arrangement;
        private WriteSettings settings = WriteSettings.defaults();
        private @Nullable OutputFiles outputs;
        private long targetFileBytes = Long.MAX_VALUE;
        private final Map<String, String> keyValueMetadata = new LinkedHashMap<>();
        private MemoryBudget memory = MemoryBudget.of(DEFAULT_MEMORY_LIMIT_BYTES);
        private Helpers helpers = Helpers.NONE;
        private BooleanSupplier cancelled = () -> false;
        private RewriteProgress progress = (rows, bytes) -> {};
        private boolean summing;
        private boolean copying;

        private Builder(MessageType schema) {
            if (schema.getColumns().isEmpty()) {
                throw new IllegalArgumentException("the schema has no columns, so its files could not hold rows");
            }
            this.schema = schema;
        }

        /** Adds a file to rewrite, behind those added before. */
        public Builder input(RewriteInput input) {
            inputs.add(Objects.requireNonNull(input));
            return this;
        }

        /** Adds files to rewrite, behind those added before. */
        public Builder inputs(Iterable<RewriteInput> more) {
            more.forEach(this::input);
            return this;
        }

        /** How fields are found in the inputs. Default {@link FieldMatching#NAME}. */
        public Builder matching(FieldMatching newMatching) {
            matching = Objects.requireNonNull(newMatching);
            return this;
        }

        /** Orders the rows. Default {@link RowOrder#asRead()}. */
        public Builder order(RowOrder newOrder) {
            order = Objects.requireNonNull(newOrder);
            return this;
        }

        /**
         * Decides which output gets which rows; the {@linkplain #order order} of rows applies within the row groups that come of it, and {@link
         * #targetFileBytes} does not matter then. Default: outputs are filled as rows are read.
         *
         * @param newArrangement of exactly the rows that survive
         */
        public Builder arrangement(RowArrangement newArrangement) {
            arrangement = Objects.requireNonNull(newArrangement);
            return this;
        }

        /** How the outputs are written. Default {@link WriteSettings#defaults()}. */
        public Builder settings(WriteSettings newSettings) {
            settings = Objects.requireNonNull(newSettings);
            return this;
        }

        /** Where the outputs go. Must be set. */
        public Builder outputs(OutputFiles newOutputs) {
            outputs = Objects.requireNonNull(newOutputs);
            return this;
        }

        /**
         * Splits the rows evenly over files of about this size, 1 KiB or more, as far as it can be estimated beforehand.
         * Default: all rows in one file.
         */
        public Builder targetFileBytes(long bytes) {
            if (bytes < 1024) {
                throw new IllegalArgumentException("targetFileBytes must be at least 1024, not " + bytes);
            }
            targetFileBytes = bytes;
            return this;
        }

        /** Adds a key-value pair to the footers. */
        public Builder keyValue(String key, String value) {
            keyValueMetadata.put(Objects.requireNonNull(key), Objects.requireNonNull(value));
            return this;
        }

        /**
         * Limits the memory of everything that grows with the data; a fixed part of a few MiB, a value that is larger than the
         * limit, and the footers and page indexes of the outputs come on top. At least {@value
         * RewriteRequest#LOWEST_MEMORY_LIMIT_BYTES}, default {@value RewriteRequest#DEFAULT_MEMORY_LIMIT_BYTES}.
         */
        public Builder memoryLimitBytes(long bytes) {
            if (bytes < LOWEST_MEMORY_LIMIT_BYTES) {
                throw new IllegalArgumentException(
                        "memoryLimitBytes must be at least " + LOWEST_MEMORY_LIMIT_BYTES + ", not " + bytes);
            }
            return memory(MemoryBudget.of(bytes));
        }

        /** As {@link #memoryLimitBytes}, with memory that is shared with other rewrites. */
        public Builder memory(MemoryBudget budget) {
            memory = Objects.requireNonNull(budget);
            return this;
        }

        /**
         * Lets other threads take over columns, while they are idle and there is memory for it. The rewrite does not depend on them:
         * it takes whatever nobody has begun. The files are the same with and without them. Default: none.
         *
         * @param executor runs a few tasks per row group; one that it runs late finds nothing to do. Must not run them on the
         *     calling thread
         * @param most how many tasks at the same time, 0 or more
         */
        public Builder helpers(Executor executor, int most) {
            return helpers(new Helpers(executor, most));
        }

        /** As {@link #helpers(Executor, int)}. */
        public Builder helpers(Helpers newHelpers) {
            helpers = Objects.requireNonNull(newHelpers);
            return this;
        }

        /**
         * Asked between pages and columns whether to stop, on the thread of the rewrite and on those of its helpers. Default:
         * never.
         */
        public Builder cancelled(BooleanSupplier newCancelled) {
            cancelled = Objects.requireNonNull(newCancelled);
            return this;
        }

        /** Told how far the rewrite has come. Default: nobody is. */
        public Builder progress(RewriteProgress newProgress) {
            progress = Objects.requireNonNull(newProgress);
            return this;
        }

        /**
         * Sums up rows and columns while they are read, so that {@link RewriteResult#content()} can be compared with what the outputs hold. Costs
         * less than decoding the inputs once more does. Where rows are arranged, or ordered without room for all columns, there is no sum. Default: not.
         */
        public Builder summing(boolean newSumming) {
            summing = newSumming;
            return this;
        }

        /**
         * Copies row groups that need no change byte by byte: those of at least three eighths of the size that the settings ask for and at most twice that size,
         * compressed as they say, of the same schema, of which every row survives, that are written by parquet-java from 1.10 on or by this library, and
         * whose footers and page indexes say as much as ours would. What they say is carried over, and so are Bloom filters. Nothing is
         * copied where rows are ordered or arranged, where a {@link #targetFileBytes} is given, with a compression level, or with more than {@link
         * Encodings#BASELINE}. Default: not.
         */
        public Builder copying(boolean newCopying) {
            copying = newCopying;
            return this;
        }

        /**
         * The request. The builder can be used on.
         *
         * @throws IllegalStateException if there is no input or no place for outputs
         */
        public RewriteRequest build() {
            if (inputs.isEmpty()) {
                throw new IllegalStateException("a rewrite needs at least one input");
            }
            if (outputs == null) {
                throw new IllegalStateException("a rewrite needs a place for its outputs: call outputs(…)");
            }
            return new RewriteRequest(this, outputs);
        }
    }
}

package io.github.deltamaint.cli;

import io.github.deltamaint.common.DataSize;
import picocli.CommandLine;

/** Reads sizes such as 128MB. */
final class SizeConverter implements CommandLine.ITypeConverter<DataSize> {

    @Override
    public DataSize convert(String text) {
        try {
            return DataSize.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}

package io.github.deltamaint.log;

import io.github.deltamaint.log.TableFeature.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** A table feature together with the test for whether a table makes use of it. */
final class FeatureDefinition {
    private final TableFeature feature;
    private final BiPredicate<TableProperties, SchemaFacts> activation;

    private FeatureDefinition(Builder builder) {
        feature = new TableFeature(
                builder.name,
                builder.kind,
                builder.impliedByReaderVersion,
                builder.impliedByWriterVersion,
                builder.activeWhen,
                builder.requires,
                builder.refusedWhenSupported,
                builder.refusedWhenActive,
                builder.note,
                builder.remedy);
        activation = builder.activation;
    }

    static Builder writer(String name) {
        return new Builder(name, Kind.WRITER);
    }

    static Builder readerWriter(String name) {
        return new Builder(name, Kind.READER_WRITER);
    }

    TableFeature feature() {
        return feature;
    }

    /** Whether a table that supports the feature uses it. A property that cannot be understood counts as use. */
    boolean isActive(TableProperties properties, SchemaFacts schema) {
        try {
            return activation.test(properties, schema);
        } catch (InvalidPropertyException e) {
            return true;
        }
    }

    /** Collects the parts of a definition. */
    static final class Builder {
        private final String name;
        private final Kind kind;
        private int impliedByReaderVersion;
        private int impliedByWriterVersion;
        private String activeWhen = "listed";
        private BiPredicate<TableProperties, SchemaFacts> activation = (properties, schema) -> true;
        private List<String> requires = List.of();
        private Set<TableOperation> refusedWhenSupported = EnumSet.noneOf(TableOperation.class);
        private Set<TableOperation> refusedWhenActive = EnumSet.noneOf(TableOperation.class);
        private String note = "";
        private String remedy = "";

        private Builder(String name, Kind kind) {
            this.name = name;
            this.kind = kind;
        }

        Builder impliedByWriter(int version) {
            impliedByWriterVersion = version;
            return this;
        }

        Builder impliedByReader(int version) {
            impliedByReaderVersion = version;
            return this;
        }

        Builder activeWhenTrue(String property) {
            return activeWhen("`" + property + "` is `true`", properties -> properties.isOn(property));
        }

        Builder activeWhenAColumnHas(String metadataKey) {
            activeWhen = "a column has `" + metadataKey + "`";
            activation = (properties, schema) -> schema.hasFieldWith(metadataKey);
            return this;
        }

        Builder activeWhen(String words, Predicate<TableProperties> test) {
            activeWhen = words;
            activation = (properties, schema) -> test.test(properties);
            return this;
        }

        Builder activeWhenSchema(String words, Predicate<SchemaFacts> test) {
            activeWhen = words;
            activation = (properties, schema) -> test.test(schema);
            return this;
        }

        Builder requires(String... features) {
            requires = List.of(features);
            return this;
        }

        Builder refusedWhenSupported(Set<TableOperation> operations) {
            refusedWhenSupported = operations;
            return this;
        }

        Builder refusedWhenActive(Set<TableOperation> operations) {
            refusedWhenActive = operations;
            return this;
        }

        Builder remedy(String text) {
            remedy = text;
            return this;
        }

        FeatureDefinition note(String text) {
            note = text;
            return new FeatureDefinition(this);
        }
    }
}

package io.github.deltamaint.log;

import io.github.deltamaint.log.TableFeature.Kind;
import io.github.deltamaint.log.actions.Protocol;
import io.github.deltamaint.log.schema.StructType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a table asks of those who read and maintain it, and which operations this library refuses for that reason
 * (PROTOCOL.md, "Protocol Evolution" and "Table Features").
 *
 * <p>Supported is not active: a protocol may list a feature that nothing in the table uses. A feature, version or type that the library does
 * not know is never passed over. Immutable.
 *
 * <p>The protocol alone decides whether the rest of the log may be interpreted; so there are two steps: {@link #ofProtocol} as soon as
 * the protocol is known, {@link #with} when properties and schema are.
 */
public final class TableFeatures {
    /** The highest reader version that this library reads. */
    public static final int MAX_READER_VERSION = 3;
    /** The highest writer version that this library writes. */
    public static final int MAX_WRITER_VERSION = 7;

    private static final String NEWER_LIBRARY =
            "Use a newer version of this library, or the engine that wrote the table";

    private final int minReaderVersion;
    private final int minWriterVersion;
    private final List<String> readerFeatures;
    private final List<String> writerFeatures;
    private final List<String> protocolErrors;
    private final Map<String, String> supported = new TreeMap<>();
    private final @Nullable TableProperties properties;
    private final @Nullable StructType schema;
    private final @Nullable SchemaFacts facts;

    private TableFeatures(
            int minReaderVersion,
            int minWriterVersion,
            List<String> readerFeatures,
            List<String> writerFeatures,
            List<String> protocolErrors,
            @Nullable TableProperties properties,
            @Nullable StructType schema) {
        this.minReaderVersion = minReaderVersion;
        this.minWriterVersion = minWriterVersion;
        this.readerFeatures = readerFeatures;
        this.writerFeatures = writerFeatures;
        this.protocolErrors = protocolErrors;
        this.properties = properties;
        this.schema = schema;
        facts = schema == null ? null : new SchemaFacts(schema);
        collectSupported();
    }

    /** All features that the library knows, in the order of the documentation. */
    public static List<TableFeature> known() {
        return KnownFeatures.features();
    }

    /** The known feature of that name, in whatever case. */
    public static Optional<TableFeature> known(String name) {
        FeatureDefinition definition = KnownFeatures.named(name);
        return definition == null ? Optional.empty() : Optional.of(definition.feature());
    }

    /** The table properties for which operations are refused. */
    public static List<RefusalRule> refusedProperties() {
        return KnownRefusals.PROPERTIES.stream().map(KnownRefusals.Check::rule).toList();
    }

    /** The types, and records about types, for which operations are refused. */
    public static List<RefusalRule> refusedTypes() {
        List<RefusalRule> rules = new ArrayList<>();
        KnownRefusals.TYPES.forEach(check -> rules.add(check.rule()));
        rules.add(KnownRefusals.TYPE_CHANGES.rule());
        return rules;
    }

    /** What a table must not be together for operations to be allowed, though each part alone is maintained. */
    public static List<RefusalRule> refusedCombinations() {
        return KnownCombinations.CHECKS.stream().map(KnownRefusals.Check::rule).toList();
    }

    /**
     * What a {@code protocol} action says.
     *
     * @param readerFeatures the action's list, if it has one
     * @param writerFeatures the action's list, if it has one
     */
    public static TableFeatures ofProtocol(
            int minReaderVersion,
            int minWriterVersion,
            Optional<List<String>> readerFeatures,
            Optional<List<String>> writerFeatures) {
        return new TableFeatures(
                minReaderVersion,
                minWriterVersion,
                List.copyOf(readerFeatures.orElse(List.of())),
                List.copyOf(writerFeatures.orElse(List.of())),
                errors(minReaderVersion, minWriterVersion, readerFeatures, writerFeatures),
                null,
                null);
    }

    /** The same protocol together with the properties and the schema of the table. */
    public TableFeatures with(TableProperties tableProperties, StructType tableSchema) {
        return new TableFeatures(
                minReaderVersion,
                minWriterVersion,
                readerFeatures,
                writerFeatures,
                protocolErrors,
                tableProperties,
                tableSchema);
    }

    /**
     * What makes the protocol invalid, so that nothing about the table can be relied on; empty if it is valid.
     *
     * <p>Feature lists must be there exactly at reader version 3 and writer version 7, the former only together with the latter, and what a
     * reader must understand a writer must too.
     */
    public List<String> protocolErrors() {
        return protocolErrors;
    }

    /** The names of all supported features: those listed, and those that the versions imply. */
    public SortedSet<String> names() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(supported.values()));
    }

    /** Whether the protocol supports a feature, by list or by version. */
    public boolean supports(String name) {
        return supported.containsKey(KnownFeatures.lowerCase(name));
    }

    /**
     * The protocol that supports some more features, together with what they require. Versions that imply features are replaced by a list of these, as the
     * protocol asks for.
     *
     * @param names features that only writers must understand
     * @return empty if the table supports all of them already
     * @throws IllegalArgumentException if one is unknown, or is for readers too: old readers would have to stop reading
     */
    public Optional<Protocol> withWriterFeatures(List<String> names) {
        TreeMap<String, String> missing = new TreeMap<>();
        names.forEach(name -> collectMissing(name, missing));
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        List<String> writers =
                new ArrayList<>(minWriterVersion < MAX_WRITER_VERSION ? supported.values() : writerFeatures);
        writers.addAll(missing.values());
        return Optional.of(new Protocol(
                minReaderVersion,
                MAX_WRITER_VERSION,
                minReaderVersion < MAX_READER_VERSION ? Optional.empty() : Optional.of(readerFeatures),
                Optional.of(writers)));
    }

    private void collectMissing(String name, Map<String, String> missing) {
        TableFeature feature = known(name)
                .filter(known -> known.kind() == Kind.WRITER)
                .orElseThrow(
                        () -> new IllegalArgumentException("'" + name + "' is no known feature for writers alone"));
        if (!supports(name)) {
            missing.put(KnownFeatures.lowerCase(name), feature.name());
        }
        feature.requires().forEach(required -> collectMissing(required, missing));
    }

    /**
     * What the table has to do with a feature. Without properties and schema nothing is active; an unknown feature is active wherever it is
     * listed.
     */
    public FeatureState state(String name) {
        if (!supports(name)) {
            return FeatureState.ABSENT;
        }
        FeatureDefinition definition = KnownFeatures.named(name);
        if (definition == null) {
            return FeatureState.ACTIVE;
        }
        if (properties == null || facts == null) {
            return FeatureState.SUPPORTED;
        }
        boolean active = definition.isActive(properties, facts);
        boolean isRowTracking = definition.feature().name().equals("rowTracking");
        // The protocol forbids both together; then the stricter one counts.
        if (isRowTracking && !active && isOn(TableProperties.ROW_TRACKING_SUSPENDED)) {
            return FeatureState.SUSPENDED;
        }
        return active ? FeatureState.ACTIVE : FeatureState.SUPPORTED;
    }

    /** The version of IcebergCompat that new files have to suit: the highest that is active. */
    public OptionalInt icebergCompatVersion() {
        for (int version = 3; version >= 1; version--) {
            if (state("icebergCompatV" + version) == FeatureState.ACTIVE) {
                return OptionalInt.of(version);
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Every reason to refuse an operation on this table, the protocol's first.
     *
     * <p>Without properties and schema, only what the protocol alone makes certain. Reasons with a {@link Refusal#optIn} are for the caller to weigh;
     * one of the others is enough to refuse. Invalid protocols ({@link #protocolErrors}) are not among the reasons.
     */
    public List<Refusal> refusals(TableOperation operation) {
        List<Refusal> refusals = new ArrayList<>();
        refuseVersions(operation, refusals);
        refuseFeatures(operation, refusals);
        if (properties != null && schema != null && facts != null) {
            for (KnownRefusals.Check<TableProperties> check : KnownRefusals.PROPERTIES) {
                refuse(operation, Refusal.Cause.PROPERTY, check, properties, refusals);
            }
            for (KnownRefusals.Check<SchemaFacts> check : KnownRefusals.TYPES) {
                refuse(operation, Refusal.Cause.SCHEMA, check, facts, refusals);
            }
            if (supports("typeWidening") || supports("typeWidening-preview")) {
                refuse(operation, Refusal.Cause.SCHEMA, KnownRefusals.TYPE_CHANGES, schema, refusals);
            }
            KnownCombinations.Table table = new KnownCombinations.Table(this, properties, schema, facts);
            for (KnownRefusals.Check<KnownCombinations.Table> check : KnownCombinations.CHECKS) {
                refuse(operation, Refusal.Cause.COMBINATION, check, table, refusals);
            }
        }
        return refusals;
    }

    private void collectSupported() {
        for (TableFeature feature : known()) {
            boolean byWriter = minWriterVersion < MAX_WRITER_VERSION
                    && feature.impliedByWriterVersion() > 0
                    && minWriterVersion >= feature.impliedByWriterVersion();
            boolean byReader =
                    feature.kind() == Kind.WRITER || minReaderVersion >= Math.max(1, feature.impliedByReaderVersion());
            if (byWriter && byReader) {
                support(feature.name());
            }
        }
        readerFeatures.forEach(this::support);
        writerFeatures.forEach(this::support);
    }

    private void support(String name) {
        FeatureDefinition definition = KnownFeatures.named(name);
        supported.putIfAbsent(
                KnownFeatures.lowerCase(name),
                definition == null ? name : definition.feature().name());
    }

    private void refuseVersions(TableOperation operation, List<Refusal> refusals) {
        if (minReaderVersion > MAX_READER_VERSION) {
            refusals.add(version(operation, "minReaderVersion", minReaderVersion, MAX_READER_VERSION));
        }
        if (minWriterVersion > MAX_WRITER_VERSION && operation != TableOperation.READ) {
            refusals.add(version(operation, "minWriterVersion", minWriterVersion, MAX_WRITER_VERSION));
        }
    }

    private static Refusal version(TableOperation operation, String field, int found, int known) {
        return new Refusal(
                operation,
                Refusal.Cause.PROTOCOL_VERSION,
                field + " " + found,
                "the table's protocol has " + field + " " + found + ", and this library knows versions up to " + known,
                NEWER_LIBRARY,
                Optional.empty());
    }

    private void refuseFeatures(TableOperation operation, List<Refusal> refusals) {
        for (String name : supported.values()) {
            FeatureDefinition definition = KnownFeatures.named(name);
            if (definition != null) {
                refuseKnown(operation, definition.feature(), refusals);
            } else if (operation != TableOperation.READ || isListedForReaders(name)) {
                refusals.add(new Refusal(
                        operation,
                        Refusal.Cause.UNKNOWN_FEATURE,
                        name,
                        "the table's protocol requires the table feature '" + name
                                + "', which this library does not know",
                        NEWER_LIBRARY,
                        Optional.empty()));
            }
        }
    }

    private void refuseKnown(TableOperation operation, TableFeature feature, List<Refusal> refusals) {
        FeatureState state = state(feature.name());
        if (feature.refuses(operation, state)) {
            refusals.add(new Refusal(
                    operation,
                    Refusal.Cause.FEATURE,
                    feature.name(),
                    "the table has the table feature '" + feature.name() + "': " + feature.note(),
                    feature.remedy(),
                    Optional.empty()));
        }
        if (operation != TableOperation.READ) {
            inconsistency(feature)
                    .ifPresent(problem -> refusals.add(new Refusal(
                            operation,
                            Refusal.Cause.INCONSISTENT_PROTOCOL,
                            feature.name(),
                            problem,
                            "Repair the protocol with the engine that wrote the table",
                            Optional.empty())));
        }
    }

    /** What is wrong with the lists as far as a feature goes, though a reader can do with them. */
    private Optional<String> inconsistency(TableFeature feature) {
        for (String required : feature.requires()) {
            if (!supports(required)) {
                return Optional.of("the table's protocol lists '" + feature.name() + "' without '" + required
                        + "', which that requires");
            }
        }
        boolean impliedForReaders = feature.impliedByReaderVersion() > 0
                && minReaderVersion >= feature.impliedByReaderVersion()
                && minReaderVersion < MAX_READER_VERSION;
        if (feature.kind() == Kind.READER_WRITER && !isListedForReaders(feature.name()) && !impliedForReaders) {
            return Optional.of(
                    "the table's protocol asks writers, but not readers, to understand '" + feature.name() + "'");
        }
        return Optional.empty();
    }

    private boolean isListedForReaders(String name) {
        return readerFeatures.stream().anyMatch(name::equalsIgnoreCase);
    }

    private boolean isOn(String property) {
        try {
            return properties != null && properties.isOn(property);
        } catch (InvalidPropertyException e) {
            return false;
        }
    }

    private static <T> void refuse(
            TableOperation operation,
            Refusal.Cause cause,
            KnownRefusals.Check<T> check,
            T subject,
            List<Refusal> refusals) {
        RefusalRule rule = check.rule();
        Optional<String> finding =
                rule.refused().contains(operation) ? check.finding().apply(subject) : Optional.empty();
        finding.ifPresent(what -> refusals.add(new Refusal(
                operation,
                cause,
                what,
                "the table has " + what + ": " + rule.problem(),
                rule.remedy(),
                rule.optIn().filter(optIn -> optIn.allows(operation)))));
    }

    private static List<String> errors(
            int reader, int writer, Optional<List<String>> readerFeatures, Optional<List<String>> writerFeatures) {
        List<String> errors = new ArrayList<>();
        if (reader < 1 || writer < 1) {
            errors.add("protocol versions begin at 1, but these are " + reader + " for readers and " + writer
                    + " for writers");
        }
        if (reader > MAX_READER_VERSION || writer > MAX_WRITER_VERSION) {
            return errors; // What the lists of a later protocol mean is not ours to judge.
        }
        checkList("writerFeatures", writerFeatures, "minWriterVersion", writer, MAX_WRITER_VERSION, errors);
        checkList("readerFeatures", readerFeatures, "minReaderVersion", reader, MAX_READER_VERSION, errors);
        if (reader == MAX_READER_VERSION && writer < MAX_WRITER_VERSION) {
            errors.add("minReaderVersion " + reader + " requires minWriterVersion " + MAX_WRITER_VERSION
                    + ", but that is " + writer);
        }
        List<String> forWriters = writerFeatures.orElse(List.of());
        for (String name : readerFeatures.orElse(List.of())) {
            if (forWriters.stream().noneMatch(name::equalsIgnoreCase)) {
                errors.add("'" + name + "' is listed in readerFeatures but not in writerFeatures");
            }
        }
        return errors;
    }

    /** A list must be there with the one version that has it; with others, one that says nothing does no harm. */
    private static void checkList(
            String list,
            Optional<List<String>> features,
            String field,
            int version,
            int versionOfList,
            List<String> errors) {
        if (version == versionOfList && features.isEmpty()) {
            errors.add(field + " " + version + " requires " + list + ", but there are none");
        }
        if (version != versionOfList && features.isPresent() && !features.get().isEmpty()) {
            errors.add(list + " go with " + field + " " + versionOfList + ", but that is " + version);
        }
    }
}

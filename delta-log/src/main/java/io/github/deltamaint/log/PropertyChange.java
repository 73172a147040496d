package io.github.deltamaint.log;

import io.github.deltamaint.log.schema.ColumnPath;
import io.github.deltamaint.log.schema.StructType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Table properties to set and to unset.
 *
 * <p>What a property means for a table decides whether it may be set like this. Those that only steer writers and maintenance may; those
 * that switch a table feature on, or that an engine keeps for itself, need more than a new value and are refused by name. Keys beginning with
 * {@code delta.} are compared in whatever case and written as Delta spells them; an unknown one is refused, because it is most likely misspelled. All other
 * keys belong to the user.
 *
 * @param set values by key
 * @param unset keys to remove; those that are not there do no harm
 */
public record PropertyChange(Map<String, String> set, Set<String> unset) {
    private static final String PREFIX = "delta.";

    /** The properties that may be changed, by their lower-case key. */
    private static final Map<String, Rule> CHANGEABLE = changeable();

    /** Beginnings of keys that stand for more than a value, in lower case, with what to do instead. */
    private static final Map<String, String> REFUSED = refused();

    /** How a property may be set: its key as Delta spells it, what values it takes, and the feature that gives it a meaning. */
    private record Rule(String key, Function<String, ?> parser, String feature) {}

    /** Checks that no key is set and unset at once, and copies both. */
    public PropertyChange {
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        unset = Collections.unmodifiableSet(new TreeSet<>(unset));
        for (String key : unset) {
            if (set.containsKey(key)) {
                throw new IllegalArgumentException("table property " + key + " is both set and unset");
            }
        }
        if (set.isEmpty() && unset.isEmpty()) {
            throw new IllegalArgumentException("no table property to set or unset");
        }
    }

    /** Values to set. */
    public static PropertyChange setting(Map<String, String> values) {
        return new PropertyChange(values, Set.of());
    }

    /** Keys to remove. */
    public static PropertyChange unsetting(Set<String> keys) {
        return new PropertyChange(Map.of(), keys);
    }

    /**
     * The properties after the change.
     *
     * @param current the table's properties now; those that the change does not name stay as they are, known or not
     * @param features the table's features
     * @param schema the table's schema
     * @throws InvalidPropertyException if a property may not be changed, takes no such value, needs a feature that the table does not support, or
     *     contradicts another property
     */
    public TableProperties applyTo(TableProperties current, TableFeatures features, StructType schema) {
        Map<String, String> changed = new LinkedHashMap<>(current.asMap());
        unset.forEach(key -> remove(changeableKey(key), changed));
        set.forEach((key, value) -> {
            String spelled = changeableKey(key);
            checkValue(spelled, value, features, schema);
            remove(spelled, changed);
            changed.put(spelled, value);
        });
        TableProperties result = TableProperties.of(changed);
        checkRetentions(result);
        return result;
    }

    /**
     * The table features without which the values that are set would mean nothing.
     *
     * @throws InvalidPropertyException if a property may not be set, or takes no such value
     */
    public Set<String> features() {
        Set<String> features = new TreeSet<>();
        set.forEach((key, value) -> {
            Rule rule = CHANGEABLE.get(KnownFeatures.lowerCase(changeableKey(key)));
            if (rule != null && !rule.feature().isEmpty() && isSwitchedOn(parsed(rule, value))) {
                features.add(rule.feature());
            }
        });
        return features;
    }

    private static boolean isSwitchedOn(Object parsed) {
        return parsed.equals(true) || parsed == TableProperties.CheckpointPolicy.V2;
    }

    private static Object parsed(Rule rule, String value) {
        try {
            return rule.parser().apply(value);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new InvalidPropertyException(rule.key(), "it cannot be '" + value + "': " + e.getMessage());
        }
    }

    private static void remove(String key, Map<String, String> properties) {
        if (key.startsWith(PREFIX)) {
            properties.keySet().removeIf(key::equalsIgnoreCase);
        } else {
            properties.remove(key);
        }
    }

    /** The key as it is to be written. */
    private static String changeableKey(String key) {
        String lower = KnownFeatures.lowerCase(key);
        if (!lower.startsWith(PREFIX)) {
            return key;
        }
        Rule rule = CHANGEABLE.get(lower);
        if (rule != null) {
            return rule.key();
        }
        for (Map.Entry<String, String> refusal : REFUSED.entrySet()) {
            if (lower.startsWith(refusal.getKey())) {
                throw new InvalidPropertyException(key, "it cannot be changed here: " + refusal.getValue());
            }
        }
        throw new InvalidPropertyException(
                key,
                "it is unknown, and keys beginning with 'delta.' are Delta's; check the spelling, or set it with the engine that"
                        + " defines it");
    }

    private static void checkValue(String key, String value, TableFeatures features, StructType schema) {
        Rule rule = CHANGEABLE.get(KnownFeatures.lowerCase(key));
        if (rule == null) {
            return;
        }
        if (isSwitchedOn(parsed(rule, value)) && !rule.feature().isEmpty() && !features.supports(rule.feature())) {
            throw new InvalidPropertyException(
                    key,
                    "it cannot be '" + value + "', because the table's protocol does not support the table feature '"
                            + rule.feature() + "'; add the feature with Delta Spark first");
        }
        if (key.equals(TableProperties.STATS_COLUMNS)) {
            checkColumns(key, value, schema);
        }
    }

    private static void checkColumns(String key, String value, StructType schema) {
        for (ColumnPath path : ColumnPath.parseList(value)) {
            try {
                schema.resolve(path);
            } catch (IllegalArgumentException e) {
                throw new InvalidPropertyException(key, "it cannot be '" + value + "': " + e.getMessage());
            }
        }
    }

    /** A log that forgets removed files before they are deleted would leave them in storage for ever. */
    private void checkRetentions(TableProperties properties) {
        boolean concerned = false;
        for (String key : List.of(TableProperties.LOG_RETENTION, TableProperties.DELETED_FILE_RETENTION)) {
            concerned |= set.keySet().stream().anyMatch(key::equalsIgnoreCase)
                    || unset.stream().anyMatch(key::equalsIgnoreCase);
        }
        if (concerned && properties.logRetention().compareTo(properties.deletedFileRetention()) < 0) {
            throw new InvalidPropertyException(
                    TableProperties.LOG_RETENTION,
                    "it would be " + CalendarIntervals.format(properties.logRetention())
                            + ", shorter than " + TableProperties.DELETED_FILE_RETENTION + " ("
                            + CalendarIntervals.format(properties.deletedFileRetention())
                            + "); it must be at least as long");
        }
    }

    private static Map<String, Rule> changeable() {
        Map<String, Rule> rules = new LinkedHashMap<>();
        Function<String, Boolean> flag = PropertyTexts::flag;
        add(rules, TableProperties.APPEND_ONLY, flag, "appendOnly");
        add(rules, TableProperties.ENABLE_CHANGE_DATA_FEED, flag, "changeDataFeed");
        add(rules, TableProperties.ENABLE_DELETION_VECTORS, flag, "deletionVectors");
        add(rules, TableProperties.ENABLE_TYPE_WIDENING, flag, "typeWidening");
        add(rules, TableProperties.CHECKPOINT_POLICY, PropertyChange::checkpointPolicy, "v2Checkpoint");
        add(rules, TableProperties.CHECKPOINT_INTERVAL, PropertyTexts::positiveInt, "");
        add(rules, TableProperties.CHECKPOINT_STATS_AS_JSON, flag, "");
        add(rules, TableProperties.CHECKPOINT_STATS_AS_STRUCT, flag, "");
        add(rules, TableProperties.ENABLE_LOG_CLEANUP, flag, "");
        add(rules, TableProperties.LOG_RETENTION, CalendarIntervals::parse, "");
        add(rules, TableProperties.DELETED_FILE_RETENTION, CalendarIntervals::parse, "");
        add(rules, TableProperties.TRANSACTION_RETENTION, CalendarIntervals::parse, "");
        add(rules, TableProperties.INDEXED_COLUMNS, PropertyTexts::indexedColumns, "");
        add(rules, TableProperties.STATS_COLUMNS, ColumnPath::parseList, "");
        add(rules, TableProperties.STRING_PREFIX_LENGTH, PropertyTexts::positiveInt, "");
        add(rules, TableProperties.RANDOMIZE_FILE_PREFIXES, flag, "");
        add(rules, TableProperties.RANDOM_PREFIX_LENGTH, PropertyTexts::positiveInt, "");
        add(rules, TableProperties.WRITE_PARTITION_COLUMNS, flag, "");
        add(rules, TableProperties.COMPRESSION_CODEC, PropertyTexts::codec, "");
        add(rules, TableProperties.PARQUET_FORMAT_VERSION, PropertyTexts::isParquetFormat2, "");
        add(rules, TableProperties.ISOLATION_LEVEL, PropertyChange::isolationLevel, "");
        add(rules, TableProperties.AUTO_OPTIMIZE, flag, "");
        add(rules, TableProperties.AUTO_COMPACT, PropertyTexts::autoCompact, "");
        add(rules, "delta.autoOptimize.optimizeWrite", flag, "");
        add(rules, "delta.tuneFileSizesForRewrites", flag, "");
        add(rules, "delta.enableFullRetentionRollback", flag, "");
        add(rules, TableProperties.TARGET_FILE_SIZE, PropertyTexts::positiveSize, "");
        add(rules, TableProperties.VORDER, flag, "");
        return Collections.unmodifiableMap(rules);
    }

    private static void add(Map<String, Rule> rules, String key, Function<String, ?> parser, String feature) {
        rules.put(KnownFeatures.lowerCase(key), new Rule(key, parser, feature));
    }

    private static Map<String, String> refused() {
        String switchesFeature =
                "it switches a table feature on or off, which takes more than a property; use Delta Spark";
        String keptByEngines = "engines keep it for themselves";
        Map<String, String> refused = new LinkedHashMap<>();
        refused.put("delta.columnmapping.", switchesFeature);
        refused.put("delta.enable", switchesFeature);
        refused.put("delta.feature.", switchesFeature);
        refused.put("delta.minreaderversion", switchesFeature);
        refused.put("delta.minwriterversion", switchesFeature);
        refused.put("delta.ignoreprotocoldefaults", switchesFeature);
        refused.put("delta.rowtrackingsuspended", switchesFeature);
        refused.put(
                "delta.constraints.",
                "existing rows would have to be checked; use ALTER TABLE … ADD CONSTRAINT in Delta Spark");
        refused.put("delta.universalformat.", "other metadata would have to be written; use Delta Spark");
        refused.put(
                "delta.compatibility.symlinkformatmanifest.", "manifests would have to be written; use Delta Spark");
        refused.put("delta.rowtracking.", keptByEngines);
        refused.put("delta.incommittimestamp", keptByEngines);
        refused.put("delta.requirecheckpointprotectionbeforeversion", keptByEngines);
        refused.put("delta.coordinatedcommits.", keptByEngines);
        refused.put("delta.redirect", keptByEngines);
        refused.put("delta.identity.", keptByEngines);
        return Collections.unmodifiableMap(refused);
    }

    private static TableProperties.CheckpointPolicy checkpointPolicy(String text) {
        return PropertyTexts.constant(text, TableProperties.CheckpointPolicy.class);
    }

    private static String isolationLevel(String text) {
        if (!text.equals("Serializable")) {
            throw new IllegalArgumentException("it should be Serializable, the only level that every engine takes");
        }
        return text;
    }
}

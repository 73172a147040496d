package io.github.deltamaint.internal.policy;

import static java.util.stream.Collectors.joining;

import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.MaintenancePolicy;
import io.github.deltamaint.MaintenancePolicy.Rule;
import io.github.deltamaint.TimeWindow;
import io.github.deltamaint.common.DataSize;
import java.io.StringReader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads a policy. Nodes are walked by hand, so that every problem has a line and nothing unknown is passed over. */
public final class PolicyParser {
    private static final String MATCH = "match";
    private static final String MAX_CONCURRENT_TABLES = "maxConcurrentTables";
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})\\s*([mhdw])");

    /** The fields of a rule, each with what it changes. */
    private static final Map<String, BiFunction<Rule, String, Rule>> FIELDS = fields();

    /** What a rule could be expected to have, and why it has not. */
    private static final Map<String, String> REFUSED = Map.of(
            "purge",
            "a policy does not purge, because that is asked for once, not from time to time. Where deleted rows are to"
                    + " go soon, write maxDeletedRowsRatio: 0; dropped columns are taken out of one table by purge(), or"
                    + " dm purge");

    private final String name;

    private PolicyParser(String name) {
        this.name = name;
    }

    private static Map<String, BiFunction<Rule, String, Rule>> fields() {
        Map<String, BiFunction<Rule, String, Rule>> fields = new LinkedHashMap<>();
        fields.put("optimize", (rule, text) -> rule.withOptimize(flag(text)));
        fields.put("minSavedFiles", (rule, text) -> rule.withMinSavedFiles(whole(text)));
        fields.put("targetFileSize", (rule, text) -> rule.withTargetFileSize(DataSize.parse(text)));
        fields.put("minFileSize", (rule, text) -> rule.withMinFileSize(DataSize.parse(text)));
        fields.put("maxDeletedRowsRatio", (rule, text) -> rule.withMaxDeletedRowsRatio(number(text)));
        fields.put("commitEvery", (rule, text) -> rule.withCommitEvery(Math.toIntExact(whole(text))));
        fields.put("zOrderBy", (rule, text) -> rule.withZOrderBy(names(text)));
        fields.put("clusterBy", (rule, text) -> rule.withClusterBy(names(text)));
        fields.put("optimizeEvery", (rule, text) -> rule.withOptimizeEvery(duration(text)));
        fields.put("checkpointAfter", (rule, text) -> rule.withCheckpointAfter(whole(text)));
        fields.put("vacuumEvery", (rule, text) -> rule.withVacuumEvery(duration(text)));
        fields.put("cleanLog", (rule, text) -> rule.withCleanLog(flag(text)));
        fields.put("vOrder", (rule, text) -> rule.withVOrder(flag(text)));
        fields.put("profile", (rule, text) -> rule.withProfile(profile(text)));
        fields.put("maxBytesPerRun", (rule, text) -> rule.withMaxBytesPerRun(DataSize.parse(text)));
        fields.put("retention", (rule, text) -> rule.withRetention(duration(text)));
        fields.put("window", (rule, text) -> rule.withWindow(TimeWindow.parse(text)));
        return fields;
    }

    /** The names of the fields of a rule, without {@code match}. */
    static Set<String> fieldNames() {
        return new TreeSet<>(FIELDS.keySet());
    }

    /** The policy in a text. */
    public static MaintenancePolicy parse(String yaml, String name) {
        return new PolicyParser(name).parse(yaml);
    }

    private MaintenancePolicy parse(String yaml) {
        Map<String, Node> top = members(compose(yaml), "the policy");
        requireKnown(top, Set.of("version", MAX_CONCURRENT_TABLES, "defaults", "tables"), "the policy");
        Node version = top.get("version");
        if (version == null) {
            throw new IllegalArgumentException(name + ": version: it is missing; write version: 1");
        }
        if (!scalar(version, "version").equals("1")) {
            throw problem(version, "version", "this library knows version 1 alone");
        }
        Rule defaults = Rule.DEFAULT;
        Node defaultsNode = top.get("defaults");
        if (defaultsNode != null) {
            Map<String, Node> members = members(defaultsNode, "defaults");
            requireKnown(members, FIELDS.keySet(), "defaults");
            defaults = changed(defaults, members);
        }
        MaintenancePolicy.Builder policy = MaintenancePolicy.builder();
        Node tablesAtOnce = top.get(MAX_CONCURRENT_TABLES);
        if (tablesAtOnce != null) {
            String text = scalar(tablesAtOnce, MAX_CONCURRENT_TABLES);
            try {
                policy.maxConcurrentTables(Math.toIntExact(whole(text)));
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw problem(tablesAtOnce, MAX_CONCURRENT_TABLES, String.valueOf(e.getMessage()));
            }
        }
        Node tables = top.get("tables");
        if (tables != null) {
            for (Node node : elements(tables)) {
                policy.rule(rule(defaults, node));
            }
        }
        return policy.rule(defaults).build();
    }

    private @Nullable Node compose(String yaml) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(0);
        try {
            return new Yaml(new SafeConstructor(options)).compose(new StringReader(yaml));
        } catch (MarkedYAMLException e) {
            throw new IllegalArgumentException(
                    name + ", line "
                            + (e.getProblemMark() == null
                                    ? "?"
                                    : e.getProblemMark().getLine() + 1)
                            + ": no YAML: " + e.getProblem(),
                    e);
        } catch (YAMLException e) {
            throw new IllegalArgumentException(name + ": no YAML: " + e.getMessage(), e);
        }
    }

    private Rule rule(Rule defaults, Node node) {
        Map<String, Node> members = members(node, "a rule of tables");
        Set<String> known = fieldNames();
        known.add(MATCH);
        requireKnown(members, known, "a rule of tables");
        Node match = members.get(MATCH);
        if (match == null) {
            throw problem(node, MATCH, "it is missing: a rule needs the glob of its tables, such as gold/**");
        }
        Rule rule = changed(defaults, MATCH, match, (before, text) -> before.withMatch(text));
        members.remove(MATCH);
        return changed(rule, members);
    }

    private Rule changed(Rule rule, Map<String, Node> members) {
        Rule result = rule;
        for (Map.Entry<String, Node> member : members.entrySet()) {
            BiFunction<Rule, String, Rule> change = FIELDS.get(member.getKey());
            if (change != null) {
                result = changed(result, member.getKey(), member.getValue(), change);
            }
        }
        return result;
    }

    private Rule changed(Rule rule, String field, Node value, BiFunction<Rule, String, Rule> change) {
        String text = scalar(value, field);
        try {
            return change.apply(rule, text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw problem(value, field, String.valueOf(e.getMessage()));
        }
    }

    private void requireKnown(Map<String, Node> members, Set<String> known, String where) {
        members.forEach((key, value) -> {
            String refused = REFUSED.get(key);
            if (refused != null) {
                throw problem(value, key, refused);
            }
            if (!known.contains(key)) {
                throw problem(
                        value, key, where + " has no such field; it has " + String.join(", ", new TreeSet<>(known)));
            }
        });
    }

    private Map<String, Node> members(@Nullable Node node, String where) {
        if (!(node instanceof MappingNode mapping)) {
            throw node == null
                    ? new IllegalArgumentException(name + ": it is empty; write version: 1")
                    : problem(node, where, "it should be fields with values");
        }
        Map<String, Node> members = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = scalar(tuple.getKeyNode(), where);
            if (members.put(key, tuple.getValueNode()) != null) {
                throw problem(tuple.getKeyNode(), key, "it is there twice");
            }
        }
        return members;
    }

    private List<Node> elements(Node node) {
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        throw problem(node, "tables", "it should be a list of rules, each beginning with - match: …");
    }

    private String scalar(Node node, String field) {
        if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return scalar.getValue();
        }
        throw problem(node, field, "it should be one value");
    }

    private IllegalArgumentException problem(Node node, String field, String what) {
        return new IllegalArgumentException(
                name + ", line " + (node.getStartMark().getLine() + 1) + ": " + field + ": " + what);
    }

    private static boolean flag(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("it should be true or false but was " + text);
        }
        return text.equals("true");
    }

    private static long whole(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it should be a whole number but was " + text, e);
        }
    }

    private static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "it should be a whole number with m, h, d or w, such as 12h or 7d, but was " + text);
        }
        long count = whole(matcher.group(1));
        return switch (matcher.group(2)) {
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            case "d" -> Duration.ofDays(count);
            default -> Duration.ofDays(Math.multiplyExact(count, 7));
        };
    }

    private static String[] names(String text) {
        return text.strip().split("\\s*,\\s*");
    }

    private static LayoutProfile profile(String text) {
        for (LayoutProfile profile : LayoutProfile.values()) {
            if (profile.name().equalsIgnoreCase(text)) {
                return profile;
            }
        }
        throw new IllegalArgumentException("it should be one of "
                + Stream.of(LayoutProfile.values())
                        .map(profile -> profile.name().toLowerCase(Locale.ROOT))
                        .collect(joining(", "))
                + " but was " + text);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it should be a number but was " + text, e);
        }
    }
}

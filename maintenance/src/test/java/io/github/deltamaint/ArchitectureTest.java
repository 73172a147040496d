package io.github.deltamaint;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The sentences about the house in ARCHITECTURE.md, checked on the class files of all modules. */
class ArchitectureTest {
    private static final String ROOT = "io.github.deltamaint";
    private static final String PARQUET = ROOT + ".parquet..";
    private static final String ZORDER = ROOT + ".zorder..";
    private static final String COMMON = ROOT + ".common..";
    private static final String LOG = ROOT + ".log..";
    private static final String VACUUM = ROOT + ".vacuum..";
    private static final String[] FACADE = {ROOT, ROOT + ".internal.."};

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("test-support")
                    && !location.contains("-tests.jar")
                    && !location.contains("testsupport"))
            .importPackages(ROOT);

    private static DescribedPredicate<JavaClass> ours(String... packages) {
        return resideInAPackage(ROOT + "..").and(resideInAnyPackage(packages));
    }

    private static void mayUseOfOurs(String[] from, String... allowed) {
        DescribedPredicate<JavaClass> forbidden = resideInAPackage(ROOT + "..").and(resideOutsideOfPackages(allowed));
        noClasses().that(ours(from)).should().dependOnClassesThat(forbidden).check(CLASSES);
    }

    @Test
    void allModulesAreLookedAt() {
        for (String name : List.of(
                "DeltaMaintenance",
                "parquet.ParquetRewriter",
                "log.DeltaLog",
                "common.DataSize",
                "zorder.SpaceFillingCurve")) {
            CLASSES.get(ROOT + "." + name);
        }
    }

    @Test
    void theParquetEngineKnowsNothingOfDelta() {
        mayUseOfOurs(new String[] {PARQUET}, PARQUET);
    }

    @Test
    void curvesKnowNothingButTheJdk() {
        classes()
                .that(ours(ZORDER))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(ZORDER, "java..", "org.jspecify.annotations"))
                .check(CLASSES);
    }

    @Test
    void theLogStandsOnTheParquetEngineAlone() {
        mayUseOfOurs(new String[] {LOG, COMMON}, LOG, COMMON, PARQUET);
        mayUseOfOurs(new String[] {COMMON}, COMMON);
    }

    @Test
    void vacuumStandsOnTheLog() {
        noClasses()
                .that(ours(VACUUM))
                .should()
                .dependOnClassesThat(
                        resideInAPackage(ROOT + "..").and(resideOutsideOfPackages(VACUUM, LOG, COMMON, PARQUET)))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void nothingBelowUsesTheFacade() {
        noClasses()
                .that(ours(PARQUET, ZORDER, COMMON, LOG, VACUUM))
                .should()
                .dependOnClassesThat(ours(FACADE))
                .check(CLASSES);
    }

    @Test
    void hadoopIsInOnePackage() {
        noClasses()
                .that(resideOutsideOfPackages(ROOT + ".log.storage.hadoop.."))
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.hadoop.."))
                .check(CLASSES);
    }

    @Test
    void internalPackagesAreUsedByTheirOwnModuleAlone() {
        noClasses()
                .that(resideOutsideOfPackages(PARQUET))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + ".parquet..internal.."))
                .check(CLASSES);
        noClasses()
                .that(resideOutsideOfPackages(LOG))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + ".log..internal.."))
                .check(CLASSES);
    }

    @Test
    void publicSignaturesNameNoTypesOfJacksonHadoopOrInternalPackages() {
        classes()
                .that(arePublicApi())
                .should(nameInPublicSignaturesNoTypeOf(
                        resideInAnyPackage("com.fasterxml.jackson..", "org.apache.hadoop..", ROOT + "..internal..")))
                .check(CLASSES);
    }

    @Test
    void publicSignaturesNameTypesOfParquetOnlyWhereFilesAreDescribed() {
        classes()
                .that(arePublicApi().and(resideOutsideOfPackages(PARQUET, ROOT + ".log.schema..")))
                .should(nameInPublicSignaturesNoTypeOf(resideInAnyPackage("org.apache.parquet..", "shaded.parquet..")))
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> arePublicApi() {
        return describe("are public API", ArchitectureTest::isPublicApi);
    }

    private static boolean isPublicApi(JavaClass type) {
        boolean visible = type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTest::isPublicApi).orElse(true);
        return visible && !type.getPackageName().matches(".*\\.internal(\\..*)?");
    }

    private static ArchCondition<JavaClass> nameInPublicSignaturesNoTypeOf(DescribedPredicate<JavaClass> forbidden) {
        return new ArchCondition<>("name in public signatures no type that does " + forbidden.getDescription()) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getAllRawInterfaces().stream()
                        .filter(forbidden)
                        .forEach(used -> report(type, type.getName(), used, events));
                type.getAllRawSuperclasses().stream()
                        .filter(forbidden)
                        .forEach(used -> report(type, type.getName(), used, events));
                for (JavaMember member : type.getMembers()) {
                    if (member.getModifiers().contains(JavaModifier.PUBLIC)
                            || member.getModifiers().contains(JavaModifier.PROTECTED)) {
                        for (JavaClass used : namedBy(member)) {
                            if (forbidden.test(used)) {
                                report(type, member.getFullName(), used, events);
                            }
                        }
                    }
                }
            }

            private void report(JavaClass type, String where, JavaClass used, ConditionEvents events) {
                events.add(SimpleConditionEvent.violated(type, where + " names " + used.getName()));
            }
        };
    }

    private static Set<JavaClass> namedBy(JavaMember member) {
        Set<JavaType> types = new LinkedHashSet<>();
        if (member instanceof JavaField field) {
            types.add(field.getType());
        } else if (member instanceof JavaCodeUnit unit) {
            types.add(unit.getReturnType());
            types.addAll(unit.getParameterTypes());
            types.addAll(unit.getExceptionTypes());
        }
        Set<JavaClass> classes = new LinkedHashSet<>();
        types.forEach(type -> classes.addAll(type.getAllInvolvedRawTypes()));
        return classes;
    }

    /** An API and its implementation need each other, as {@code DeltaLog.forTable} makes a {@code TableLog}; so they count as one. */
    @Test
    void publicPackagesHaveNoCycles() {
        slices().assignedFrom(packages(
                        "packages, each with its implementation",
                        name -> SliceIdentifier.of(name.replaceAll("\\.internal(\\..*)?$", ""))))
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void internalPackagesHaveNoCycles() {
        slices().assignedFrom(packages(
                        "internal packages",
                        name -> name.contains(".internal") ? SliceIdentifier.of(name) : SliceIdentifier.ignore()))
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    private static SliceAssignment packages(String description, Function<String, SliceIdentifier> assignment) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return assignment.apply(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return description;
            }
        };
    }

    @Test
    void timeRandomnessAndThreadsComeFromOutside() {
        Set<String> places = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                String target = access.getTargetOwner().getName() + "."
                        + access.getTarget().getName();
                if (SOURCES.contains(target)) {
                    places.add(outermost(type).getSimpleName() + " " + target);
                }
            }
        }
        assertThat(places).isEqualTo(DEFAULTS);
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    private static final Set<String> SOURCES = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.time.Instant.now",
            "java.time.LocalDate.now",
            "java.time.LocalDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.OffsetDateTime.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.Clock.system",
            "java.util.UUID.randomUUID",
            "java.lang.Math.random",
            "java.util.Random.<init>",
            "java.security.SecureRandom.<init>",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.util.TimeZone.getDefault",
            "java.time.ZoneId.systemDefault",
            "java.util.Locale.getDefault");

    /** Where defaults are made, and names of temporary files that nobody else sees, and the age of those that were left behind. */
    private static final Set<String> DEFAULTS = new TreeSet<>(Set.of(
            "AtomicWrites java.util.UUID.randomUUID",
            "CancellationToken java.time.Clock.systemUTC",
            "DefaultMaintenanceContext java.time.Clock.systemUTC",
            "DefaultMaintenanceContext java.util.UUID.randomUUID",
            "DeltaLog java.util.UUID.randomUUID",
            "LocalStorage java.util.UUID.randomUUID",
            "SpillSpace java.util.UUID.randomUUID"));
}

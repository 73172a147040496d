#!/usr/bin/env bash
# Runs the command line of Delta Maintenance, and builds it first where that is needed.
#
#   ./dm detail /lake/gold/sales
#
# DM_JAVA_OPTS        options for the JVM, such as -Xmx2g
# DM_EXTRA_CLASSPATH  jars to add, such as a connector for an object store
# JAVA_HOME           the JVM to use; else java on the PATH
set -euo pipefail

script=${BASH_SOURCE[0]}
while [ -L "$script" ]; do
    target=$(readlink "$script")
    case $target in
        /*) script=$target ;;
        *) script=$(dirname "$script")/$target ;;
    esac
done
root=$(cd -P "$(dirname "$script")" && pwd)
jar=$root/cli/target/delta-maintenance.jar

fail() {
    echo "dm: $*" >&2
    exit 1
}

# Whether the jar is missing or older than something that it is made of.
is_stale() {
    [ -f "$jar" ] || return 0
    [ -n "$(find "$root" \( -name target -o -name .git -o -name test-support -o -name interop-tests -o -name benchmarks \) \
        -prune -o \( -name pom.xml -o -path '*/src/main/*' \) -type f -newer "$jar" -print | head -n 1)" ]
}

build() {
    command -v mvn > /dev/null || fail "$jar must be built, and there is no mvn on the PATH"
    echo "dm: building $jar" >&2
    (cd "$root" && mvn -q -B -Dquick -DskipTests -pl cli -am package) >&2 < /dev/null || fail "the build failed"
    [ -f "$jar" ] || fail "the build made no $jar"
    touch "$jar"
}

if is_stale; then
    if command -v flock > /dev/null; then
        # Two at once must not build into the same directories.
        exec 9> "$root/.mvn/dm.lock"
        flock 9
        if is_stale; then
            build
        fi
        exec 9>&-
    else
        build
    fi
fi

# Without a locale of UTF-8 Java cannot name files beyond ASCII, such as those of partition values.
case "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" in
    *[Uu][Tt][Ff]8 | *[Uu][Tt][Ff]-8) ;;
    *) export LC_ALL=C.UTF-8 ;;
esac

java=java
if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
fi
command -v "$java" > /dev/null || fail "no java: set JAVA_HOME or put java on the PATH"

# DM_JAVA_OPTS holds several words.
# shellcheck disable=SC2086
if [ -n "${DM_EXTRA_CLASSPATH:-}" ]; then
    exec "$java" ${DM_JAVA_OPTS:-} -cp "$jar:$DM_EXTRA_CLASSPATH" io.github.deltamaint.cli.Main "$@"
else
    exec "$java" ${DM_JAVA_OPTS:-} -jar "$jar" "$@"
fi

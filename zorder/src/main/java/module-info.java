/** Space-filling curves for data layout: pure functions on primitive arrays that need nothing but the JDK. */
module io.github.deltamaint.zorder {
    requires static org.jspecify;

    exports io.github.deltamaint.zorder;
}

package io.github.deltamaint;

/**
 * An engine that may have to use a table, for {@link HealthOptions#withEngines}. What each can do is known for one version of it; newer ones may do more.
 */
public enum Engine {
    /** delta-rs (the Python package deltalake), as version 1.6.6 behaves. */
    DELTA_RS("delta-rs 1.6"),
    /** The Java library Delta Kernel with its default engine, as version 4.4 behaves. */
    DELTA_KERNEL("Delta Kernel 4.4"),
    /** Semantic models of Power BI in Direct Lake mode, as Microsoft's documentation has it in 2026. */
    DIRECT_LAKE("Direct Lake"),
    /** SQL analytics endpoints of Microsoft Fabric, as Microsoft's documentation has it in 2026. */
    SQL_ENDPOINT("the SQL analytics endpoint");

    private final String words;

    Engine(String words) {
        this.words = words;
    }

    /** What it is called in sentences. */
    public String words() {
        return words;
    }
}

package io.github.deltamaint;

/** For whom new files are written: how large row groups, pages and dictionaries are, and how they are compressed. */
public enum LayoutProfile {
    /**
     * For engines that load whole columns into memory and work on dictionary ids, as Power BI's Direct Lake does: row groups of 4 to 8 million rows, as
     * even as possible and as large as the {@linkplain MaintenanceContext.Builder#memoryLimit memory limit} lets them be; a dictionary of up to 32 MiB
     * for every column whose values repeat; pages of up to a million rows; Snappy.
     */
    DIRECT_LAKE,

    /** For engines that scan and skip: row groups of a million rows, pages of 50,000 rows, dictionaries of up to 2 MiB where they make a column smaller; Zstandard. */
    SCAN,

    /** What most writers do: row groups of 128 MiB, pages of 20,000 rows, dictionaries of up to 1 MiB where they make a column smaller; Snappy. */
    COMPAT
}

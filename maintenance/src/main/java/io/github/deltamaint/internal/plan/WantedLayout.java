package io.github.deltamaint.internal.plan;

import io.github.deltamaint.LayoutProfile;
import io.github.deltamaint.log.Snapshot;
import java.util.Optional;

/**
 * How new files are laid out.
 *
 * @param vOrder whether their rows are ordered automatically
 * @param profile for whom they are written; empty for the defaults
 * @param profileAsked whether the user named the profile, so that files written for another one do not count as laid out
 */
public record WantedLayout(boolean vOrder, Optional<LayoutProfile> profile, boolean profileAsked) {

    /** Rows as read, written with the defaults. */
    public static final WantedLayout NONE = new WantedLayout(false, Optional.empty(), false);

    /**
     * What the user said, else what the table says. Where rows are put along a curve, it decides which rows files and row groups get, and this how they lie in
     * there.
     */
    static WantedLayout of(OptimizeSettings settings, Snapshot snapshot) {
        boolean vOrder =
                settings.vOrder().orElseGet(() -> snapshot.properties().vOrder().orElse(false));
        Optional<LayoutProfile> profile =
                settings.profile().or(() -> vOrder ? Optional.of(LayoutProfile.SCAN) : Optional.empty());
        return new WantedLayout(vOrder, profile, settings.profile().isPresent());
    }
}

package io.github.deltamaint.zorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.deltamaint.zorder.testing.ClusteringPicture;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ClusteringPictureTest {

    private static final Path IMAGES = Path.of(System.getProperty("deltamaint.root", ".."), "docs", "images");

    @Test
    void thePicturesOfTheDocumentationAreThoseThatAreDrawn() {
        assertThat(IMAGES.resolve(ClusteringPicture.BEFORE)).hasContent(ClusteringPicture.before());
        assertThat(IMAGES.resolve(ClusteringPicture.AFTER)).hasContent(ClusteringPicture.after());
    }
}

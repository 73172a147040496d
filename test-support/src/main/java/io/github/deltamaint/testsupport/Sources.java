package io.github.deltamaint.testsupport;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** What the annotations {@link FixtureSource}, {@link CorpusTableSource} and {@link CorpusFileSource} stand for. */
final class Sources {

    private Sources() {}

    static final class OfFixtures extends AnnotationBasedArgumentsProvider<FixtureSource> {
        @Override
        protected Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, FixtureSource source) {
            return Fixtures.usedFor(source.value()).stream().map(Arguments::of);
        }
    }

    static final class OfCorpusTables extends AnnotationBasedArgumentsProvider<CorpusTableSource> {
        @Override
        protected Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, CorpusTableSource source) {
            return Corpus.tablesUsedFor(source.value()).stream().map(Arguments::of);
        }
    }

    static final class OfCorpusFiles extends AnnotationBasedArgumentsProvider<CorpusFileSource> {
        @Override
        protected Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, CorpusFileSource source) {
            return Corpus.filesUsedFor(source.value()).stream().map(Arguments::of);
        }
    }
}

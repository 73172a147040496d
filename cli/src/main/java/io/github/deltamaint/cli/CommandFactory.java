package io.github.deltamaint.cli;

import java.lang.reflect.Constructor;
import picocli.CommandLine;

/** Gives each command the root command, which knows the global options and where to print. */
final class CommandFactory implements CommandLine.IFactory {
    private final DmCommand root;

    CommandFactory(DmCommand root) {
        this.root = root;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            Class<?>[] parameters = constructor.getParameterTypes();
            if (parameters.length == 1 && parameters[0] == DmCommand.class) {
                return type.cast(constructor.newInstance(root));
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}

package io.github.deltamaint.stores;

import java.io.IOException;
import java.util.Arrays;

/** Runs a program until its standard input closes, so that no server outlives the tests, however they end. Needs the JDK alone. */
final class UntilStdinCloses {
    private UntilStdinCloses() {}

    /** The name of a main class and its arguments. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Thread watch = new Thread(UntilStdinCloses::haltAtTheEnd, "until stdin closes");
        watch.setDaemon(true);
        watch.start();
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 1, args.length));
    }

    private static void haltAtTheEnd() {
        try {
            System.in.readAllBytes();
        } catch (IOException e) {
            // As good as closed.
        }
        Runtime.getRuntime().halt(0);
    }
}

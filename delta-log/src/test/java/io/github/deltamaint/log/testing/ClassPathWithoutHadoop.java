package io.github.deltamaint.log.testing;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/** The class path of the running test less every jar of Hadoop, its classes loaded anew. */
public final class ClassPathWithoutHadoop extends URLClassLoader {

    /** Loads nothing yet. Closed by whoever made it. */
    public ClassPathWithoutHadoop() {
        super(urls(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] urls() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("hadoop-"))
                .map(ClassPathWithoutHadoop::url)
                .toArray(URL[]::new);
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path, e);
        }
    }

    /** Shaded and bundled copies do not count either. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith("org.apache.hadoop.")) {
            throw new ClassNotFoundException(name);
        }
        return super.findClass(name);
    }

    /**
     * Calls a static method of a class as it is there.
     *
     * @param type the class, whose loader there is this one
     * @param method a method that takes one text
     */
    public Object call(Class<?> type, String method, String argument) throws ReflectiveOperationException {
        Class<?> there = loadClass(type.getName());
        if (there.getClassLoader() != this) {
            throw new IllegalStateException(type + " was not loaded anew");
        }
        java.lang.reflect.Method target = there.getDeclaredMethod(method, String.class);
        target.setAccessible(true);
        return target.invoke(null, argument);
    }
}

package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The optional libraries are optional, and who needs one is told which. */
class MissingLibraryTest {
  @ParameterizedTest
  @CsvSource({
    "ZSTD, com.github.luben:zstd-jni",
    "BROTLI, org.brotli:dec",
    "FASTLZ,",
    "DEFLATE,",
    "GZIP,"
  })
  void theErrorNamesTheLibrary(String name, String library)
      throws IOException, ReflectiveOperationException {
    URL[] path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("zstd") && !entry.contains("brotli"))
            .map(MissingLibraryTest::url)
            .toArray(URL[]::new);
    byte[] compressed =
        EngineFile.all().stream()
            .filter(file -> file.kind().equals("PackedByteArray.compress"))
            .filter(file -> file.name().contains(name.toLowerCase(Locale.ROOT)))
            .findFirst()
            .map(EngineFile::bytes)
            .orElse(new byte[1]);
    try (URLClassLoader without = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
      Class<?> type = without.loadClass(Compression.class.getName());
      Object compression = type.getField(name).get(null);
      Method decompress = type.getMethod("decompress", byte[].class, int.class);
      try {
        decompress.invoke(compression, compressed, 1 << 20);
        assertThat(library).isNull();
      } catch (InvocationTargetException e) {
        Throwable thrown = Objects.requireNonNull(e.getCause());
        assertThat(thrown.getClass().getName()).isEqualTo(SaveFileException.class.getName());
        assertThat(thrown)
            .hasMessageContaining("needs the library " + library + ", which is not there");
        assertThat(thrown.getClass().getMethod("reason").invoke(thrown))
            .hasToString("MISSING_LIBRARY");
      }
    }
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (java.net.MalformedURLException e) {
      throw new IllegalArgumentException(entry, e);
    }
  }
}

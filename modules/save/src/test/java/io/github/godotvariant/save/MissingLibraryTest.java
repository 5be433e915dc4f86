package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.godotvariant.Variant;
import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that optional libraries can be missing, and that errors name the missing library. */
class MissingLibraryTest {
  @ParameterizedTest
  @CsvSource({
    "ZSTD, com.github.luben:zstd-jni",
    "BROTLI, org.brotli:dec",
    "FASTLZ,",
    "DEFLATE,",
    "GZIP,"
  })
  void reportsMissingLibrary(String name, String library)
      throws IOException, ReflectiveOperationException {
    URL[] path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("zstd") && !entry.contains("brotli"))
            .map(MissingLibraryTest::url)
            .toArray(URL[]::new);
    byte[] compressed = compressed(name);
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
            .hasMessageContaining("needs the library " + library + ", which is not there")
            .hasMessageEndingWith("here");
        assertThat(thrown.getClass().getMethod("reason").invoke(thrown))
            .hasToString("MISSING_LIBRARY");
      }
    }
  }

  private static byte[] compressed(String name) throws IOException {
    return EngineFile.all().stream()
        .filter(file -> file.kind().equals("PackedByteArray.compress"))
        .filter(file -> file.name().contains(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .map(EngineFile::bytes)
        .orElse(HexFormat.of().parseHex("0b028068656c6c6f03")); // "hello", for Brotli
  }

  /** On the module path, a library is found only if it is added as a module. */
  @ParameterizedTest
  @CsvSource({"ZSTD, com.github.luben.zstd_jni", "BROTLI, dec"})
  void reportsMissingModule(String name, String module)
      throws IOException, ReflectiveOperationException, URISyntaxException {
    byte[] compressed = compressed(name);
    InvocationTargetException missing =
        assertThrows(
            InvocationTargetException.class, () -> decompressInModules(name, compressed, Set.of()));
    assertThat(missing.getCause())
        .hasMessageContaining("which is not there")
        .hasMessageEndingWith(
            "; on the module path it needs the option --add-modules " + module + " as well");
    assertThat(decompressInModules(name, compressed, Set.of(module))).isNotEmpty();
  }

  /** Decompresses in a module layer, as Java with a module path and {@code --add-modules}. */
  private static byte[] decompressInModules(String name, byte[] compressed, Set<String> added)
      throws ReflectiveOperationException, URISyntaxException {
    List<Path> path = new ArrayList<>();
    for (Class<?> type : List.of(Variant.class, Compression.class)) {
      path.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }
    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.contains("zstd") || entry.contains("brotli"))
        .map(Path::of)
        .forEach(path::add);
    assertThat(path).hasSize(4);
    Set<String> roots = new HashSet<>(added);
    roots.add("io.github.godotvariant.save");
    ModuleLayer boot = ModuleLayer.boot();
    Configuration resolved =
        boot.configuration()
            .resolve(ModuleFinder.of(path.toArray(Path[]::new)), ModuleFinder.of(), roots);
    ClassLoader loader =
        boot.defineModulesWithOneLoader(resolved, ClassLoader.getPlatformClassLoader())
            .findLoader("io.github.godotvariant.save");
    Class<?> type = loader.loadClass(Compression.class.getName());
    return (byte[])
        Objects.requireNonNull(
            type.getMethod("decompress", byte[].class, int.class)
                .invoke(type.getField(name).get(null), compressed, 1 << 20));
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (java.net.MalformedURLException e) {
      throw new IllegalArgumentException(entry, e);
    }
  }
}

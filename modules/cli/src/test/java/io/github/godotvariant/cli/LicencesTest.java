package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.testkit.Vectors;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.json.JsonFactory;

/** Checks that distributed files contain their licences. */
class LicencesTest {
  /** Returns a file of the jar or class folder of a class. */
  private static String readNextTo(Class<?> one, String name)
      throws IOException, URISyntaxException {
    URI place = one.getProtectionDomain().getCodeSource().getLocation().toURI();
    boolean isFolder = Files.isDirectory(Path.of(place));
    URL url = URI.create(isFolder ? place + name : "jar:" + place + "!/" + name).toURL();
    try (InputStream in = url.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {Variant.class, SaveFile.class, NativeJson.class, Gdvar.class, Vectors.class})
  void containsOwnLicenceInEveryJar(Class<?> one) throws IOException, URISyntaxException {
    assertThat(readNextTo(one, "META-INF/LICENSE"))
        .isEqualTo(Files.readString(Path.of("../../LICENSE")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LICENSE",
        "NOTICE",
        "FastDoubleParser-LICENSE",
        "FastDoubleParser-ThirdParty-LICENSE",
        "Schubfach-LICENSE"
      })
  void containsLicencesOfUsedJackson(String name) throws IOException, URISyntaxException {
    assertThat(readNextTo(Gdvar.class, "META-INF/licenses/jackson-core/" + name))
        .isEqualTo(readNextTo(JsonFactory.class, "META-INF/" + name));
  }

  /** The jars of these libraries contain no licence. */
  @ParameterizedTest
  @CsvSource({
    "picocli/LICENSE, 'Apache License\n                           Version 2.0'",
    "zstd-jni/LICENSE, Luben Karavelov",
    "zstd/LICENSE, Meta Platforms",
    "zstd/divsufsort-LICENSE, Yuta Mori",
    "brotli/LICENSE, the Brotli Authors"
  })
  void containsLicencesOfOtherLibraries(String name, String part) throws Exception {
    assertThat(readNextTo(Gdvar.class, "META-INF/licenses/" + name)).contains(part);
  }
}

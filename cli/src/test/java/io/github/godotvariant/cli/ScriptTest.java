package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that starts the command, with a Java that only says what it was started with. */
class ScriptTest {
  @TempDir Path folder;

  private String started(Map<String, String> environment) throws IOException, InterruptedException {
    Path script = Files.copy(Path.of("../gdvar"), folder.resolve("gdvar"));
    Path module = folder.resolve("cli");
    Files.createDirectories(module.resolve("src/main"));
    Files.createFile(folder.resolve("pom.xml"));
    Files.createFile(module.resolve("pom.xml"));
    Path java = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
    Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Files.writeString(java, "#!/bin/sh\necho \"$LC_ALL${LANGUAGE-}\" \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    // The last to be made, so that nothing is newer and has to be built.
    Path jar = Files.createDirectories(module.resolve("target")).resolve("gdvar.jar");
    Files.createFile(jar);
    ProcessBuilder builder = new ProcessBuilder("sh", script.toString(), "inspect", "it");
    builder.environment().putAll(environment);
    builder.environment().put("JAVA_HOME", folder.resolve("java").toString());
    builder.environment().remove("GDVAR_JAVA_OPTS");
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    try (InputStream out = process.getInputStream()) {
      String all = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(all).isZero();
      return all.replace(jar.toString(), "JAR");
    }
  }

  /**
   * Of what goes wrong the system speaks in the language of the user, which cannot be told apart.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "C", "es_ES.UTF-8", "de_DE@euro"})
  void theSystemSpeaksEnglishAndNamesAreUtf8(String locale)
      throws IOException, InterruptedException {
    assertThat(started(Map.of("LC_ALL", locale, "LANG", "es_ES.UTF-8", "LANGUAGE", "es")))
        .startsWith("C.UTF-8 -XX:+UseSerialGC ");
  }

  @Test
  void argumentsGoOn() throws IOException, InterruptedException {
    assertThat(started(Map.of())).endsWith(" -Dgdvar.terminals= -jar JAR inspect it\n");
  }
}

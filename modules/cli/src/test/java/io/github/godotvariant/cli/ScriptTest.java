package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the start script of the command with a Java that only prints its arguments. */
class ScriptTest {
  @TempDir Path folder;

  private String started(Map<String, String> environment) throws IOException, InterruptedException {
    Path script = Files.copy(Path.of("../../gdvar"), folder.resolve("gdvar"));
    Path module = folder.resolve("modules/cli");
    Files.createDirectories(module.resolve("src/main"));
    Files.createFile(folder.resolve("pom.xml"));
    Files.createFile(module.resolve("pom.xml"));
    Path java = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
    Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Files.writeString(java, "#!/bin/sh\necho \"$LC_ALL${LANGUAGE-}\" \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    // The jar is created last, so it is not older than the sources and is not built again.
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

  /** Error messages of the system depend on the language of the user. */
  @ParameterizedTest
  @ValueSource(strings = {"", "C", "es_ES.UTF-8", "de_DE@euro"})
  void setsLocaleForNamesInUtf8(String locale) throws IOException, InterruptedException {
    assertThat(started(Map.of("LC_ALL", locale, "LANG", "es_ES.UTF-8", "LANGUAGE", "es")))
        .startsWith("C.UTF-8 -XX:+UseSerialGC ");
  }

  @Test
  void passesArguments() throws IOException, InterruptedException {
    assertThat(started(Map.of())).endsWith(" -Dgdvar.terminals= -jar JAR inspect it\n");
  }

  /**
   * Creates a Java that writes short archives of classes and counts them.
   *
   * @param making the shell commands that write the archive {@code $to}
   */
  private Path javaThatArchives(String version, String making) throws IOException {
    Path home = folder.resolve("java-" + version);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Files.writeString(
        java,
        """
        #!/bin/sh
        echo "a word that must not appear in a report"
        case " $* " in
          *' -XX:DumpLoadedClassList='*)
            for word; do
              case $word in -XX:DumpLoadedClassList=*) echo A >"${word#*=}" ;; esac
            done
            exit ;;
          *' -Xshare:dump '*)
            echo >>"FOLDER/made"
            for word; do
              case $word in -XX:SharedArchiveFile=*) to=${word#*=} ;; esac
            done
            MAKING
            exit ;;
        esac
        echo "$@" >"FOLDER/last"
        """
            .replace("FOLDER", folder.toString())
            .replace("MAKING", making));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return home;
  }

  private Path checkout() throws IOException {
    Path checkout = folder.resolve("a checkout");
    Files.createDirectories(checkout.resolve("modules/cli/src/main"));
    Files.createDirectories(checkout.resolve("examples"));
    Files.copy(Path.of("../../gdvar"), checkout.resolve("gdvar"));
    Files.createFile(checkout.resolve("pom.xml"));
    Files.createFile(checkout.resolve("modules/cli/pom.xml"));
    Files.createDirectories(checkout.resolve("modules/cli/target"));
    Files.createFile(checkout.resolve("modules/cli/target/gdvar.jar"));
    return checkout;
  }

  /** Returns the arguments of the last start of Java. */
  private String start(Path checkout, Path java) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", checkout.resolve("gdvar").toString(), "inspect", "it");
    builder.environment().put("JAVA_HOME", java.toString());
    builder.environment().put("GDVAR_JAVA_OPTS", "-Xshare:off");
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    try (InputStream out = process.getInputStream()) {
      String all = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(all).isZero();
      assertThat(all).isEqualTo("a word that must not appear in a report\n"); // of the last start
    }
    return Files.readString(folder.resolve("last"));
  }

  private long made() throws IOException {
    Path made = folder.resolve("made");
    return Files.exists(made) ? Files.readAllLines(made).size() : 0;
  }

  private static List<Path> archives(Path checkout) throws IOException {
    try (Stream<Path> files = Files.list(checkout.resolve("modules/cli/target"))) {
      return files.filter(file -> file.toString().endsWith(".jsa")).sorted().toList();
    }
  }

  @Test
  void archivesClassesForEachBuildAndJava() throws IOException, InterruptedException {
    Path checkout = checkout();
    Path java = javaThatArchives("17.0.1", "echo classes >\"$to\"");
    String first = start(checkout, java);
    Path archive = archives(checkout).get(0);
    assertThat(first)
        .contains(" -Xlog:disable -XX:SharedArchiveFile=" + archive + " ")
        .contains(" -Xshare:off -jar "); // what the user wants comes last
    assertThat(start(checkout, java)).isEqualTo(first);
    assertThat(made()).isEqualTo(1);

    Path other = javaThatArchives("25.0.2", "echo other >\"$to\"");
    assertThat(start(checkout, other)).doesNotContain(archive.toString());
    assertThat(archives(checkout)).hasSize(2);
    assertThat(made()).isEqualTo(2);

    Path jar = checkout.resolve("modules/cli/target/gdvar.jar");
    FileTime later = FileTime.fromMillis(Files.getLastModifiedTime(archive).toMillis() + 60_000);
    Files.setLastModifiedTime(jar, later);
    start(checkout, java);
    assertThat(made()).isEqualTo(3);
    try (Stream<Path> files = Files.list(checkout.resolve("modules/cli/target"))) {
      assertThat(files.filter(Files::isDirectory)).isEmpty();
    }
  }

  /** Java may crash if it maps a damaged archive. */
  @Test
  void ignoresDamagedArchive() throws IOException, InterruptedException {
    Path checkout = checkout();
    Path java = javaThatArchives("17.0.1", "echo classes >\"$to\"");
    start(checkout, java);
    Path archive = archives(checkout).get(0);
    for (String damage : List.of("clas", "", "glasses\n")) {
      long before = made();
      Files.writeString(archive, damage);
      assertThat(start(checkout, java)).contains("-XX:SharedArchiveFile=" + archive);
      assertThat(archive).hasContent("classes");
      assertThat(made()).isEqualTo(before + 1);
    }
    Files.delete(archive);
    start(checkout, java);
    assertThat(archive).hasContent("classes");
  }

  @Test
  void runsWithoutArchive() throws IOException, InterruptedException {
    Path checkout = checkout();
    // This Java leaves an incomplete archive.
    Path java = javaThatArchives("17.0.1", "echo half >\"$to\"; exit 1");
    assertThat(start(checkout, java)).doesNotContain("SharedArchiveFile");
    assertThat(start(checkout, java)).doesNotContain("SharedArchiveFile");
    assertThat(made()).isEqualTo(1);
    // Another process holds the lock and writes the archive.
    Path busy = javaThatArchives("17.0.2", "echo classes >\"$to\"");
    ProcessBuilder holder =
        new ProcessBuilder(
            "flock",
            checkout.resolve("modules/cli/target/archive.lock").toString(),
            "sh",
            "-c",
            "echo held; read -r line");
    Process held = holder.start();
    try {
      assertThat(held.getInputStream().read()).isEqualTo('h');
      assertThat(start(checkout, busy)).doesNotContain("SharedArchiveFile");
      assertThat(made()).isEqualTo(1);
    } finally {
      held.getOutputStream().close();
      held.waitFor();
    }
    assertThat(start(checkout, busy)).contains("SharedArchiveFile");
  }
}

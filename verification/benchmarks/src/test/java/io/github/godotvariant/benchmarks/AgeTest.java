package io.github.godotvariant.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code benchmarks/age}, in a small repository of its own. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it is a script of a POSIX shell")
class AgeTest {
  @TempDir Path repository;

  private record Said(int code, String text) {}

  private Said run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(repository.toFile());
    // Nothing of who runs this, and of the repository that it may be run in.
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text);
  }

  private void write(String path, String text) throws IOException {
    Path file = repository.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Returns its short name. */
  private String commit(String message) throws Exception {
    for (List<String> command :
        List.of(
            List.of("git", "add", "-A"),
            List.of(
                "git",
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@b",
                "commit",
                "-q",
                "-m",
                message))) {
      Said said = run(command.toArray(String[]::new));
      assertThat(said.code()).as(said.text()).isZero();
    }
    return run("git", "rev-parse", "--short", "HEAD").text().strip();
  }

  private Said age() throws Exception {
    return run("sh", "benchmarks/age");
  }

  @Test
  void aPageIsAsOldAsWhatChangedSince() throws Exception {
    write("benchmarks/age", Files.readString(Path.of("age")));
    write("core/src/main/java/Codec.java", "class Codec {}\n");
    write("docs/performance.md", "# Performance\n");
    run("git", "init", "-q");
    String measured = commit("a codec");
    assertThat(age()).isEqualTo(new Said(1, "age: docs/performance.md names no commit\n"));

    write("docs/performance.md", "# Performance\n\n* Commit: " + measured + ".\n");
    String fresh = "docs/performance.md is of the library as it is\n";
    assertThat(age()).isEqualTo(new Said(0, fresh));
    commit("measured");
    write("core/src/test/java/CodecTest.java", "class CodecTest {}\n");
    commit("a test");
    assertThat(age()).isEqualTo(new Said(0, fresh));

    write("core/src/main/java/Codec.java", "class Codec { }\n");
    assertThat(age())
        .isEqualTo(new Said(1, "age: the library has changes that are not committed\n"));
    String faster = commit("faster");
    assertThat(age())
        .isEqualTo(
            new Said(
                1,
                """
                age: docs/performance.md is older than the library, which has changed since %s:
                %s faster
                """
                    .formatted(measured, faster)));

    write(
        "docs/performance.md", "* Commit: " + faster + ", with changes that are not committed.\n");
    assertThat(age())
        .isEqualTo(
            new Said(
                1,
                "age: docs/performance.md is of %s and of changes that were not committed\n"
                    .formatted(faster)));
    write("docs/performance.md", "* Commit: 0123456.\n");
    assertThat(age())
        .isEqualTo(new Said(1, "age: commit 0123456 of docs/performance.md is not here\n"));
  }
}

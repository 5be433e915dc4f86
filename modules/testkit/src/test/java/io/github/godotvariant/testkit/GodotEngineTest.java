package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs shell scripts instead of engines. Tests in {@code engine-tests} and {@link SamplesTest} use
 * real engines.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the engines are shell scripts")
class GodotEngineTest {
  private static final Variant VALUE = VariantDictionary.of("hp", 5);
  private static final String COPY = "cp godot_variant_in.bin godot_variant_out.bin";

  @TempDir Path folder;

  /** Returns an engine that prints a version, and runs a command instead of a script. */
  private GodotEngine engine(String version, String command) throws IOException {
    Path program = folder.resolve("engine");
    Files.writeString(
        program,
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo " + version + "; exit; fi\n" + command);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return GodotEngine.at(program);
  }

  private static String failure(GodotEngine engine) {
    try {
      return "no failure but " + engine.run("func run(value): return value", VALUE);
    } catch (AssertionError e) {
      return "" + e.getMessage();
    }
  }

  @Test
  void returnsResult() throws IOException {
    GodotEngine engine = engine("4.6.stable", COPY);
    assertThat(engine.version()).isEqualTo("4.6.stable");
    assertThat(engine.codec()).isEqualTo(VariantCodec.GODOT_4);
    assertThat(engine.run("source", VALUE)).isEqualTo(VALUE);
    assertThat(engine("3.2.3.stable", COPY).codec()).isEqualTo(VariantCodec.GODOT_3);
  }

  /** Godot 4.0 to 4.3 read typed containers in another way. */
  @Test
  void usesDialectOfVersion() throws IOException {
    assertThat(engine("4.0.stable", COPY).codec().dialect()).isEqualTo(Dialect.GODOT_4_0);
    assertThat(engine("4.2.1.stable", COPY).codec().dialect()).isEqualTo(Dialect.GODOT_4_0);
    assertThat(engine("4.3.stable", COPY).codec().dialect()).isEqualTo(Dialect.GODOT_4_3);
    assertThat(engine("4.4.stable", COPY).codec()).isEqualTo(VariantCodec.GODOT_4);
    assertThat(engine("4.99.dev", COPY).codec()).isEqualTo(VariantCodec.GODOT_4);
    Variant typed = VariantArray.of(1, 2).withElementType(ElementType.of(VariantType.INT));
    assertThat(engine("4.3.stable", COPY).run("", typed)).isEqualTo(typed);
  }

  @Test
  void passesArgumentsOfGeneration() throws IOException {
    String check = "[ \"$*\" = \"%s-s godot_variant_runner.gd\" ] && " + COPY;
    assertThat(engine("4.6", check.formatted("--headless ")).run("", VALUE)).isEqualTo(VALUE);
    assertThat(engine("3.6", check.formatted("")).run("", VALUE)).isEqualTo(VALUE);
  }

  @Test
  void createsProjectInTemporaryFolder() throws IOException {
    String print = "pwd >&2; cat project.godot godot_variant_script.gd >&2; exit 1";
    assertThat(failure(engine("4.6", print)))
        .contains("config_version=5\nfunc run(value): return value");
    String message = failure(engine("3.6", print));
    assertThat(message).contains("config_version=4\n");
    Path used =
        Path.of(
            message
                .substring(message.indexOf("messages: ") + 10)
                .lines()
                .findFirst()
                .orElseThrow());
    assertThat(used).isAbsolute().doesNotExist();
  }

  @Test
  void copiesFilesNextToScript() throws IOException {
    Path scripts = Files.createDirectory(folder.resolve("scripts"));
    Files.createDirectory(scripts.resolve("more"));
    Files.writeString(scripts.resolve("project.godot"), "own project");
    Files.writeString(scripts.resolve("godot_variant_out.bin"), "old");
    Path script = Files.writeString(scripts.resolve("main.gd"), "main");
    GodotEngine engine =
        engine(
            "4.6",
            "[ \"$(cat project.godot main.gd godot_variant_script.gd)\" = \"own projectmainmain\" ]"
                + " && "
                + COPY);
    assertThat(engine.runFile(script, VALUE)).isEqualTo(VALUE);
  }

  @Test
  void ignoresOldResultNextToScript() throws IOException {
    Path scripts = Files.createDirectory(folder.resolve("scripts"));
    Files.write(scripts.resolve("godot_variant_out.bin"), VariantCodec.GODOT_4.encode(VALUE));
    Path script = Files.writeString(scripts.resolve("main.gd"), "main");
    GodotEngine engine = engine("4.6", "ls");
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> engine.runFile(script, VALUE))
        .withMessageContaining("has no result: exit status 0")
        .withMessageNotContaining("godot_variant_out.bin");
  }

  @Test
  void keepsDataFileWithNameOfMessages() throws IOException {
    Path scripts = Files.createDirectory(folder.resolve("scripts"));
    Files.writeString(scripts.resolve("messages.txt"), "data of the script");
    Path script = Files.writeString(scripts.resolve("main.gd"), "main");
    GodotEngine engine =
        engine("4.6", "[ \"$(cat messages.txt)\" = \"data of the script\" ] && " + COPY);
    assertThat(engine.runFile(script, VALUE)).isEqualTo(VALUE);
  }

  @Test
  void namesMissingScript() throws IOException {
    GodotEngine engine = engine("4.6", COPY);
    for (String name : new String[] {"missing.gd", "missing/main.gd"}) {
      Path script = folder.resolve(name);
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> engine.runFile(script, VALUE))
          .withMessage("java.nio.file.NoSuchFileException: " + script);
    }
  }

  @Test
  void killsEngineAfterTimeout() throws Exception {
    Path pid = folder.resolve("pid");
    GodotEngine engine =
        engine("4.6", "echo waiting; sleep 100 & echo $! > " + pid + "; wait")
            .withTimeout(Duration.ofSeconds(1));
    assertThat(failure(engine))
        .isEqualTo(
            "the script in Godot 4.6 did not end within 1000 ms: exit status 124, messages:"
                + " waiting");
    awaitEnd(pid);
  }

  /** Waits until the process whose id is in a file has ended. */
  private static void awaitEnd(Path pid) throws Exception {
    Optional<ProcessHandle> process =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
    if (process.isPresent()) {
      process.get().onExit().get(5, TimeUnit.SECONDS);
    }
  }

  @Test
  void killsProcessesOfEndedEngine() throws Exception {
    Path pid = folder.resolve("pid");
    GodotEngine engine = engine("4.6", "sleep 100 & echo $! > " + pid + "; sleep 0.5; " + COPY);
    assertThat(engine.run("", VALUE)).isEqualTo(VALUE);
    awaitEnd(pid);
  }

  @Test
  void killsEngineThatPrintsTooMuch() throws IOException {
    assertThat(failure(engine("4.6", "yes")))
        .startsWith("the script in Godot 4.6 printed more than 64 MB: exit status 125, messages:")
        .hasSizeLessThan(4000);
  }

  @Test
  void acceptsLongestTimeout() throws IOException {
    GodotEngine engine = engine("4.6", COPY).withTimeout(Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(engine.run("", VALUE)).isEqualTo(VALUE);
  }

  @Test
  void reportsTimeoutOfVersion() throws IOException {
    GodotEngine engine = engine("4.6; sleep 100", COPY).withTimeout(Duration.ofMillis(300));
    assertThat(failure(engine))
        .contains("engine --version did not end within 300 ms: exit status 124");
  }

  @Test
  void asksForVersionOnce() throws IOException {
    Path asked = folder.resolve("asked");
    GodotEngine engine = engine("4.6; echo asked >> " + asked, COPY);
    for (int i = 0; i < 3; i++) {
      assertThat(GodotEngine.at(folder.resolve("engine")).version()).isEqualTo("4.6");
    }
    assertThat(engine.version()).isEqualTo("4.6");
    assertThat(asked).hasContent("asked");
  }

  @Test
  void findsScriptErrorsAtStartOfLine() throws IOException {
    assertThat(engine("4.6", "echo 'no SCRIPT ERROR'; " + COPY).run("", VALUE)).isEqualTo(VALUE);
    assertThat(failure(engine("4.6", "echo started; echo 'SCRIPT ERROR: a'; " + COPY)))
        .startsWith("the script in Godot 4.6 has an error: ");
  }

  @Test
  void reportsFailures() throws IOException {
    assertThat(failure(engine("4.6", "echo crashed; " + COPY + "; exit 134")))
        .isEqualTo("the script in Godot 4.6 has no result: exit status 134, messages: crashed");
    assertThat(failure(engine("4.6", "exit 0"))).contains("has no result: exit status 0");
    assertThat(failure(engine("4.6", "echo 'SCRIPT ERROR: Parse Error'; " + COPY)))
        .isEqualTo(
            "the script in Godot 4.6 has an error: exit status 0, messages: SCRIPT ERROR: Parse"
                + " Error");
    assertThat(failure(engine("4.6", "echo abcd > godot_variant_out.bin")))
        .startsWith("cannot decode the result of the script: ");
    assertThat(failure(engine("4.6", "yes | head -100000; exit 1"))).hasSizeLessThan(4000);
  }

  @Test
  void rejectsOtherPrograms() throws IOException {
    assertThat(failure(engine("2.1", COPY)))
        .endsWith(
            "engine --version does not print a version of Godot 3 or 4: exit status 0, messages:"
                + " 2.1");
    assertThat(failure(engine("", COPY))).contains("does not print a version");
    for (Path program : new Path[] {folder, folder.resolve("missing"), Path.of("no-such-engine")}) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> GodotEngine.at(program))
          .withMessage("the engine " + program + " is not an executable file");
    }
  }

  @Test
  void rejectsWrongArguments() throws IOException {
    GodotEngine engine = engine("3.6", COPY);
    assertThatExceptionOfType(VariantException.class)
        .isThrownBy(() -> engine.run("", new Vector2i(1, 2)));
    for (Duration timeout : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1)}) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> engine.withTimeout(timeout))
          .withMessage("the timeout " + timeout + " is not positive");
    }
  }

  @Test
  void findsConfiguredEngine() throws IOException {
    String program = folder.resolve("engine").toString();
    assertThat(GodotEngine.configured(null, null)).isEmpty();
    assertThat(GodotEngine.configured("", " ")).isEmpty();
    assertThat(engine("4.6", COPY)).hasToString("GodotEngine[" + program + "]");
    assertThat(GodotEngine.configured(null, program))
        .get()
        .hasToString("GodotEngine[" + program + "]");
    assertThat(GodotEngine.configured(program, "missing")).isPresent();
    assertThat(GodotEngine.configured("sh", null)).get().asString().endsWith("/sh]");
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> GodotEngine.configured(null, "missing"));
  }

  @Test
  void skipsTestsUnlessEngineIsRequired() throws IOException {
    assertThat(GodotExtension.condition(Optional.empty(), false).isDisabled()).isTrue();
    assertThat(GodotExtension.condition(Optional.empty(), false).getReason())
        .contains(
            "no engine is configured: set the system property godot.binary or the environment"
                + " variable GODOT to the program of Godot");
    assertThat(GodotExtension.condition(Optional.empty(), true).isDisabled()).isFalse();
    GodotEngine engine = engine("4.6", COPY);
    assertThat(GodotExtension.condition(Optional.of(engine), false).isDisabled()).isFalse();
    assertThat(GodotExtension.engine(Optional.of(engine))).isSameAs(engine);
    assertThatExceptionOfType(ParameterResolutionException.class)
        .isThrownBy(() -> GodotExtension.engine(Optional.empty()))
        .withMessageStartingWith("no engine is configured");
  }
}

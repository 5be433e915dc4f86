package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that commands that replace their input keep simultaneous changes of other programs. */
class EditingTest {
  private static final int EDITS = 8;
  private static final String NEW_TEXT = "{\"theirs\": 1}";

  @TempDir Path folder;
  private Path save;

  @BeforeEach
  void writeSave() throws IOException {
    save = folder.resolve("player.save");
    VariantDictionary values = VariantDictionary.of();
    for (int i = 0; i < EDITS; i++) {
      values = values.with("key" + i, i);
    }
    SaveFormat.of(Dialect.GODOT_4).write(save, List.of(values));
  }

  private VariantDictionary saved() throws IOException {
    try (SaveFile file = SaveFile.open(save)) {
      return file.values().get(0).asDictionary();
    }
  }

  /** Checks that each change is in the file, unless its command failed on a slow machine. */
  private void assertChanged(List<Integer> codes) throws IOException {
    VariantDictionary saved = saved();
    for (int i = 0; i < EDITS; i++) {
      assertThat(codes.get(i)).isIn(0, 3);
      assertThat(saved.getLong("key" + i)).as("key" + i).isEqualTo(codes.get(i) == 0 ? 1000 : i);
    }
    assertThat(codes).contains(0);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(save, save.resolveSibling(".player.save.lock"));
    }
  }

  private String[] set(int key) {
    return new String[] {"set", save.toString(), "$.key" + key, "1000"};
  }

  private static String place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  @Test
  void keepsEditsOfSimultaneousProcesses() throws Exception {
    String libraries =
        String.join(
            System.getProperty("path.separator"),
            place(Variant.class),
            place(SaveFile.class),
            place(Main.class),
            place(io.github.godotvariant.json.NativeJson.class),
            place(tools.jackson.core.JsonParser.class),
            place(picocli.CommandLine.class));
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < EDITS; i++) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", libraries, Main.class.getName()));
      command.addAll(List.of(set(i)));
      processes.add(
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start());
    }
    List<Integer> codes = new ArrayList<>();
    for (Process process : processes) {
      codes.add(process.waitFor());
    }
    assertChanged(codes);
  }

  @Test
  void keepsEditsOfSimultaneousThreads() throws Exception {
    List<Integer> codes = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(EDITS);
    try {
      CyclicBarrier start = new CyclicBarrier(EDITS);
      List<Callable<Run>> edits = new ArrayList<>();
      for (int i = 0; i < EDITS; i++) {
        String[] command = set(i);
        edits.add(
            () -> {
              start.await();
              return Run.gdvar(command);
            });
      }
      for (Future<Run> done : threads.invokeAll(edits)) {
        codes.add(done.get().code());
      }
    } finally {
      threads.shutdown();
    }
    assertChanged(codes);
  }

  /** Another program writes the file after the command has read it. */
  @Test
  void keepsChangesOfOtherPrograms() throws IOException {
    byte[] theirs =
        SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(VariantDictionary.of("a", 1)));
    InputStream text =
        new FilterInputStream(new ByteArrayInputStream(NEW_TEXT.getBytes(StandardCharsets.UTF_8))) {
          @Override
          public byte[] readAllBytes() {
            try {
              Files.write(save, theirs);
              return in.readAllBytes();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    String[] encode = words("encode --from text - --like %s -o %s --retype", save, save);
    assertThat(Run.gdvarIn(Surroundings.NONE, text, encode))
        .isEqualTo(
            Run.fileError(
                "cannot write %s: another program changed it meanwhile, and nothing was written",
                save));
    assertThat(save).hasBinaryContent(theirs);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "set FILE $.key0 7",
        "remove FILE $.key0",
        "convert FILE --to godot-3 --in-place",
        "pack FILE --compress fastlz --in-place",
        "unpack FILE --in-place",
        "encode --from text - --like FILE -o FILE --retype"
      })
  void locksFilesThatAreReplaced(String command) throws IOException {
    Files.createDirectory(folder.resolve(".player.save.lock"));
    byte[] before = Files.readAllBytes(save);
    String[] args = command.replace("FILE", save.toString()).split(" ", -1);
    Run run = Run.gdvarWith(NEW_TEXT, args);
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err()).startsWith("gdvar: cannot write " + save + ": cannot lock ");
    assertThat(save).hasBinaryContent(before);
  }

  @ParameterizedTest
  @CsvSource({
    "set FILE $.key0 7 -o OUT",
    "remove FILE $.key0 -o OUT",
    "convert FILE --to godot-3 -o OUT",
    "pack FILE --compress fastlz -o OUT",
    "unpack FILE -o OUT",
    "encode --from text - --like FILE -o OUT --retype"
  })
  void skipsLockForFilesThatStay(String command) throws IOException {
    Files.createDirectory(folder.resolve(".player.save.lock"));
    Path out = folder.resolve("out.save");
    String[] args =
        command.replace("FILE", save.toString()).replace("OUT", out.toString()).split(" ", -1);
    assertThat(Run.gdvarWith(NEW_TEXT, args).code()).isZero();
    assertThat(out).isNotEmptyFile();
  }

  @Test
  void skipsWriteWhenUnchanged() throws IOException {
    FileTime time = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(save, time);
    assertThat(Run.gdvar("set", save.toString(), "$.key3", "3")).isEqualTo(new Run(0, "", ""));
    assertThat(Files.getLastModifiedTime(save)).isEqualTo(time);
    assertThat(Run.gdvar("set", save.toString(), "$.key3", "4").code()).isZero();
    assertThat(Files.getLastModifiedTime(save)).isNotEqualTo(time);
  }

  @Test
  void leavesNoLockFileWhenNothingIsWritten() throws IOException {
    assumeTrue(Files.readAttributes(save, BasicFileAttributes.class).fileKey() != null);
    Path text = Files.writeString(folder.resolve("README.md"), "no save");
    assertThat(Run.gdvar("set", text.toString(), "$.a", "1").code()).isEqualTo(1);
    assertThat(Run.gdvar("unpack", text.toString(), "--in-place", "--decompress", "gzip").code())
        .isEqualTo(1);
    assertThat(Run.gdvar("set", save.toString(), "$.missing", "1").code()).isEqualTo(1);
    assertThat(Run.gdvar("set", save.toString(), "$.key3", "3").code()).isZero();
    assertThat(folder).isDirectoryNotContaining("glob:**.lock");
    assertThat(Run.gdvar("set", save.toString(), "$.key3", "4").code()).isZero();
    assertThat(folder.resolve(".player.save.lock")).isEmptyFile();
  }

  private Path ambiguousFile() throws IOException {
    Path file = folder.resolve("F");
    SaveFormat.of(Dialect.GODOT_3)
        .write(file, List.of(Variant.of(1), Variant.of("two"), Variant.of(3.5), Variant.NIL));
    return file;
  }

  @Test
  void requiresDialectForAmbiguousFile() throws IOException {
    Path file = ambiguousFile();
    byte[] before = Files.readAllBytes(file);
    String name = file.toString();
    Run question =
        Run.badData(
            "%s: the data to write differs between godot-4 and godot-3, and the file fits both; set"
                + " --dialect godot-4 or godot-3",
            file);
    assertThat(Run.gdvar("set", name, "$", "{\"a\":1}", "--value", "3")).isEqualTo(question);
    assertThat(file).hasBinaryContent(before);
    String text = "1 \"two\" 3.5 {\"a\":1}";
    assertThat(Run.gdvarWith(text, words("encode --from text - --like %s -o %s", file, file)))
        .isEqualTo(question);
    assertThat(file).hasBinaryContent(before);
    assertThat(Run.gdvar("set", name, "$", "\"three\"", "--value", "1").code()).isZero();
    Run run = Run.gdvar("set", name, "$", "{\"a\":1}", "--value", "3", "--dialect", "godot-3");
    assertThat(run.code()).isZero();
    assertThat(file)
        .hasBinaryContent(
            SaveFormat.of(Dialect.GODOT_3)
                .toByteArray(
                    List.of(
                        Variant.of(1),
                        Variant.of("three"),
                        Variant.of(3.5),
                        VariantDictionary.of("a", 1))));
  }

  /** In Godot 3, the list of strings is a list of vectors, and the keys are others. */
  @ParameterizedTest
  @CsvSource({
    "the data to convert, convert FILE --to godot-4 -o OUT",
    "the data to convert, convert FILE --to godot-4 --in-place",
    "the data to write, encode --from text - --like FILE -o OUT --retype",
    "the data to write, remove FILE $[true] -o OUT",
  })
  void requiresDialectForFileOfManual(String what, String command) throws IOException {
    Path file = folder.resolve("F");
    Variant value = VariantDictionary.of("a", PackedStringArray.of("ab"), "b", new Vector2(1, 2));
    SaveFormat.of(Dialect.MANUAL_4).write(file, List.of(value));
    byte[] before = Files.readAllBytes(file);
    Path out = folder.resolve("out");
    String[] args =
        command.replace("FILE", file.toString()).replace("OUT", out.toString()).split(" ", -1);
    assertThat(Run.gdvarWith("{\"a\":PackedStringArray(\"ab\")}", args))
        .isEqualTo(
            Run.badData(
                "%s: %s differs between godot-3 and manual-4, and the file fits both; set"
                    + " --dialect godot-3 or manual-4",
                file, what));
    assertThat(file).hasBinaryContent(before);
    assertThat(out).doesNotExist();
    String[] convert = words("convert %s --to godot-4 --dialect manual-4 -o %s", file, out);
    assertThat(Run.gdvar(convert)).isEqualTo(new Run(0, "", ""));
    assertThat(out).hasBinaryContent(SaveFormat.of(Dialect.GODOT_4).toByteArray(List.of(value)));
  }

  /** A crash can leave such a file. */
  @Test
  void requiresDialectForEmptyFile() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));
    String name = empty.toString();
    Path out = folder.resolve("out");
    assertThat(Run.gdvarWith("1", words("encode --from text - --like %s -o %s", empty, out)))
        .isEqualTo(
            Run.badData(
                "%s: no values found, so the dialect is unknown; name it with --dialect", empty));
    assertThat(out).doesNotExist();
    String[] encode = words("encode --from text - --like %s --dialect godot-3", empty);
    assertThat(Run.gdvarWith("1", encode).code()).isZero();
    Run none = Run.badData("%s: no values found", empty);
    assertThat(Run.gdvar("set", name, "$", "1")).isEqualTo(none);
    assertThat(Run.gdvar("remove", name, "$.a")).isEqualTo(none);
    assertThat(empty).isEmptyFile();
  }
}

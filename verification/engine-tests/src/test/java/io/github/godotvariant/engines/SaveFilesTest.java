package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import io.github.godotvariant.testkit.internal.EngineProcess.ProcessResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Exchanges files with real engines in both directions: random values in all formats that both
 * have, from an empty file to ten megabytes. {@code -Dengine.files=all} includes ten megabytes,
 * {@code -Dengine.seed=S} selects the values.
 */
class SaveFilesTest {
  private static final List<FileSize> AMOUNTS =
      Arrays.stream(FileSize.values())
          .filter(amount -> amount.isQuick() || "all".equals(System.getProperty("engine.files")))
          .toList();

  private static final int SHOWN_FAILURES = 5;

  @TempDir Path folder;

  /** The number of files for which the dialect had to be given. */
  private int ambiguous;

  @ParameterizedTest
  @EnumSource(Release.class)
  void readsFilesOfOtherSide(Release release) throws IOException {
    LiveEngine engine = Engines.of(release);
    List<EngineFormat> engineFormats = EngineFormat.of(release);
    int ways = release.isGodot4() ? 17 : 16;

    List<FileContents> contents = new ArrayList<>();
    List<String> jobs = new ArrayList<>();
    Path in = Files.createDirectory(folder.resolve("in"));
    for (FileSize amount : AMOUNTS) {
      FileContents content = FileContents.of(release, amount, Exchange.SEED);
      contents.add(content);
      Files.write(in.resolve(amount.name()), content.bytes());
      for (EngineFormat engineFormat : engineFormats) {
        engineFormat.write(in.resolve(ours(engineFormat, amount)), content.values());
        String size = Integer.toString(content.bytes().length);
        jobs.add(String.join(" ", "read", ours(engineFormat, amount), size, engineFormat.orders()));
        String theirs = theirs(engineFormat, amount);
        jobs.add(String.join(" ", "write", theirs, amount.name(), engineFormat.orders()));
      }
    }
    Files.write(in.resolve("jobs.txt"), jobs);

    ProcessResult process = engine.run(folder, "save_files.gd");

    Path out = folder.resolve("out");
    List<String> differences = new ArrayList<>();
    long bytes = 0;
    for (FileContents content : contents) {
      FileSize amount = content.amount();
      for (EngineFormat engineFormat : engineFormats) {
        Path answer = out.resolve(ours(engineFormat, amount));
        Path theirs = out.resolve(theirs(engineFormat, amount));
        readByEngine(answer, content)
            .ifPresent(text -> differences.add(answer.getFileName() + " " + text));
        readByUs(theirs, engineFormat, content)
            .ifPresent(text -> differences.add(theirs.getFileName() + " " + text));
        bytes += size(in.resolve(ours(engineFormat, amount))) + size(theirs);
      }
    }
    long files = count(out);
    System.out.printf(
        "%s: %d files (%d ways to keep %d amounts, both directions, seed %d, %d KB),"
            + " %d ambiguous, %d differences%n",
        engine,
        files,
        ways,
        AMOUNTS.size(),
        Exchange.SEED,
        bytes >> 10,
        ambiguous,
        differences.size());
    assertThat(differences.stream().limit(SHOWN_FAILURES))
        .as("%s, seed %d, %d differences; %s", engine, Exchange.SEED, differences.size(), process)
        .isEmpty();
    assertThat(process.isSuccess()).as("%s", process).isTrue();
    assertThat(files).as("files").isEqualTo(2L * ways * AMOUNTS.size());
  }

  private static String ours(EngineFormat engineFormat, FileSize amount) {
    return "ours." + engineFormat + "." + amount;
  }

  private static String theirs(EngineFormat engineFormat, FileSize amount) {
    return "theirs." + engineFormat + "." + amount;
  }

  private static long size(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  /** Returns how the engine reads our file differently. */
  private static Optional<String> readByEngine(Path answer, FileContents content)
      throws IOException {
    if (!Files.exists(answer)) {
      return Optional.of("is not opened by the engine");
    }
    return difference("values that the engine read", Files.readAllBytes(answer), content.bytes());
  }

  /** Returns how the library reads the file of the engine differently. */
  private Optional<String> readByUs(Path file, EngineFormat engineFormat, FileContents content)
      throws IOException {
    if (!Files.exists(file)) {
      return Optional.of("is not written by the engine");
    }
    int length = content.bytes().length;
    try (SaveFile save = open(file, engineFormat, length)) {
      List<Variant> values = save.values();
      if (!values.equals(content.values())) {
        return Optional.of("has other values: " + Exchange.cut(values));
      }
      SaveFormat found = save.originalFormat();
      if (!isAsExpected(found, engineFormat.format(), content)) {
        return Optional.of("is recognised as " + found + " instead of " + engineFormat.format());
      }
      byte[] again = engineFormat.again(found, values);
      if (engineFormat.isSameAgain()) {
        return difference("bytes written again", again, Files.readAllBytes(file));
      }
      return Optional.empty();
    } catch (SaveFileException | VariantException e) {
      return Optional.of("is not read: " + e);
    }
  }

  private SaveFile open(Path file, EngineFormat engineFormat, int length) throws IOException {
    try {
      return engineFormat.open(file, length, SaveOptions.DEFAULT);
    } catch (AmbiguousSaveFileException e) {
      ambiguous++;
      return engineFormat.open(
          file, length, SaveOptions.DEFAULT.withDialect(engineFormat.format().dialect()));
    }
  }

  /** Returns whether the detected format is correct, as far as the values show. */
  private static boolean isAsExpected(SaveFormat found, SaveFormat expected, FileContents content) {
    SaveFormat stated = expected.equals(expected.withFreshIv()) ? found.withFreshIv() : found;
    return switch (content.amount()) {
      case NOTHING -> stated.layers().equals(expected.layers());
      case ONE_VALUE -> stated.withDialect(expected.dialect()).equals(expected);
      default -> stated.equals(expected);
    };
  }

  private static Optional<String> difference(String what, byte[] actual, byte[] expected) {
    int at = Arrays.mismatch(actual, expected);
    if (at < 0) {
      return Optional.empty();
    }
    return Optional.of(
        "%s: %d bytes instead of %d, the first difference at %d%n  %s%n  instead of%n  %s"
            .formatted(
                what,
                actual.length,
                expected.length,
                at,
                around(actual, at),
                around(expected, at)));
  }

  private static String around(byte[] bytes, int at) {
    int from = Math.min(bytes.length, Math.max(0, at - 32));
    return HexFormat.of().formatHex(bytes, from, Math.min(bytes.length, from + 96));
  }
}

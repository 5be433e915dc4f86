package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.testsupport.JavaProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads and writes files of 3 GiB with a heap of 64 MiB. Files are written only if {@code
 * -Dlarge.folder=} names a folder for them, as {@code modules/save/try-large-files} does.
 */
class LargeDataTest {
  private static String run(String... arguments) throws IOException, InterruptedException {
    return runWith("-Xmx64m", arguments);
  }

  private static String runWith(String memory, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(memory, "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(LargeData.class.getName());
    command.addAll(List.of(arguments));
    return JavaProcess.run(command.toArray(String[]::new));
  }

  @Test
  void readsStream() throws IOException, InterruptedException {
    assertThat(run("stream")).contains(LargeData.expected("store_var, godot-4"));
  }

  /** The ranking keeps only one value in memory at a time. */
  @Test
  void ranksDialectsInSmallHeap() throws IOException, InterruptedException {
    assertThat(runWith("-Xmx48m", "rank")).isEqualToIgnoringNewLines("ranked 5");
  }

  @Test
  void readsCompressedStream() throws IOException, InterruptedException {
    assertThat(run("compressed-stream"))
        .contains("GCPF (Deflate")
        .contains(LargeData.expected("store_var, godot-4"));
  }

  @ParameterizedTest
  @CsvSource({
    "plain, 'store_var, godot-4'",
    "zstd, 'GCPF (Zstandard, blocks of 4096) > store_var, godot-4'",
    "encrypted, 'GDEC (Godot 4, AES-256-CFB) > store_var, godot-4'"
  })
  @EnabledIfSystemProperty(named = "large.folder", matches = ".+")
  void writesAndReadsFile(String form, String format) throws IOException, InterruptedException {
    String output = run(form, System.getProperty("large.folder"));
    System.out.print(output);
    assertThat(output).contains(LargeData.expected(format));
  }
}

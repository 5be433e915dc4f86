package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.params.provider.MethodSource;

/** Files; the first byte selects what the reader knows about them. */
class FileFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#";

  @MethodSource(SEEDS + "files")
  @FuzzTest
  void open(byte[] fuzzed) throws IOException {
    FileProperties.open(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "streams")
  @FuzzTest
  void wrap(byte[] fuzzed) throws IOException {
    FileProperties.wrap(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "blocks")
  @FuzzTest
  void block(byte[] fuzzed) throws IOException {
    FileProperties.block(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "blocks")
  @FuzzTest
  void decompress(byte[] fuzzed) {
    FileProperties.decompress(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "calls")
  @FuzzTest
  void readPieces(byte[] fuzzed) throws IOException {
    FileProperties.readPieces(Input.of(fuzzed));
  }
}

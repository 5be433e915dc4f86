package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes, of which the first chooses dialect, objects and limits. */
class BinaryFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#";

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void decode(byte[] fuzzed) {
    BinaryProperties.decode(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void decodePrefix(byte[] fuzzed) {
    BinaryProperties.prefix(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void inspect(byte[] fuzzed) {
    BinaryProperties.inspect(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void probe(byte[] fuzzed) {
    BinaryProperties.probe(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void skip(byte[] fuzzed) {
    BinaryProperties.skip(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void walk(byte[] fuzzed) {
    ReaderProperties.walk(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void seek(byte[] fuzzed) {
    ReaderProperties.seek(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "calls")
  @FuzzTest
  void drive(byte[] fuzzed) {
    ReaderProperties.drive(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytesAfterByte")
  @FuzzTest
  void convert(byte[] fuzzed) {
    ConversionProperties.convert(Input.of(fuzzed));
  }
}

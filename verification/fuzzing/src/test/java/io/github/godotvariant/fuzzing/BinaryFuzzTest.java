package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes, of which the first chooses dialect, objects and limits. */
class BinaryFuzzTest {
  private static final String SEEDS = "io.github.godotvariant.fuzzing.Seeds#";

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void decode(byte[] fuzzed) {
    BinaryLaws.decode(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void decodePrefix(byte[] fuzzed) {
    BinaryLaws.prefix(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void inspect(byte[] fuzzed) {
    BinaryLaws.inspect(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void probe(byte[] fuzzed) {
    BinaryLaws.probe(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void skip(byte[] fuzzed) {
    BinaryLaws.skip(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void walk(byte[] fuzzed) {
    ReaderLaws.walk(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytes")
  @FuzzTest
  void seek(byte[] fuzzed) {
    ReaderLaws.seek(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "calls")
  @FuzzTest
  void drive(byte[] fuzzed) {
    ReaderLaws.drive(Input.of(fuzzed));
  }

  @MethodSource(SEEDS + "bytesBehindByte")
  @FuzzTest
  void convert(byte[] fuzzed) {
    ConversionLaws.convert(Input.of(fuzzed));
  }
}

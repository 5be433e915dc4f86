package io.github.godotvariant.fuzzing;

import com.code_intelligence.jazzer.api.Jazzer;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Input as an entry point reads it; the fuzzer keeps the input that costs most for each byte. */
class CostFuzzTest {
  /** Elements of a seed, and bytes: the fuzzer makes inputs of up to this length. */
  private static final int SEED_ELEMENTS = 32;

  private static final int MAX_SEED_BYTES = 4096;

  /** The resolution with which the fuzzer sees the cost. */
  private static final int COUNTERS = 1 << 10;

  private static final Map<EntryPoint, Double> HIGHEST = new EnumMap<>(EntryPoint.class);

  private static void check(EntryPoint entry, byte[] input) {
    long steps = Cost.steps(entry, input, Cost.MAX_RATIO);
    double ratio = Cost.ratio(entry, input, steps);
    Check.that(
        ratio <= Cost.MAX_RATIO,
        () -> String.format(Locale.ROOT, "%s takes more than %d steps", entry, steps));
    HIGHEST.merge(entry, ratio, Math::max);
    long counter = (long) (COUNTERS * ratio / Cost.MAX_RATIO);
    Jazzer.maximize(counter, 0, COUNTERS, COUNTERS, entry.ordinal());
  }

  @AfterAll
  static void printHighest() {
    HIGHEST.forEach(
        (entry, ratio) ->
            System.out.printf(
                Locale.ROOT, "%s: at most %.1f times an ordinary save%n", entry, ratio));
  }

  private static Stream<Arguments> seeds(InputFormat format) {
    return Arrays.stream(HostileInput.values())
        .flatMap(
            input ->
                Stream.ofNullable(input.make(SEED_ELEMENTS).get(format))
                    .filter(bytes -> bytes.length <= MAX_SEED_BYTES)
                    .map(bytes -> Arguments.of(Named.of(input.name(), bytes))));
  }

  static Stream<Arguments> bytes() {
    return seeds(InputFormat.BYTES);
  }

  static Stream<Arguments> godot3Bytes() {
    return seeds(InputFormat.GODOT_3_BYTES);
  }

  static Stream<Arguments> record() {
    return seeds(InputFormat.RECORD);
  }

  static Stream<Arguments> text() {
    return seeds(InputFormat.TEXT);
  }

  static Stream<Arguments> nativeJson() {
    return seeds(InputFormat.NATIVE_JSON);
  }

  static Stream<Arguments> plainJson() {
    return seeds(InputFormat.PLAIN_JSON);
  }

  static Stream<Arguments> file() {
    return seeds(InputFormat.FILE);
  }

  static Stream<Arguments> searchedFile() {
    return seeds(InputFormat.SEARCHED_FILE);
  }

  static Stream<Arguments> arguments() {
    return seeds(InputFormat.ARGUMENTS);
  }

  @MethodSource("bytes")
  @FuzzTest
  void costOfDecode(byte[] input) {
    check(EntryPoint.DECODE, input);
  }

  @MethodSource("godot3Bytes")
  @FuzzTest
  void costOfDecodeGodot3(byte[] input) {
    check(EntryPoint.DECODE_GODOT_3, input);
  }

  @MethodSource("bytes")
  @FuzzTest
  void costOfSkip(byte[] input) {
    check(EntryPoint.SKIP, input);
  }

  @MethodSource("record")
  @FuzzTest
  void costOfReadRecord(byte[] input) {
    check(EntryPoint.READ_RECORD, input);
  }

  @MethodSource("record")
  @FuzzTest
  void costOfReadRecordByHandles(byte[] input) {
    check(EntryPoint.READ_RECORD_BY_HANDLES, input);
  }

  @MethodSource("record")
  @FuzzTest
  void costOfMapRecord(byte[] input) {
    check(EntryPoint.MAP_RECORD, input);
  }

  @MethodSource("bytes")
  @FuzzTest
  void costOfMapTree(byte[] input) {
    check(EntryPoint.MAP_TREE, input);
  }

  @MethodSource("bytes")
  @FuzzTest
  void costOfRankDialects(byte[] input) {
    check(EntryPoint.RANK_DIALECTS, input);
  }

  @MethodSource("text")
  @FuzzTest
  void costOfParseText(byte[] input) {
    check(EntryPoint.PARSE_TEXT, input);
  }

  @MethodSource("nativeJson")
  @FuzzTest
  void costOfReadNativeJson(byte[] input) {
    check(EntryPoint.READ_NATIVE_JSON, input);
  }

  @MethodSource("plainJson")
  @FuzzTest
  void costOfReadPlainJson(byte[] input) {
    check(EntryPoint.READ_PLAIN_JSON, input);
  }

  @MethodSource("file")
  @FuzzTest
  void costOfOpenFile(byte[] input) {
    check(EntryPoint.OPEN_FILE, input);
  }

  @MethodSource("searchedFile")
  @FuzzTest
  void costOfSearchFile(byte[] input) {
    check(EntryPoint.SEARCH_FILE, input);
  }

  @MethodSource("bytes")
  @FuzzTest
  void costOfDeserialize(byte[] input) {
    check(EntryPoint.DESERIALIZE, input);
  }

  @MethodSource("arguments")
  @FuzzTest
  void costOfDecodeArguments(byte[] input) {
    check(EntryPoint.DECODE_ARGUMENTS, input);
  }

  @MethodSource("bytes")
  @FuzzTest
  void costOfFindKeys(byte[] input) {
    check(EntryPoint.FIND_KEYS, input);
  }

  @MethodSource("bytes")
  @FuzzTest
  void costOfToJava(byte[] input) {
    check(EntryPoint.TO_JAVA, input);
  }

  @MethodSource("bytes")
  @FuzzTest
  void costOfCompare(byte[] input) {
    check(EntryPoint.COMPARE, input);
  }

  @MethodSource("bytes")
  @FuzzTest
  void costOfKeepTypes(byte[] input) {
    check(EntryPoint.KEEP_TYPES, input);
  }
}

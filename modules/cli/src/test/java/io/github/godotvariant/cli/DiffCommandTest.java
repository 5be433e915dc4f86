package io.github.godotvariant.cli;

import static io.github.godotvariant.cli.Run.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
  @TempDir Path folder;

  private Run diff(List<? extends Variant> before, List<? extends Variant> after, String... more)
      throws IOException {
    SaveFormat plain = SaveFormat.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    plain.write(a, before);
    plain.write(b, after);
    return Run.gdvar(words("diff %s %s " + String.join(" ", more), a, b));
  }

  private void assertLines(Object before, Object after, String... lines) throws IOException {
    Run run = diff(List.of(Variant.of(before)), List.of(Variant.of(after)), "--objects");
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines()).containsExactly(lines);
    assertThat(run.code()).isEqualTo(lines.length == 0 ? 0 : 1);
  }

  @Test
  void printsNothingForEqualValues() throws IOException {
    assertLines(VariantDictionary.of("a", 1), VariantDictionary.of("a", 1));
    assertLines(Double.NaN, Double.NaN);
  }

  @Test
  void distinguishesTypesAndSigns() throws IOException {
    assertLines(1, 1.0, "~ $  int 1 → float 1.0");
    assertLines(
        VariantDictionary.of("x", "a"),
        VariantDictionary.of("x", StringName.of("a")),
        "~ $.x  String \"a\" → StringName &\"a\"");
    assertLines(VariantDictionary.of("x", 2), VariantDictionary.of("x", 3), "~ $.x  int 2 → int 3");
  }

  @Test
  void printsMissingEntries() throws IOException {
    assertLines(
        VariantDictionary.of("gone", "x", "kept", 1),
        VariantDictionary.of("kept", 1, "new one", new Vector2(1, 2)),
        "- $.gone  String \"x\"",
        "+ $[\"new one\"]  Vector2 (1, 2)");
  }

  @Test
  void printsChangedOrder() throws IOException {
    assertLines(
        VariantDictionary.of("a", 1, "b", 2),
        VariantDictionary.of("b", 2, "a", 1),
        "~ $  Dictionary, 2 entries, in another order");
    assertLines(
        VariantDictionary.of("a", 1, "b", 2),
        VariantDictionary.of("b", 3, "a", 1),
        "~ $.b  int 2 → int 3",
        "~ $  Dictionary, 2 entries, in another order");
    assertThat(Run.gdvar("diff", "-", "-").code()).isEqualTo(2);
  }

  /** The exit code differs from those for different values and for an invalid command line. */
  @Test
  void rejectsMalformedFile() {
    String broken = "../../examples/player-update-cut.bin";
    String whole = "../../examples/player-update.bin";
    for (String[] files : new String[][] {{broken, whole}, {whole, broken}, {broken, broken}}) {
      Run run = Run.gdvar("diff", files[0], files[1]);
      assertThat(run.code()).isEqualTo(3);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).startsWith("gdvar: " + broken + ": ");
    }
  }

  @Test
  void printsRemovedElementAsOneDifference() throws IOException {
    assertLines(
        VariantArray.of("a", "b", "c", "d"),
        VariantArray.of("a", "c", "d"),
        "- $[1]  String \"b\"");
    assertLines(VariantArray.of("a", "c"), VariantArray.of("a", "b", "c"), "+ $[1]  String \"b\"");
    assertLines(
        VariantArray.of(1, 2, 3, 4),
        VariantArray.of(9),
        "~ $[0]  int 1 → int 9",
        "- $[1]  int 2",
        "- $[2]  int 3",
        "- $[3]  int 4");
  }

  @Test
  void printsElementTypesOfContainers() throws IOException {
    VariantArray ints = VariantArray.of(1).withElementType(ElementType.of(VariantType.INT));
    assertLines(VariantArray.of(1), ints, "~ $  Array, 1 element → Array[int], 1 element");
  }

  @Test
  void comparesProperties() throws IOException {
    ObjectValue.Property same = new ObjectValue.Property("same", Variant.of(1));
    assertLines(
        new ObjectValue("Node", List.of(same, new ObjectValue.Property("x", Variant.of(1)))),
        new ObjectValue("Node", List.of(same, new ObjectValue.Property("x", Variant.of(2)))),
        "~ $.x  int 1 → int 2");
    assertLines(
        new ObjectValue("Node", List.of(same)),
        new ObjectValue("Resource", List.of(same)),
        "~ $  Object Node, 1 property → Object Resource, 1 property");
    assertLines(
        new ObjectValue("Node", List.of(same)),
        new ObjectValue("Node", List.of(same, same)),
        "~ $  Object Node, 1 property → Object Node, 2 properties");
  }

  @Test
  void printsNumbersOfSeveralValues() throws IOException {
    Run run = diff(List.of(Variant.of(1), Variant.of(2)), List.of(Variant.of(1)));
    assertThat(run).isEqualTo(new Run(1, "value 1\n- $  int 2\n", ""));
  }

  @Test
  void shortensLongValuesByDefault() throws IOException {
    List<Variant> before = List.of(Variant.of("x".repeat(100)));
    List<Variant> after = List.of(Variant.of(1));
    assertThat(diff(before, after).out())
        .isEqualTo(
            "~ $  String \""
                + "x".repeat(64)
                + "…\" (100 characters) → int 1\n"
                + "… is where something was left out; --full prints it all\n");
    assertThat(diff(before, after, "--full").out())
        .isEqualTo("~ $  String \"" + "x".repeat(100) + "\" → int 1\n");
  }

  @Test
  void ignoresLayersOfFiles() throws IOException {
    List<Variant> values = List.of(VariantDictionary.of("gold", 100));
    Path plain = folder.resolve("plain");
    Path secret = folder.resolve("secret");
    SaveFormat.of(Dialect.GODOT_3).write(plain, values);
    SaveFormat.of(Dialect.GODOT_4)
        .encrypted(EncryptionKey.ofPassword("it"))
        .write(secret, List.of(VariantDictionary.of("gold", 101)));
    Run run = Run.gdvarIn(Run.password("it"), new byte[0], words("diff %s %s", plain, secret));
    assertThat(run).isEqualTo(new Run(1, "~ $.gold  int 100 → int 101\n", ""));
  }

  @Test
  void comparesDeepValues() throws IOException {
    Variant before = Variant.of(1);
    Variant after = Variant.of(2);
    for (int i = 0; i < 1023; i++) {
      before = VariantArray.of(before);
      after = VariantArray.of(after);
    }
    Run run = diff(List.of(before), List.of(after));
    assertThat(run.out()).startsWith("~ $[0][0]").endsWith("[0][0]  int 1 → int 2\n");
    assertThat(run.out()).hasLineCount(1);
  }

  /** Returns the allocated bytes for a number of differences at a depth. */
  private long allocated(int levels, int differences) throws IOException {
    Variant before = ints(differences, 0);
    Variant after = ints(differences, 1);
    for (int i = 0; i < levels; i++) {
      before = VariantArray.of(before);
      after = VariantArray.of(after);
    }
    assertThat(diff(List.of(before), List.of(after)).out()).hasLineCount(differences);
    String a = folder.resolve("a").toString();
    String b = folder.resolve("b").toString();
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = thread.getCurrentThreadAllocatedBytes();
    Run.gdvar("diff", a, b);
    return thread.getCurrentThreadAllocatedBytes() - start;
  }

  private static Variant ints(int count, int first) {
    return VariantArray.copyOf(
        IntStream.range(first, first + count).mapToObj(Variant::of).toList());
  }

  @Test
  void comparesDeepValuesInLinearTime() throws IOException {
    assertThat(allocated(1000, 10_000)).isLessThan(allocated(200, 10_000) * 5 / 4);
  }

  @Test
  void findsManyDifferencesInLinearTime() throws IOException {
    VariantDictionary.Builder before = VariantDictionary.builder();
    VariantDictionary.Builder after = VariantDictionary.builder();
    IntStream.range(0, 100_000).forEach(i -> before.put(i, i));
    IntStream.range(0, 100_000).forEach(i -> after.put(i, -i - 1));
    Run run = diff(List.of(before.build()), List.of(after.build()));
    assertThat(run.out()).hasLineCount(100_000).startsWith("~ $[0]  int 0 → int -1\n");
  }

  @Test
  void distinguishesDifferenceFromOrder() throws IOException {
    double oddNan = Double.longBitsToDouble(0x7ff8000000000001L);
    assertLines(Double.NaN, oddNan, "~ $  float nan → float nan (the difference is not shown)");
    Run run =
        diff(
            List.of(Variant.of("x".repeat(400) + "1")), List.of(Variant.of("x".repeat(400) + "2")));
    assertThat(run.out()).contains(" (the difference is not shown)\n").doesNotContain("order");
  }

  @Test
  void printsDeepDifferencesAsJson() throws IOException {
    Variant before = Variant.of(1);
    for (int i = 0; i < 1000; i++) {
      before = VariantDictionary.of("a", before);
    }
    Run run = diff(List.of(before), List.of(Variant.of(1)), "--json");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).hasLineCount(1);
  }

  /** UTF-8 would replace lone surrogates by question marks. */
  @Test
  void distinguishesLoneSurrogatesInJson() throws IOException {
    SaveFormat godot3 = SaveFormat.of(Dialect.GODOT_3);
    Path before = folder.resolve("before");
    Path after = folder.resolve("after");
    godot3.write(before, List.of(VariantDictionary.of("\ud800", 1, "\ud83d\ude00", 1)));
    godot3.write(after, List.of(VariantDictionary.of("\ud801", 1, "\ud83d\ude00", 2)));
    Run run = Run.gdvar("diff", "--json", "--dialect", "godot-3", "" + before, "" + after);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("$[\\\"\\ud800\\\"]", "$[\\\"\\ud801\\\"]", "$[\\\"\ud83d\ude00\\\"]")
        .doesNotContain("?");
  }

  /** Each dictionary is compared with the next one that is written equally. */
  @Test
  void comparesEqualDictionariesAsKeysInOrder() throws IOException {
    Variant zero = VariantDictionary.of(1, 0.0);
    Variant minusZero = VariantDictionary.of(1, -0.0);
    Path before = folder.resolve("before");
    Path after = folder.resolve("after");
    SaveFormat godot3 = SaveFormat.of(Dialect.GODOT_3);
    godot3.write(before, List.of(keyed(zero, 1, zero, 2, zero, 3)));
    godot3.write(after, List.of(keyed(minusZero, 9, zero, 1, zero, 5)));
    assertThat(Run.gdvar("diff", "--dialect", "godot-3", "" + before, "" + after).out())
        .isEqualTo(
            """
            ~ $[{\\n1: 0.0\\n}]  int 2 → int 5
            - $[{\\n1: 0.0\\n}]  int 3
            + $[{\\n1: 0.0\\n}]  int 9
            """);
  }

  private static Variant keyed(Object... pairs) {
    VariantDictionary.Builder dictionary = VariantDictionary.builder().keyRule(KeyRule.GODOT_3);
    for (int i = 0; i < pairs.length; i += 2) {
      dictionary.put(pairs[i], pairs[i + 1]);
    }
    return dictionary.build();
  }

  @Test
  void shortensLongPaths() throws IOException {
    VariantArray key = VariantArray.copyOf(java.util.Collections.nCopies(5000, Variant.of(7)));
    Run run =
        diff(
            List.of(VariantDictionary.of(key, VariantArray.of(1))),
            List.of(VariantDictionary.of(key, VariantArray.of(2))));
    assertThat(run.out()).hasSizeLessThan(500).endsWith("[0]  int 1 → int 2\n");
  }

  @Test
  void printsTypesOfDialectsAndSignsOfZeros() throws IOException {
    Path old = folder.resolve("old.save");
    Path young = folder.resolve("young.save");
    SaveFormat.of(Dialect.GODOT_3)
        .write(old, List.of(VariantDictionary.of("kills", PackedInt32Array.of(1), "speed", 0.0)));
    SaveFormat.of(Dialect.GODOT_4)
        .write(
            young, List.of(VariantDictionary.of("kills", PackedInt32Array.of(2), "speed", -0.0)));
    assertThat(Run.gdvar("diff", "--full", old.toString(), young.toString()).out())
        .isEqualTo(
            """
            ~ $.kills  PoolIntArray, 1 element: 1 → PackedInt32Array, 1 element: 2
            ~ $.speed  float 0.0 → float -0.0
            """);
  }
}

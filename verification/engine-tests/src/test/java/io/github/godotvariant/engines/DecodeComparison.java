package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.testkit.internal.TypedJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares how the library and an engine decode bytes. Counts equal results and those that the
 * table {@code byte-differences.tsv} explains, and collects the others.
 */
final class DecodeComparison {
  private static final int SHOWN = 8;
  private static final int SHOWN_TEXT = 400;

  private final LiveEngine engine;
  private final ExplainedDifferences explained;

  /** For each kind of difference the shortest example. */
  private final Map<String, String> unexplained = new TreeMap<>();

  private int accepted;
  private int refused;
  private int read;
  private int differences;

  DecodeComparison(LiveEngine engine, Release release) {
    this.engine = engine;
    explained = new ExplainedDifferences("byte-differences.tsv", release);
  }

  /** Lets the engine decode the same bytes, and compares the results. */
  void compare(List<LibraryResult> readings) {
    List<DecodeResult> results =
        engine.decode(readings.stream().map(LibraryResult::request).toList());
    List<Integer> rewritten = new ArrayList<>();
    for (int i = 0; i < readings.size(); i++) {
      LibraryResult ours = readings.get(i);
      DecodeResult engines = results.get(i);
      if (engines.verdict() == DecodeResult.Verdict.CRASHED) {
        differs("engine crashes", ours, engines, "");
      } else if (ours.value() == null && !engines.isAccepted()) {
        refused++;
      } else if (ours.value() == null) {
        differs("library rejects", ours, engines, "");
      } else if (!engines.isAccepted()) {
        differs("engine rejects", ours, engines, "");
      } else if (engines.bytes().length == 0) {
        differs("engine cannot write", ours, engines, "");
      } else if (!isSame(ours.codec(), ours.written(), engines.bytes())) {
        rewritten.add(i);
      } else if (!ours.request().readable()) {
        accepted++;
      } else {
        compareValues(ours, engines);
      }
    }
    compareAgain(
        rewritten.stream().map(readings::get).toList(),
        rewritten.stream().map(results::get).toList());
  }

  private void compareValues(LibraryResult ours, DecodeResult engines) {
    if (engines.json().isEmpty()) {
      differs("other decoded value", ours, engines, "");
      return;
    }
    Variant value = TypedJson.parse(engines.json());
    if (value.equals(ours.value())) {
      accepted++;
      read++;
    } else {
      boolean lessIsWritten = value.equals(ours.codec().decode(ours.written()));
      differs(
          lessIsWritten ? "more is kept" : "other decoded value", ours, engines, engines.json());
    }
  }

  /**
   * Checks results that are encoded differently: the engine must decode our bytes to the same value
   * as the original bytes.
   */
  private void compareAgain(List<LibraryResult> readings, List<DecodeResult> first) {
    List<DecodeResult> second =
        engine.decode(
            readings.stream()
                .map(ours -> new DecodeRequest(ours.written(), ours.request().objects(), false))
                .toList());
    for (int i = 0; i < readings.size(); i++) {
      LibraryResult ours = readings.get(i);
      byte[] again = second.get(i).bytes();
      boolean same =
          again.length > 0
              && isSame(
                  ours.codec(),
                  rewritten(ours.codec(), first.get(i).bytes()),
                  rewritten(ours.codec(), again));
      String shown = "of ours it makes " + Exchange.hex(again);
      differs(same ? "other bytes" : "other value", ours, first.get(i), shown);
    }
  }

  /** Encodes a value of the engine again, which writes zeros as padding. */
  private static byte[] rewritten(VariantCodec codec, byte[] bytes) {
    return codec.encode(codec.decode(bytes));
  }

  private static boolean isSame(VariantCodec codec, byte[] ours, byte[] engines) {
    return Exchange.same(codec, ours, engines)
        || Exchange.same(codec, withoutIds(codec, ours), withoutIds(codec, engines));
  }

  /** Engines write the instance id of a new holder object instead of the original id. */
  private static byte[] withoutIds(VariantCodec codec, byte[] bytes) {
    byte[] changed = bytes.clone();
    codec.inspect(bytes).root().ifPresent(root -> clearIds(root, changed));
    return changed;
  }

  private static void clearIds(WireNode node, byte[] bytes) {
    for (WireField field : node.fields()) {
      if (field.name().equals("instance id")) {
        Arrays.fill(bytes, field.offset(), field.offset() + field.length(), (byte) 1);
      }
    }
    node.children().forEach(child -> clearIds(child, bytes));
  }

  /** Counts a difference, and looks for it in the table. */
  private void differs(String difference, LibraryResult ours, DecodeResult engines, String more) {
    byte[] input = ours.request().input();
    String bytes =
        switch (difference) {
          case "engine crashes" -> new String(input, StandardCharsets.ISO_8859_1);
          case "library rejects" -> ours.hex().substring(2 * ours.offset());
          default -> Exchange.hex(engines.bytes());
        };
    boolean merged = ours.codec().inspect(input).root().filter(MergedKeys::in).isPresent();
    String subject =
        String.join("\n", ours.text(), engines.messages(), bytes, merged ? "merged keys" : "");
    if (!explained.explain(difference, subject)) {
      differences++;
      String shown =
          "%s:%s %s%n  ours   %s%n  writes %s%n  engine %s%n  says   %s%n  %s"
              .formatted(
                  difference,
                  ours.request().objects() ? " full objects" : "",
                  ours.hex(),
                  cut(ours.text()),
                  Exchange.hex(ours.written()),
                  Exchange.hex(engines.bytes()),
                  cut(engines.messages()),
                  more);
      unexplained.merge(
          difference + kind(ours.problem()) + kind(engines.messages()),
          shown,
          (a, b) -> a.length() <= b.length() ? a : b);
    }
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(SHOWN_TEXT, text.length()));
  }

  /** Returns a message without its variable parts. */
  private static String kind(String message) {
    return message.replaceAll("(?s)\\$.*|\"[^\"]*\"|\n.*|[0-9]+", "");
  }

  /**
   * Prints a summary, and fails the test if there is an unexplained difference.
   *
   * @param kind a name for the inputs
   * @param count the expected number of inputs
   */
  void report(String kind, int count) {
    int all = accepted + refused + explained.count() + differences;
    System.out.printf(
        "%s: %d %s (seed %d): %d accepted by both (%d of them read as well),"
            + " %d refused by both, %d explained, %d differences%n",
        engine, all, kind, Exchange.SEED, accepted, read, refused, explained.count(), differences);
    explained.print();
    List<String> examples = unexplained.values().stream().limit(SHOWN).toList();
    assertThat(differences)
        .as("%s, seed %d:%n%s%n", engine, Exchange.SEED, String.join("\n", examples))
        .isZero();
    assertThat(all).isEqualTo(count);
    assertThat(accepted).as("accepted").isGreaterThan(count / 5);
    assertThat(refused).as("refused").isGreaterThan(count / 5);
    assertThat(read).as("read as well").isGreaterThan(count / 50);
  }
}

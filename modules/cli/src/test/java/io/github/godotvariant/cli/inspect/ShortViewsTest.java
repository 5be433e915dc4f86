package io.github.godotvariant.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.VariantCodec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

/** Checks that a short inspection omits only parts that short views do not print. */
class ShortViewsTest {
  private static final VariantCodec CODEC = VariantCodec.GODOT_4;
  private static final Detail DETAIL = Detail.SHORT;

  @Test
  void printsSameForShortInspection() {
    Map<Object, Object> pairs = new LinkedHashMap<>();
    for (int i = 0; i < DETAIL.entries() + 3; i++) {
      pairs.put("key " + i, i % 20 == 0 ? List.of(1, "x", List.of(i)) : i);
    }
    List<Object> inner =
        IntStream.range(0, DETAIL.elements() + 4).mapToObj(i -> (Object) ("text " + i)).toList();
    Map<Object, Object> whole = new LinkedHashMap<>();
    whole.put("pairs", pairs);
    whole.put("texts", inner);
    byte[] bytes = CODEC.encode(Variant.of(List.of(whole, inner, pairs)));
    int different = 0;
    for (int length = bytes.length; length > 0; length -= 3) {
      byte[] cut = Arrays.copyOf(bytes, length);
      Inspection all = CODEC.inspect(cut);
      Inspection some = CODEC.inspect(cut, DETAIL.elements(), DETAIL.entries());
      assertThat(tree(some)).isEqualTo(tree(all));
      assertThat(bytes(some, cut)).isEqualTo(bytes(all, cut));
      different += tree(all).contains("… ") ? 1 : 0;
    }
    assertThat(different).isGreaterThan(100);
  }

  private static String tree(Inspection inspection) {
    StringWriter text = new StringWriter();
    boolean leftOut =
        inspection.root().map(root -> new TreeView(report(text), 0).print(root)).orElse(false);
    return text + " " + leftOut;
  }

  private static String bytes(Inspection inspection, byte[] bytes) {
    StringWriter text = new StringWriter();
    boolean leftOut = new ByteView(report(text), bytes, 0).print(inspection);
    return text + " " + leftOut;
  }

  private static Report report(StringWriter text) {
    return new Report(new PrintWriter(text), new Paint(Ansi.OFF), DETAIL, false);
  }
}

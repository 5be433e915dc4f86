package io.github.godotvariant.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sealed hierarchies whose type key is not the first key of a dictionary. */
@NullMarked
class TypeKeySearchTest {
  private static final int MAX_LEVELS = 190;

  @GodotRecord(typeKey = "kind")
  sealed interface Step {}

  @GodotRecord
  record One(@Nullable Step next) implements Step {}

  @GodotRecord
  record Many(List<Step> steps, @Nullable Map<Step, Step> map) implements Step {}

  @GodotRecord
  record Steps(List<Step> steps) {}

  private static final RecordCodec<Steps> STEPS =
      RecordCodec.of(MethodHandles.lookup(), Steps.class);

  private static byte[] encoded(Variant... steps) {
    return VariantCodec.GODOT_4.encode(
        VariantDictionary.of("steps", VariantArray.of((Object[]) steps)));
  }

  private static Variant nested(int levels, Variant innermost, UnaryOperator<Variant> outer) {
    Variant value = innermost;
    for (int level = 0; level < levels; level++) {
      value = outer.apply(value);
    }
    return value;
  }

  private static Variant one(Object next) {
    return VariantDictionary.of("next", next, "kind", "One");
  }

  private static Variant one() {
    return VariantDictionary.of("other", 1, "kind", "One");
  }

  @Test
  void findsTypeKeysOfNestedDictionaries() {
    Variant map = VariantDictionary.of(one(one()), one(one(one())), one(), one());
    Variant many =
        VariantDictionary.of(
            "steps", VariantArray.of(one(one()), one()), "map", map, StringName.of("kind"), "Many");
    Variant twice = VariantDictionary.of("x", "One", "next", many, "kind", StringName.of("One"));
    Step one = new One(null);
    Step expected =
        new Many(List.of(new One(one), one), Map.of(new One(one), new One(new One(one)), one, one));
    assertThat(STEPS.decode(encoded(one(one(twice)), one(many), many)).steps())
        .containsExactly(new One(new One(new One(expected))), new One(expected), expected);
  }

  @Test
  void usesLastOfEqualTypeKeysInNestedDictionaries() {
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginDictionary();
    writer.value("kind").value("Many").value("kind").value("One");
    byte[] twice = writer.endDictionary().toByteArray();
    byte[] once = VariantCodec.GODOT_4.encode(VariantDictionary.of("kind", "One"));
    for (int levels = 0; levels < 10; levels++) {
      byte[] bytes = encoded(nested(levels, VariantDictionary.of("kind", "One"), s -> one(s)));
      Steps expected = STEPS.decode(bytes);
      int at = Collections.indexOfSubList(asList(bytes), asList(once));
      byte[] replaced = new byte[bytes.length - once.length + twice.length];
      System.arraycopy(bytes, 0, replaced, 0, at);
      System.arraycopy(twice, 0, replaced, at, twice.length);
      int end = at + once.length;
      System.arraycopy(bytes, end, replaced, at + twice.length, bytes.length - end);
      assertThat(STEPS.decode(replaced)).isEqualTo(expected);
    }
  }

  private static List<Byte> asList(byte[] bytes) {
    List<Byte> list = new ArrayList<>();
    for (byte each : bytes) {
      list.add(each);
    }
    return list;
  }

  @Test
  void reportsWrongTypeKeysOfNestedDictionaries() {
    record Case(Variant innermost, String message, String path) {}
    for (Case each :
        List.of(
            new Case(VariantDictionary.of("a", 1), "no key \"kind\" for Step", ""),
            new Case(
                VariantDictionary.of("a", 1, "kind", "x"),
                "wanted one of [One, Many] but found \"x\" for Step",
                ".kind"),
            new Case(
                VariantDictionary.of("a", 1, "kind", 5),
                "wanted String but found int for Step",
                ".kind"),
            new Case(Variant.of(5), "wanted Dictionary but found int for Step", ""))) {
      for (int levels = 1; levels < 10; levels++) {
        byte[] bytes = encoded(nested(levels, each.innermost, s -> one(s)));
        assertThatExceptionOfType(VariantTypeException.class)
            .isThrownBy(() -> STEPS.decode(bytes))
            .satisfies(e -> assertThat(e.problem()).isEqualTo(each.message))
            .satisfies(
                e ->
                    assertThat(e.path())
                        .matches("\\$\\.steps\\[0](\\.next)+" + each.path.replace(".", "\\.")));
      }
    }
  }

  /** Each byte would be passed once for each level around it. */
  @Test
  void readsDeepTypeKeysInLinearTime() {
    Variant filler = VariantArray.of(Collections.nCopies(100_000, "x").toArray());
    byte[] shallow = encoded(VariantDictionary.of("filler", filler, "kind", "One"));
    byte[] deep =
        encoded(
            nested(
                MAX_LEVELS,
                VariantDictionary.of("filler", filler, "kind", "One"),
                step -> one(step)));
    long factor = nanos(deep) / nanos(shallow);
    assertThat(factor).isLessThan(MAX_LEVELS / 4);
  }

  /** The CPU time of the fastest of several runs. */
  private static long nanos(byte[] bytes) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long fastest = Long.MAX_VALUE;
    for (int run = 0; run < 10; run++) {
      long start = threads.getCurrentThreadCpuTime();
      assertThat(STEPS.decode(bytes).steps()).hasSize(1);
      fastest = Math.min(fastest, threads.getCurrentThreadCpuTime() - start);
    }
    return fastest;
  }
}

package io.github.godotvariant.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.CallableValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector4Array;
import io.github.godotvariant.Projection;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.convert.ClassNames;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.convert.Loss;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares the tables about conversions in documents with the library, which prints them. */
class ConversionTablesTest {
  private static final List<Dialect> TARGETS =
      Dialect.presets().stream()
          .filter(dialect -> dialect != Dialect.GODOT_4 && dialect != Dialect.GODOT_4_4)
          .toList();

  /** Returns values that at least one target converts, at least one for each such type. */
  private static Map<String, Variant> samples() {
    Vector4 v = new Vector4(1, 2, 3, 4);
    Map<String, Variant> samples = new LinkedHashMap<>();
    samples.put("float, exact in 32 bits", Variant.of(0.5));
    samples.put("float, others", Variant.of(0.1));
    samples.put("StringName", StringName.of("a"));
    samples.put("Vector2i", new Vector2i(1, 2));
    samples.put("Vector2i beyond 2^24", new Vector2i(16_777_217, 2));
    samples.put("Rect2i", new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)));
    samples.put("Vector3i", new Vector3i(1, 2, 3));
    samples.put("Vector4", v);
    samples.put("Vector4i", new Vector4i(1, 2, 3, 4));
    samples.put("Projection, exact in 32 bits", new Projection(v, v, v, v));
    samples.put("Vector2 (any real shape), not exact in 32 bits", new Vector2(0.1, 0));
    samples.put("RID, empty", new RID(0));
    samples.put("RID", new RID(5));
    samples.put("Object, an id", new ObjectIdValue(5));
    samples.put("Object, in full", new ObjectValue("Node", List.of()));
    samples.put("Callable", CallableValue.EMPTY);
    samples.put("Signal, null", new Signal("", 0));
    samples.put("Signal", new Signal("hit", 5));
    samples.put(
        "Array, typed", VariantArray.of(1).withElementType(ElementType.of(VariantType.INT)));
    samples.put(
        "Dictionary, typed",
        VariantDictionary.of(1, 2).withTypes(ElementType.of(VariantType.INT), ElementType.UNTYPED));
    samples.put("PackedInt64Array, all within 32 bits", PackedInt64Array.of(1));
    samples.put("PackedInt64Array, others", PackedInt64Array.of(1L << 40));
    samples.put("PackedFloat64Array, all exact in 32 bits", PackedFloat64Array.of(0.5));
    samples.put("PackedFloat64Array, others", PackedFloat64Array.of(0.1));
    samples.put("PackedVector4Array", PackedVector4Array.of(1, 2, 3, 4));
    return samples;
  }

  private static String types() {
    StringBuilder text = new StringBuilder("| type |");
    TARGETS.forEach(target -> text.append(' ').append(target.name()).append(" |"));
    text.append("\n|---|").append("---|".repeat(TARGETS.size())).append('\n');
    samples()
        .forEach(
            (name, sample) -> {
              text.append("| ").append(name).append(" |");
              for (Dialect target : TARGETS) {
                String cell = cell(sample, target);
                text.append(cell.isEmpty() ? "" : " " + cell).append(" |");
              }
              text.append('\n');
            });
    return text.toString();
  }

  private static String cell(Variant sample, Dialect target) {
    Conversion.Result result =
        Conversion.from(Dialect.GODOT_4)
            .to(target)
            .withPolicy(ConversionPolicy.DOWNGRADE)
            .withNames(ClassNames.NONE)
            .convert(sample);
    if (result.isLossless()) {
      return "";
    }
    Loss loss = result.losses().get(0);
    String type = elements(result.value());
    return loss.reason() == Loss.Reason.RETYPED
        ? type
        : type + ", " + loss.reason().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String elements(Variant value) {
    return value instanceof VariantArray array && !array.isEmpty()
        ? "Array of " + array.get(0).type()
        : value.type().toString();
  }

  /** Returns a row for each new name, and one row for the classes that only get the ending 3D. */
  private static String classes() {
    Map<String, List<String>> classes = new LinkedHashMap<>();
    ClassNames.GODOT_3_TO_4
        .classes()
        .forEach(
            (old, now) ->
                add(classes, now.equals(old + "3D") ? "the same name with 3D" : now, old));
    return "| classes of Godot 3 | class of Godot 4 |\n|---|---|\n" + rows(classes);
  }

  /** Returns a row for each renaming, with all classes that have it. */
  private static String properties() {
    Map<String, List<String>> classes = new LinkedHashMap<>();
    ClassNames.GODOT_3_TO_4
        .properties()
        .forEach(
            (name, names) -> names.forEach((old, now) -> add(classes, old + " | " + now, name)));
    return "| classes of Godot 3 | property | property in Godot 4 |\n|---|---|---|\n"
        + rows(classes);
  }

  private static void add(Map<String, List<String>> classes, String renaming, String name) {
    classes.computeIfAbsent(renaming, key -> new ArrayList<>()).add(name);
  }

  private static String rows(Map<String, List<String>> classes) {
    return classes.entrySet().stream()
        .map(each -> "| " + String.join(", ", each.getValue()) + " | " + each.getKey() + " |\n")
        .collect(joining());
  }

  @Test
  void equalsConversionsInTables() throws IOException {
    Documents.compareTables(
        Documents.CONVERSION_TABLES,
        Map.of("types", types(), "classes", classes(), "properties", properties()));
  }

  @Test
  void coversEveryTypeThatDialectLacks() {
    Set<VariantType> lacking = new TreeSet<>();
    for (Dialect dialect : Dialect.presets()) {
      for (VariantType type : VariantType.values()) {
        if (dialect
            .row(type)
            .filter(row -> row.layout().kind() != Layout.Kind.UNSUPPORTED)
            .isEmpty()) {
          lacking.add(type);
        }
      }
    }
    assertThat(samples().values().stream().map(Variant::type)).containsAll(lacking);
    assertThat(lacking).hasSizeGreaterThan(10);
  }

  @Test
  void keepsValuesThatAllDialectsHave() {
    Variant others =
        VariantArray.of(BoolValue.TRUE, new Color(1, 1, 1, 1), NodePath.parse("/a/b:c"), "text");
    for (Dialect dialect : Dialect.presets()) {
      assertThat(Conversion.from(Dialect.GODOT_4).to(dialect).convert(others).value())
          .isSameAs(others);
    }
  }

  @Test
  void listsEveryReason() throws IOException {
    List<String> rows =
        Files.readAllLines(Documents.CONVERSION_REASONS).stream()
            .filter(line -> line.startsWith("| `"))
            .toList();
    assertThat(rows).hasSameSizeAs(Loss.Reason.values());
    for (Loss.Reason reason : Loss.Reason.values()) {
      assertThat(rows.get(reason.ordinal()))
          .startsWith("| `" + reason + "` | `" + reason.effect() + "` | ");
    }
  }
}

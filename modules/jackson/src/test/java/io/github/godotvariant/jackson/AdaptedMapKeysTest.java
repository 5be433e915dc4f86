package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.ValueAdapter;
import io.github.godotvariant.text.VariantText;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.json.JsonMapper;

/** Reads maps in which an adapter converts several names to one key. */
class AdaptedMapKeysTest {
  private static final GodotMapper GODOT = new GodotMapper();

  /** Stores a key as its text. */
  abstract static class TextKeys<T> implements ValueAdapter<T, String> {
    @Override
    public String toStored(T value) {
      return value.toString();
    }
  }

  static final class LowerCase extends TextKeys<String> {
    @Override
    public String fromStored(String stored) {
      return stored.toLowerCase(Locale.ROOT);
    }
  }

  static final class UuidText extends TextKeys<UUID> {
    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  static final class Decimal extends TextKeys<BigDecimal> {
    @Override
    public BigDecimal fromStored(String stored) {
      return new BigDecimal(stored);
    }
  }

  record Texts(Map<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  record Lists(List<Map<@AdaptedBy(LowerCase.class) String, Integer>> map) {}

  record Sorted(SortedMap<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  record SortedIds(SortedMap<@AdaptedBy(UuidText.class) UUID, Integer> map) {}

  record Ids(Map<@AdaptedBy(UuidText.class) UUID, Integer> map) {}

  record Decimals(Map<@AdaptedBy(Decimal.class) BigDecimal, Integer> map) {}

  record Synchronized(Hashtable<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  record Concurrent(ConcurrentMap<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  static final class Vectors extends TextKeys<Vector2i> {
    @Override
    public Vector2i fromStored(String stored) {
      String[] parts = stored.split(",", 2);
      return new Vector2i(Integer.parseInt(parts[0].strip()), Integer.parseInt(parts[1].strip()));
    }
  }

  record Positions(Map<@AdaptedBy(Vectors.class) Vector2i, Integer> map) {}

  static final class NodeNames extends TextKeys<StringName> {
    @Override
    public StringName fromStored(String stored) {
      return StringName.of(stored.toLowerCase(Locale.ROOT));
    }
  }

  record Nodes(Map<@AdaptedBy(NodeNames.class) StringName, Integer> map) {}

  /** A map with a creator that takes one of its entries. */
  static final class Labeled<K, V> extends HashMap<K, V> {
    private static final long serialVersionUID = 1L;

    @JsonCreator
    Labeled(@JsonProperty("label") String label) {}
  }

  record Created(Labeled<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  /** A map for which texts with the same first character are equal. */
  static final class ByFirstCharacter<K extends String, V> extends TreeMap<K, V> {
    private static final long serialVersionUID = 1L;

    ByFirstCharacter() {
      super(Comparator.comparingInt(text -> text.charAt(0)));
    }
  }

  record Compared(
      @JsonDeserialize(as = ByFirstCharacter.class)
          SortedMap<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  record ComparedNames(
      @JsonDeserialize(as = ByText.class)
          SortedMap<@AdaptedBy(UnorderedNames.class) Name, Integer> map) {}

  record Reduced(
      @JsonIgnoreProperties("AB") Map<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  record WithoutNulls(
      @JsonSetter(contentNulls = Nulls.SKIP)
          Map<@AdaptedBy(LowerCase.class) String, Integer> map) {}

  private static byte[] encode(String text) {
    return VariantCodec.GODOT_4.encode(VariantText.GODOT_4.parse(text.replace('\'', '"')));
  }

  private static <T> T read(Class<T> type, String text) {
    return GODOT.readValue(encode(text), type);
  }

  static List<Arguments> merged() {
    return List.of(
        arguments(Texts.class, "{'map': {'AB': 1, 'ab': 2}}", "$.map.ab"),
        arguments(Texts.class, "{'map': {'ab': 1, 'x': 2, 'aB': 3}}", "$.map.aB"),
        arguments(Lists.class, "{'map': [{'c': 1}, {'c': 1, 'C': 2}]}", "$.map[1].C"),
        arguments(Sorted.class, "{'map': {'AB': 1, 'ab': 2}}", "$.map.ab"),
        arguments(
            SortedIds.class, "{'map': {'1-1-1-1-a': 1, '1-1-1-1-A': 2}}", "$.map[\"1-1-1-1-A\"]"),
        arguments(Ids.class, "{'map': {'1-1-1-1-a': 1, '1-1-1-1-A': 2}}", "$.map[\"1-1-1-1-A\"]"),
        arguments(Decimals.class, "{'map': {'1.0': 1, '10e-1': 2}}", "$.map[\"10e-1\"]"),
        arguments(Synchronized.class, "{'map': {'AB': 1, 'ab': 2}}", "$.map.ab"),
        arguments(Concurrent.class, "{'map': {'AB': 1, 'ab': 2}}", "$.map.ab"),
        arguments(Positions.class, "{'map': {'1,2': 1, ' 1,2': 2}}", "$.map[\" 1,2\"]"),
        arguments(Nodes.class, "{'map': {'AB': 1, 'ab': 2}}", "$.map.ab"),
        arguments(Created.class, "{'map': {'AB': 1, 'label': 'x', 'ab': 2}}", "$.map.ab"),
        arguments(Created.class, "{'map': {'AB': 1, 'ab': 2, 'label': 'x'}}", "$.map.ab"),
        arguments(Created.class, "{'map': {'label': 'x', 'AB': 1, 'ab': 2}}", "$.map.ab"),
        arguments(Compared.class, "{'map': {'ab': 1, 'ac': 2}}", "$.map.ac"),
        arguments(ComparedNames.class, "{'map': {'AB': 1, 'ab': 2}}", "$.map.ab"),
        arguments(Reduced.class, "{'map': {'AB': 0, 'C': 1, 'c': 2}}", "$.map.c"));
  }

  @ParameterizedTest
  @MethodSource("merged")
  void rejectsNamesOfOneKey(Class<?> type, String text, String path) {
    assertThatExceptionOfType(InvalidFormatException.class)
        .isThrownBy(() -> read(type, text))
        .withMessageContaining("two keys are read as the same value; the first one is \"")
        .havingCause()
        .isInstanceOfSatisfying(
            VariantException.class, cause -> assertThat(cause.path()).isEqualTo(path));
  }

  @ParameterizedTest
  @MethodSource("merged")
  void rejectsNamesOfOneKeyInPlainJson(Class<?> type, String text, String path) {
    JsonParser json = new JsonMapper().createParser(text.replace('\'', '"'));
    assertThatExceptionOfType(InvalidFormatException.class)
        .isThrownBy(() -> GODOT.readValue(json, type))
        .satisfies(
            e -> {
              assertThat(e.getOriginalMessage())
                  .contains("two keys are read as the same value; the first one is \"");
              assertThat(e.getPath().get(0).getPropertyName()).isEqualTo("map");
              String name = (String) e.getValue();
              assertThat(path.replace("\"]", "")).endsWith(name);
              int column = text.indexOf("'" + name + "'") + 1;
              int columnOfValue = column + name.length() + 4;
              assertThat(e.getLocation().getColumnNr()).isIn(column, columnOfValue);
            });
  }

  @Test
  void namesFirstOfTwoNames() {
    assertThatExceptionOfType(InvalidFormatException.class)
        .isThrownBy(() -> read(Texts.class, "{'map': {'x': 1, 'A\\u202e': 2, 'a\\u202e': 3}}"))
        .withMessageContaining("the first one is \"A\\u202e\" at ");
  }

  /** A map that keeps numbers that differ only in their scale. */
  static class ByScale<K extends BigDecimal, V> extends TreeMap<K, V> {
    private static final long serialVersionUID = 1L;

    ByScale() {
      super(Comparator.<BigDecimal>naturalOrder().thenComparingInt(BigDecimal::scale));
    }
  }

  static final class LabeledByScale<K extends BigDecimal, V> extends ByScale<K, V> {
    private static final long serialVersionUID = 1L;

    @JsonCreator
    LabeledByScale(@JsonProperty("label") String label) {}
  }

  record Scaled(
      @JsonDeserialize(as = ByScale.class)
          SortedMap<@AdaptedBy(Decimal.class) BigDecimal, Integer> map) {}

  record LabeledScaled(
      @JsonDeserialize(as = LabeledByScale.class)
          SortedMap<@AdaptedBy(Decimal.class) BigDecimal, Integer> map) {}

  @Test
  void acceptsKeysThatOnlyNaturalOrderMakesEqual() {
    assertThat(read(Scaled.class, "{'map': {'1.0': 1, '1.00': 2}}").map())
        .containsOnlyKeys(new BigDecimal("1.0"), new BigDecimal("1.00"));
    String labeled = "{'map': {'label': 'x', '1.0': 1, '1.00': 2}}";
    assertThat(read(LabeledScaled.class, labeled).map())
        .containsOnlyKeys(new BigDecimal("1.0"), new BigDecimal("1.00"));
  }

  record Unordered(SortedMap<@AdaptedBy(UnorderedNames.class) Name, Integer> map) {}

  @Test
  void rejectsKeysWithoutOrder() {
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.readValue(names(2), Unordered.class))
        .withMessageContaining("cannot be cast")
        .withMessageContaining("Unordered[\"map\"]");
  }

  /** Numbers that differ only in their scale are different keys of a hash table. */
  @Test
  void acceptsKeysThatOnlyAnOrderMakesEqual() {
    assertThat(read(Decimals.class, "{'map': {'1.0': 1, '1.00': 2}}").map())
        .isEqualTo(Map.of(new BigDecimal("1.0"), 1, new BigDecimal("1.00"), 2));
  }

  @GodotRecord
  record Nested(Map<@AdaptedBy(LowerCase.class) String, @Nullable Nested> map) {}

  @Test
  void acceptsNamesOfOneKeyInDifferentMaps() {
    Nested read = read(Nested.class, "{'map': {'A': {'map': {'a': null}}, 'b': {'map': {}}}}");
    assertThat(read.map()).containsOnlyKeys("a", "b");
    assertThat(read.map().get("a")).isEqualTo(read(Nested.class, "{'map': {'A': null}}"));
  }

  @Test
  void keepsLastValueOfRepeatedName() {
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginDictionary();
    writer.value("map").beginDictionary();
    writer.value("AB").value(1).value("AB").value(2).endDictionary().endDictionary();
    byte[] bytes = writer.toByteArray();
    assertThat(GODOT.readValue(bytes, Texts.class)).isEqualTo(new Texts(Map.of("ab", 2)));
    assertThat(GODOT.readValue(bytes, Sorted.class).map()).isEqualTo(Map.of("ab", 2));
  }

  @Test
  void acceptsNamesOfOmittedPairs() {
    assertThat(read(Reduced.class, "{'map': {'AB': 1, 'ab': 2}}").map()).isEqualTo(Map.of("ab", 2));
    assertThat(read(WithoutNulls.class, "{'map': {'AB': null, 'ab': 2}}").map())
        .isEqualTo(Map.of("ab", 2));
  }

  /** A key with an order that a hash table cannot use, because it is the order of a supertype. */
  static class Name {
    static long comparisons;

    final String text;

    Name(String text) {
      this.text = text;
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public String toString() {
      return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      comparisons++;
      return other instanceof Name name && text.equals(name.text);
    }
  }

  @SuppressWarnings("ComparableType") // the test needs this order
  static final class OrderedName extends Name implements Comparable<Name> {
    OrderedName(String text) {
      super(text);
    }

    @Override
    public int compareTo(Name other) {
      comparisons++;
      return text.compareTo(other.text);
    }
  }

  static final class Names extends TextKeys<OrderedName> {
    @Override
    public OrderedName fromStored(String stored) {
      return new OrderedName(stored);
    }
  }

  static final class UnorderedNames extends TextKeys<Name> {
    @Override
    public Name fromStored(String stored) {
      return new Name(stored);
    }
  }

  static final class ByText<K extends Name, V> extends TreeMap<K, V> {
    private static final long serialVersionUID = 1L;

    ByText() {
      super(Comparator.comparing(name -> name.text, String.CASE_INSENSITIVE_ORDER));
    }
  }

  @Test
  void acceptsKeysThatOnlyComparatorOrders() {
    assertThat(GODOT.readValue(names(100), ComparedNames.class).map()).hasSize(100);
  }

  private static byte[] names(int count) {
    VariantDictionary.Builder pairs = VariantDictionary.builder();
    for (int i = 0; i < count; i++) {
      pairs.put("name" + i, i);
    }
    return VariantCodec.GODOT_4.encode(VariantDictionary.of("map", pairs.build()));
  }

  record NotAdapted(Map<String, Integer> map) {}

  /** A map without an adapter is charged 103,101 bytes. */
  @Test
  void chargesMemoryForNames() {
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(120_000));
    GodotMapper mapper = GodotMapper.builder(codec).build();
    byte[] names = names(1000);
    assertThat(mapper.readValue(names, NotAdapted.class).map()).hasSize(1000);
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> mapper.readValue(names, Texts.class))
        .withCauseInstanceOf(VariantLimitException.class);
  }

  record SortedNames(SortedMap<@AdaptedBy(Names.class) OrderedName, Integer> map) {}

  @Test
  void comparesFewKeysOfSortedMapWithEqualHashCodes() {
    int count = 1 << 12;
    byte[] names = names(count);
    Name.comparisons = 0;
    assertThat(GODOT.readValue(names, SortedNames.class).map()).hasSize(count);
    assertThat(Name.comparisons).isBetween((long) count, 50L * count);
  }
}

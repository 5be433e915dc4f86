package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.JacksonCollidingKeysTest.FEW;
import static io.github.godotvariant.jackson.JacksonCollidingKeysTest.GODOT;
import static io.github.godotvariant.jackson.JacksonCollidingKeysTest.SMALL;
import static io.github.godotvariant.jackson.JacksonCollidingKeysTest.array;
import static io.github.godotvariant.jackson.JacksonCollidingKeysTest.dictionary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.junit.jupiter.api.Test;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.type.TypeReference;

/** Tests strings, keys of several classes and vectors in hash tables. */
class EqualHashCodesTest {
  /** Returns strings with equal hash codes, one for each number. */
  private static String equalHashText(int number, int bits) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < bits; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  /** These maps do not order keys with equal hash codes, whatever their class. */
  @Test
  void rejectsStringsWithEqualHashCodesInSlowMaps() {
    byte[] few = VariantCodec.GODOT_4.encode(dictionary(FEW, number -> equalHashText(number, 12)));
    byte[] many =
        VariantCodec.GODOT_4.encode(dictionary(SMALL, number -> equalHashText(number, 12)));
    for (TypeReference<? extends Map<String, Integer>> type :
        List.of(
            new TypeReference<Hashtable<String, Integer>>() {},
            new TypeReference<WeakHashMap<String, Integer>>() {})) {
      assertThat(GODOT.readValue(few, type)).hasSize(FEW);
      assertThatExceptionOfType(StreamConstraintsException.class)
          .isThrownBy(() -> GODOT.readValue(many, type));
    }
    assertThat(GODOT.readValue(many, new TypeReference<HashMap<String, Integer>>() {}))
        .hasSize(SMALL);
  }

  /** A hash table cannot order keys of two classes, although it can order those of one. */
  @Test
  void rejectsKeysOfTwoClassesWithEqualHashCodes() {
    int hash = equalHashText(0, 12).hashCode();
    VariantArray numbers = array(SMALL, i -> (long) (i + 1) << 32 | (i + 1 ^ hash) & 0xFFFF_FFFFL);
    VariantArray texts = array(SMALL, i -> equalHashText(i, 12));
    byte[] bytes =
        VariantCodec.GODOT_4.encode(VariantArray.builder().addAll(numbers).addAll(texts).build());
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> GODOT.readValue(bytes, new TypeReference<Set<Object>>() {}));
  }

  record Position(int x, int y) {}

  @GodotRecord
  record Positions(Set<Position> set) {}

  @Test
  void acceptsTallMapsOfCells() {
    VariantArray positions = array(100 * 2_100, i -> new Vector2i(i / 2_100, i % 2_100));
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("set", positions));
    RecordCodec<Positions> codec = RecordCodec.of(MethodHandles.lookup(), Positions.class);
    assertThat(codec.decode(bytes).set).hasSize(positions.size());
    assertThat(GODOT.readValue(bytes, Positions.class).set).hasSize(positions.size());
  }
}

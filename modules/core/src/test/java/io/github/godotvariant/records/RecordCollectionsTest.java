package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.assertUnsupported;
import static io.github.godotvariant.records.TestRecords.rejection;
import static io.github.godotvariant.records.TestRecords.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.VariantCodec;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Collections other than List, Set and Map, and optional elements. */
@NullMarked
class RecordCollectionsTest {
  @GodotRecord
  record Box<T>(T value) {}

  @GodotRecord
  record Collections(
      Collection<Long> collection,
      Deque<String> deque,
      SortedSet<String> set,
      SortedMap<Long, String> map,
      @Packed SortedSet<String> packed) {}

  private static VariantDictionary tree() {
    return VariantDictionary.of(
        "collection", VariantArray.of(2, 1),
        "deque", VariantArray.of("b", "a"),
        "set", VariantArray.of("b", "a", "b"),
        "map", VariantDictionary.of(2, "b", 1, "a"),
        "packed", PackedStringArray.of("b", "a"));
  }

  @Test
  void readsCollections() {
    Collections read =
        RecordCodec.of(Collections.class).decode(VariantCodec.GODOT_4.encode(tree()));
    assertThat(read.collection).isEqualTo(List.of(2L, 1L));
    assertThat(read.deque).containsExactly("b", "a");
    assertThat(read.set).containsExactly("a", "b");
    assertThat(read.map).containsExactly(Map.entry(1L, "a"), Map.entry(2L, "b"));
    assertThat(read.packed).containsExactly("a", "b");
    assertThatThrownBy(() -> read.collection.add(3L))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> read.set.add("c")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> read.map.clear()).isInstanceOf(UnsupportedOperationException.class);
    read.deque.addFirst("c");
    roundTrip(Collections.class, read);
    assertThat(rejection(Collections.class, tree().with("set", VariantArray.of("a", 1))))
        .hasMessageEndingWith("for Collections.set, at byte 132, $.set[1]");
  }

  @Test
  void readsEqualCollections() {
    RecordCodec<Collections> codec = RecordCodec.of(Collections.class);
    Collections read = codec.fromVariant(tree());
    assertThat(codec.decode(codec.encode(read))).isEqualTo(read).hasSameHashCodeAs(read);
    assertThat(read.deque).isEqualTo(List.of("b", "a"));
  }

  @Test
  void writesOrderOfCollections() {
    SortedSet<String> reversed = new TreeSet<>(java.util.Collections.reverseOrder());
    reversed.addAll(List.of("a", "b"));
    VariantDictionary tree =
        RecordCodec.of(Collections.class)
            .toVariant(
                new Collections(
                    List.of(1L),
                    new ArrayDeque<>(List.of("b", "a")),
                    reversed,
                    new TreeMap<>(),
                    new TreeSet<>()))
            .asDictionary();
    assertThat(tree.get("deque")).isEqualTo(VariantArray.of("b", "a"));
    assertThat(tree.get("set")).isEqualTo(VariantArray.of("b", "a"));
  }

  @GodotRecord
  record Optionals(
      List<Optional<String>> list,
      Map<String, OptionalInt> map,
      Box<Optional<Vector2>> box,
      Optional<List<Optional<Long>>> nested) {}

  @Test
  void roundTripsOptionalElements() {
    Optionals value =
        new Optionals(
            List.of(Optional.of("a"), Optional.empty()),
            Map.of("a", OptionalInt.of(1)),
            new Box<>(Optional.empty()),
            Optional.of(List.of(Optional.empty())));
    assertThat(roundTrip(Optionals.class, value))
        .isEqualTo(
            VariantDictionary.of(
                "list", VariantArray.of("a", null),
                "map", VariantDictionary.of("a", 1),
                "box", VariantDictionary.of("value", null),
                "nested", VariantArray.of((Object) null)));
    assertThat(
            rejection(
                Optionals.class,
                VariantDictionary.of(
                    "list", VariantArray.EMPTY,
                    "map", VariantDictionary.EMPTY,
                    "box", VariantDictionary.EMPTY)))
        .hasMessageStartingWith("no key \"value\" for Box.value");
  }

  record NestedOptional(Optional<Optional<Long>> c) {}

  record NullableOptional(List<@Nullable Optional<Long>> c) {}

  @GodotRecord
  record MaybeNull<T>(T first, @Nullable T c) {}

  record NullableArgument(MaybeNull<OptionalInt> box) {}

  record NullInDeque(Deque<@Nullable Long> c) {}

  record NullInMap(SortedMap<@Nullable Long, Long> c) {}

  record NotComparable(SortedSet<Vector2> c) {}

  record NotComparablePacked(@Packed SortedSet<Vector2> c) {}

  @GodotRecord
  record Sorted<T>(SortedSet<T> c) {}

  record SortedArgument(Sorted<Vector2> sorted) {}

  record NotComparableArgument(
      Box<Long> box, @Packed List<Long> list, SortedMap<Box<Long>, Long> c) {}

  @Test
  void rejectsUnsuitableElements() {
    String vector = "io.github.godotvariant.Vector2 does not implement Comparable";
    String nullable = "an Optional in a container or type argument cannot be nullable";
    assertUnsupported(
        NestedOptional.class, "NestedOptional.c: an Optional cannot contain an Optional");
    assertUnsupported(NullableOptional.class, "NullableOptional.c: " + nullable);
    assertUnsupported(NullableArgument.class, "MaybeNull.c: " + nullable);
    assertUnsupported(NullInDeque.class, "NullInDeque.c: a Deque cannot contain null");
    assertUnsupported(NullInMap.class, "NullInMap.c: a SortedMap cannot contain null");
    assertUnsupported(NotComparable.class, "NotComparable.c: " + vector);
    assertUnsupported(NotComparablePacked.class, "NotComparablePacked.c: " + vector);
    assertUnsupported(SortedArgument.class, "Sorted.c: " + vector);
    assertUnsupported(
        NotComparableArgument.class,
        "NotComparableArgument.c: " + Box.class.getName() + " does not implement Comparable");
  }
}

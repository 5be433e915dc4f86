package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.rejection;
import static io.github.godotvariant.records.TestRecords.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantCodec;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Components of foreign types. {@link UnsuitableAdaptersTest} tests rejected adapters. */
@NullMarked
class ValueAdapterTest {
  private static final UUID ID = new UUID(42, 7);
  private static final String TEXT = "00000000-0000-002a-0000-000000000007";

  static class UuidAdapter implements ValueAdapter<UUID, String> {
    @Override
    public String toStored(UUID value) {
      return value.toString();
    }

    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  static final class NameAdapter implements ValueAdapter<UUID, @AsStringName String> {
    @Override
    public String toStored(UUID value) {
      return value.toString();
    }

    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  abstract static class LongAdapter<T> implements ValueAdapter<T, Long> {}

  static final class InstantAdapter extends LongAdapter<Instant> {
    @Override
    public Long toStored(Instant value) {
      return value.toEpochMilli();
    }

    @Override
    public Instant fromStored(Long stored) {
      return Instant.ofEpochMilli(stored);
    }
  }

  static final class BitSetAdapter implements ValueAdapter<BitSet, @Packed List<Long>> {
    @Override
    public List<Long> toStored(BitSet value) {
      return Arrays.stream(value.toLongArray()).boxed().toList();
    }

    @Override
    public BitSet fromStored(List<Long> stored) {
      return BitSet.valueOf(stored.stream().mapToLong(each -> each).toArray());
    }
  }

  record Span(Instant start, Instant end) {}

  @GodotRecord
  record StoredSpan(long start, @AdaptedBy(InstantAdapter.class) Instant end) {}

  static final class SpanAdapter implements ValueAdapter<Span, StoredSpan> {
    @Override
    public StoredSpan toStored(Span value) {
      return new StoredSpan(value.start.toEpochMilli(), value.end);
    }

    @Override
    public Span fromStored(StoredSpan stored) {
      return new Span(Instant.ofEpochMilli(stored.start), stored.end);
    }
  }

  static final class HexAdapter implements ValueAdapter<Integer, String> {
    @Override
    public String toStored(Integer value) {
      return Integer.toHexString(value);
    }

    @Override
    public Integer fromStored(String stored) {
      return Integer.parseUnsignedInt(stored, 16);
    }
  }

  @GodotRecord
  record Box<T>(T value) {}

  @GodotRecord
  record Adapted(
      @AdaptedBy(UuidAdapter.class) UUID id,
      @AdaptedBy(NameAdapter.class) UUID name,
      @AdaptedBy(BitSetAdapter.class) BitSet bits,
      @AdaptedBy(SpanAdapter.class) Span span,
      @AdaptedBy(HexAdapter.class) int color,
      Optional<@AdaptedBy(UuidAdapter.class) UUID> parent,
      @AdaptedBy(UuidAdapter.class) @Nullable UUID other,
      @DefaultValue("7") @AdaptedBy(InstantAdapter.class) Instant since,
      List<@AdaptedBy(UuidAdapter.class) UUID> list,
      Set<@AdaptedBy(UuidAdapter.class) UUID> set,
      Map<@AdaptedBy(UuidAdapter.class) UUID, @AdaptedBy(InstantAdapter.class) Instant> map,
      SortedMap<@AdaptedBy(UuidAdapter.class) UUID, Long> sorted,
      @AdaptedBy(UuidAdapter.class) UUID[] array,
      @Typed List<@AdaptedBy(InstantAdapter.class) Instant> typed,
      Box<@AdaptedBy(UuidAdapter.class) UUID> box) {}

  private static Adapted adapted(Optional<UUID> parent, @Nullable UUID other) {
    return new Adapted(
        ID,
        ID,
        BitSet.valueOf(new long[] {5}),
        new Span(Instant.ofEpochMilli(1), Instant.ofEpochMilli(2)),
        0xFF00AA,
        parent,
        other,
        Instant.ofEpochMilli(3),
        List.of(ID),
        Set.of(ID),
        Map.of(ID, Instant.ofEpochMilli(4)),
        new TreeMap<>(Map.of(ID, 5L)),
        new UUID[] {ID},
        List.of(Instant.ofEpochMilli(6)),
        new Box<>(ID));
  }

  @Test
  void roundTripsAdaptedTypes() {
    VariantDictionary tree = roundTrip(Adapted.class, adapted(Optional.of(ID), ID));
    assertThat(tree)
        .isEqualTo(
            VariantDictionary.builder()
                .put("id", TEXT)
                .put("name", StringName.of(TEXT))
                .put("bits", PackedInt64Array.of(5))
                .put("span", VariantDictionary.of("start", 1, "end", 2))
                .put("color", "ff00aa")
                .put("parent", TEXT)
                .put("other", TEXT)
                .put("since", 3)
                .put("list", VariantArray.of(TEXT))
                .put("set", VariantArray.of(TEXT))
                .put("map", VariantDictionary.of(TEXT, 4))
                .put("sorted", VariantDictionary.of(TEXT, 5))
                .put("array", VariantArray.of(TEXT))
                .put("typed", tree.get("typed"))
                .put("box", VariantDictionary.of("value", TEXT))
                .build());
    VariantDictionary absent = roundTrip(Adapted.class, adapted(Optional.empty(), null));
    assertThat(absent.containsKey("parent")).isFalse();
    byte[] bytes = VariantCodec.GODOT_4.encode(absent.without("since"));
    assertThat(RecordCodec.of(Adapted.class).decode(bytes).since)
        .isEqualTo(Instant.ofEpochMilli(7));
  }

  /** A record without annotations. */
  record Session(UUID id, Instant start, List<UUID> members) {}

  @GodotRecord
  record Both(@AdaptedBy(NameAdapter.class) UUID name, UUID id) {}

  @Test
  void usesAdaptersOfCodec() {
    RecordCodec<Session> codec =
        RecordCodec.of(
            MethodHandles.lookup(), Session.class, new UuidAdapter(), new InstantAdapter());
    Session session = new Session(ID, Instant.ofEpochMilli(1), List.of(ID));
    VariantDictionary tree = codec.toVariant(session).asDictionary();
    assertThat(tree)
        .isEqualTo(VariantDictionary.of("id", TEXT, "start", 1, "members", VariantArray.of(TEXT)));
    assertThat(codec.fromVariant(tree)).isEqualTo(session);
    RecordCodec<Both> both = RecordCodec.of(MethodHandles.lookup(), Both.class, new UuidAdapter());
    assertThat(both.toVariant(new Both(ID, ID)))
        .isEqualTo(VariantDictionary.of("name", StringName.of(TEXT), "id", TEXT));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RecordCodec.of(
                    MethodHandles.lookup(), Both.class, new UuidAdapter(), new NameAdapter()))
        .withMessage("two adapters for java.util.UUID");
  }

  static final class UpperCaseAdapter implements ValueAdapter<String, String> {
    @Override
    public String toStored(String value) {
      return value.toUpperCase(Locale.ROOT);
    }

    @Override
    public String fromStored(String stored) {
      return stored.toLowerCase(Locale.ROOT);
    }
  }

  @SuppressWarnings("NullAway") // The codec rejects the adapter.
  static final class NullStoringAdapter implements ValueAdapter<String, @Nullable String> {
    @Override
    public @Nullable String toStored(String value) {
      return value;
    }

    @Override
    public String fromStored(@Nullable String stored) {
      return stored;
    }
  }

  record Texts(String text, List<String> list) {}

  record PackedTexts(@Packed List<String> list) {}

  static final class TextsAdapter implements ValueAdapter<Texts, String> {
    @Override
    public String toStored(Texts value) {
      return value.text;
    }

    @Override
    public Texts fromStored(String stored) {
      return new Texts(stored, List.of());
    }
  }

  @Test
  void storesValueOfSameClass() {
    RecordCodec<Texts> codec =
        RecordCodec.of(MethodHandles.lookup(), Texts.class, new UpperCaseAdapter());
    Texts value = new Texts("a", List.of("b"));
    VariantDictionary tree = VariantDictionary.of("text", "A", "list", VariantArray.of("B"));
    assertThat(codec.toVariant(value)).isEqualTo(tree);
    assertThat(codec.fromVariant(tree)).isEqualTo(value);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> RecordCodec.of(MethodHandles.lookup(), Texts.class, new NullStoringAdapter()))
        .withMessageEndingWith("NullStoringAdapter must not store a null or an optional value");
  }

  @GodotRecord
  sealed interface Message {}

  @GodotRecord
  record Chat(String text) implements Message {}

  static final class ChatAdapter implements ValueAdapter<Chat, String> {
    @Override
    public String toStored(Chat value) {
      return value.text;
    }

    @Override
    public Chat fromStored(String stored) {
      return new Chat(stored);
    }
  }

  @Test
  @SuppressWarnings("NullAway") // an adapter is null
  void rejectsAdaptersOfCodecThatDoNotApply() {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(lookup, Texts.class, new TextsAdapter()))
        .withMessageContaining("Texts is the type of the codec");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(lookup, Message.class, new ChatAdapter()))
        .withMessageContaining("Chat is the type of the codec or permitted by it");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(lookup, PackedTexts.class, new UpperCaseAdapter()))
        .withMessage(
            "PackedTexts.list: elements of packed arrays cannot have an adapter of the codec");
    assertThatNullPointerException()
        .isThrownBy(() -> RecordCodec.of(lookup, Texts.class, new ValueAdapter<?, ?>[] {null}))
        .withMessage("adapter");
  }

  @GodotRecord
  record Members(List<@AdaptedBy(PickyAdapter.class) UUID> ids) {}

  static final class PickyAdapter implements ValueAdapter<UUID, String> {
    @Override
    @SuppressWarnings("NullAway")
    public String toStored(UUID value) {
      if (value.getMostSignificantBits() < 0) {
        throw new IllegalStateException("the id is negative");
      }
      return value.getMostSignificantBits() == 0 ? null : value.toString();
    }

    @Override
    @SuppressWarnings("NullAway")
    public UUID fromStored(String stored) {
      return stored.isEmpty() ? null : UUID.fromString(stored);
    }
  }

  @Test
  void reportsErrorsOfAdapterWithPath() {
    assertThat(
            rejection(Members.class, VariantDictionary.of("ids", VariantArray.of(TEXT, "no uuid"))))
        .hasMessage(
            "Members.ids rejects the value: Invalid UUID string: no uuid, at byte 72, $.ids[1]")
        .hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(rejection(Members.class, VariantDictionary.of("ids", VariantArray.of(TEXT, ""))))
        .hasMessage("the adapter returned null for Members.ids, at byte 72, $.ids[1]");
    assertThat(rejection(Members.class, VariantDictionary.of("ids", VariantArray.of(1))))
        .hasMessage("wanted String but found int for Members.ids, at byte 28, $.ids[0]");
    RecordCodec<Members> codec = RecordCodec.of(Members.class);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec.encode(new Members(List.of(ID, new UUID(-1, 0)))))
        .withMessage("Members.ids rejects the value: the id is negative, $.ids[1]")
        .withCauseInstanceOf(IllegalStateException.class);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec.encode(new Members(List.of(ID, new UUID(0, 0)))))
        .withMessage("the adapter returned null for Members.ids, $.ids[1]");
  }

  @Test
  void chargesAdaptedValuesToLimits() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of("ids", VariantArray.of(TEXT, TEXT, TEXT, TEXT)));
    RecordCodec<Members> codec = RecordCodec.of(Members.class);
    assertThat(codec.decode(bytes).ids).hasSize(4);
    // The dictionary and its key, the list, and four times a text of 36 bytes and its UUID.
    long heap = 48 + 40 + 56 + 3 + 48 + 4 * (20 + 56 + 36 + 32);
    assertThat(limited(codec, heap).decode(bytes).ids).hasSize(4);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(() -> limited(codec, heap - 1).decode(bytes));
  }

  private static <T> RecordCodec<T> limited(RecordCodec<T> codec, long heap) {
    return codec.with(VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap)));
  }

  @GodotRecord
  record Times(
      Map<@AdaptedBy(InstantAdapter.class) Instant, Integer> map,
      Map<List<Box<@AdaptedBy(InstantAdapter.class) Instant>>, Integer> nested) {}

  @Test
  void rejectsKeysThatAreStoredAsSameValue() {
    Instant first = Instant.ofEpochSecond(1, 1_000);
    Instant second = Instant.ofEpochSecond(1, 2_000);
    RecordCodec<Times> codec = RecordCodec.of(Times.class);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> codec.encode(new Times(Map.of(first, 1, second, 2), Map.of())))
        .withMessage("two keys are stored as the same value for Times.map, $.map[1000]");
    Map<List<Box<Instant>>, Integer> nested =
        Map.of(List.of(new Box<>(first)), 1, List.of(new Box<>(second)), 2);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> codec.encode(new Times(Map.of(), nested)))
        .withMessageStartingWith("two keys are stored as the same value for Box, $.nested");
    Map<Instant, Integer> distinct = Map.of(Instant.ofEpochMilli(1), 1, Instant.ofEpochMilli(2), 1);
    roundTrip(
        Times.class,
        new Times(distinct, Map.of(List.of(new Box<>(Instant.EPOCH)), 1, List.of(), 2)));
  }

  /** A key with the identity as its hash code. */
  static final class BuilderAdapter implements ValueAdapter<StringBuilder, String> {
    @Override
    public String toStored(StringBuilder value) {
      return value.toString();
    }

    @Override
    public StringBuilder fromStored(String stored) {
      return new StringBuilder(stored);
    }
  }

  @GodotRecord
  record Builders(Map<@AdaptedBy(BuilderAdapter.class) StringBuilder, Integer> map) {}

  /** The hash code of a ByteBuffer is the same for both pairs of letters. */
  @Test
  @Timeout(10)
  void writesKeysWhoseBytesHaveEqualHashCodesInShortTime() {
    Map<StringBuilder, Integer> map = new HashMap<>();
    for (int number = 0; number < 1 << 15; number++) {
      StringBuilder key = new StringBuilder();
      for (int bit = 0; bit < 16; bit++) {
        key.append((number >> bit & 1) == 0 ? "aA" : "BB");
      }
      map.put(key, number);
    }
    assertThat(RecordCodec.of(Builders.class).encode(new Builders(map)))
        .hasSizeGreaterThan(1 << 20);
  }
}

package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.Typed;
import io.github.godotvariant.records.ValueAdapter;
import io.github.godotvariant.text.VariantText;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Compares components that adapters convert with those of a record codec. */
class AdaptedComponentsTest {
  private static final ObjectMapper GODOT = new GodotMapper();
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();
  private static final UUID ID = new UUID(1, 2);

  /** Inherits its stored type, which has an annotation. */
  abstract static class TextAdapter<T> implements ValueAdapter<T, @AsStringName String> {
    @Override
    public String toStored(T value) {
      return value.toString();
    }
  }

  static final class UuidAdapter extends TextAdapter<UUID> {
    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  static final class UuidTextAdapter implements ValueAdapter<UUID, String> {
    @Override
    public String toStored(UUID value) {
      return value.equals(new UUID(0, 1)) ? ID.toString() : value.toString();
    }

    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  static final class InstantAdapter implements ValueAdapter<Instant, Long> {
    @Override
    public Long toStored(Instant value) {
      return value.toEpochMilli();
    }

    @Override
    public Instant fromStored(Long stored) {
      return Instant.ofEpochMilli(stored);
    }
  }

  static final class BitsAdapter implements ValueAdapter<BitSet, @Packed List<Long>> {
    @Override
    public List<Long> toStored(BitSet value) {
      return Arrays.stream(value.toLongArray()).boxed().toList();
    }

    @Override
    public BitSet fromStored(List<Long> stored) {
      return BitSet.valueOf(stored.stream().mapToLong(Long::longValue).toArray());
    }
  }

  static final class LevelAdapter implements ValueAdapter<Integer, String> {
    @Override
    public String toStored(Integer value) {
      return "level " + value;
    }

    @Override
    public Integer fromStored(String stored) {
      return Integer.valueOf(stored.substring(6));
    }
  }

  /** The stored type is a record that contains the adapted type again. */
  static final class ChainAdapter implements ValueAdapter<StringBuilder, Link> {
    @Override
    public Link toStored(StringBuilder value) {
      return new Link(
          value.substring(0, 1),
          value.length() == 1 ? null : new StringBuilder(value.substring(1)));
    }

    @Override
    public StringBuilder fromStored(Link stored) {
      return new StringBuilder(stored.first).append(stored.rest == null ? "" : stored.rest);
    }
  }

  @GodotRecord
  record Link(String first, @Nullable @AdaptedBy(ChainAdapter.class) StringBuilder rest) {}

  /** The stored type has a type key and is adapted itself. */
  static final class DurationAdapter
      implements ValueAdapter<Duration, @AdaptedBy(LengthAdapter.class) Double> {
    @Override
    public Double toStored(Duration value) {
      return value.toMillis() / 1e3;
    }

    @Override
    public Duration fromStored(Double stored) {
      return Duration.ofMillis(Math.round(stored * 1e3));
    }
  }

  static final class LengthAdapter implements ValueAdapter<Double, Length> {
    @Override
    public Length toStored(Double value) {
      return new Seconds(value);
    }

    @Override
    public Double fromStored(Length stored) {
      return ((Seconds) stored).value;
    }
  }

  @GodotRecord
  sealed interface Length {}

  @GodotRecord
  record Seconds(double value) implements Length {}

  @GodotRecord
  record Account(
      @AdaptedBy(UuidAdapter.class) UUID id,
      @AdaptedBy(InstantAdapter.class) Instant created,
      @AdaptedBy(BitsAdapter.class) BitSet bits,
      @AdaptedBy(LevelAdapter.class) int level,
      @AdaptedBy(ChainAdapter.class) StringBuilder chain,
      @AdaptedBy(DurationAdapter.class) Duration duration,
      List<@AdaptedBy(UuidAdapter.class) UUID> list,
      Set<@AdaptedBy(InstantAdapter.class) Instant> set,
      Map<@AdaptedBy(UuidTextAdapter.class) UUID, @AdaptedBy(InstantAdapter.class) Instant> map,
      @AdaptedBy(UuidTextAdapter.class) UUID[] array,
      byte @AdaptedBy(BytesAdapter.class) [] bytes,
      Optional<@AdaptedBy(UuidAdapter.class) UUID> optional,
      Optional<@AdaptedBy(UuidAdapter.class) UUID> empty,
      @Nullable @AdaptedBy(UuidAdapter.class) UUID nullable,
      List<@Nullable @AdaptedBy(UuidAdapter.class) UUID> nulls,
      Map<String, List<Optional<@AdaptedBy(UuidAdapter.class) UUID>>> nested,
      Map<String, List<@AdaptedBy(UuidAdapter.class) UUID>> lists,
      Map<String, Map<@AdaptedBy(UuidTextAdapter.class) UUID, Long>> keys,
      @Typed List<@AdaptedBy(DurationAdapter.class) Duration> typed,
      @Typed Map<@AdaptedBy(UuidTextAdapter.class) UUID, @AdaptedBy(UuidAdapter.class) UUID> pairs,
      @DefaultValue("5") @AdaptedBy(InstantAdapter.class) Instant added,
      @DefaultValue("[5]") List<@AdaptedBy(InstantAdapter.class) Instant> more) {}

  static final class BytesAdapter implements ValueAdapter<byte[], String> {
    @Override
    public String toStored(byte[] value) {
      return HexFormat.of().formatHex(value);
    }

    @Override
    public byte[] fromStored(String stored) {
      return HexFormat.of().parseHex(stored);
    }
  }

  private static final Account ACCOUNT =
      new Account(
          ID,
          Instant.ofEpochMilli(1_700_000_000_123L),
          BitSet.valueOf(new long[] {5, 1L << 40}),
          3,
          new StringBuilder("abc"),
          Duration.ofMillis(1500),
          List.of(ID),
          Set.of(Instant.ofEpochMilli(5)),
          Map.of(ID, Instant.ofEpochMilli(6)),
          new UUID[] {ID},
          new byte[] {1, 2},
          Optional.of(ID),
          Optional.empty(),
          null,
          Arrays.asList(ID, null),
          Map.of("a", List.of(Optional.of(ID), Optional.empty())),
          Map.of("a", List.of(ID)),
          Map.of("a", Map.of(ID, 1L)),
          List.of(Duration.ofMillis(500)),
          Map.of(ID, ID),
          Instant.ofEpochMilli(8),
          List.of());

  private static final RecordCodec<Account> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Account.class);

  private static final VariantDictionary DICTIONARY =
      CODEC.variantCodec().decode(CODEC.encode(ACCOUNT)).asDictionary();

  @Test
  void writesSameBytesAsRecordCodec() {
    byte[] bytes = CODEC.encode(ACCOUNT);
    assertThat(VariantCodec.GODOT_4.decode(GODOT.writeValueAsBytes(ACCOUNT))).isEqualTo(DICTIONARY);
    assertThat(GODOT.writeValueAsBytes(ACCOUNT)).isEqualTo(bytes);
    assertThat(CODEC.encode(GODOT.readValue(bytes, Account.class))).isEqualTo(bytes);
    ObjectMapper lenient = GodotMapper.builder().lenient().build();
    assertThat(CODEC.encode(lenient.readValue(bytes, Account.class))).isEqualTo(bytes);
    assertThat(lenient.writeValueAsBytes(ACCOUNT)).isEqualTo(bytes);
  }

  @Test
  void writesAndReadsStoredValuesInJson() {
    String json = JSON.writeValueAsString(ACCOUNT);
    assertThat(CODEC.encode(JSON.readValue(json, Account.class))).isEqualTo(CODEC.encode(ACCOUNT));
    assertThat(JSON.readTree(json).get("created").longValue()).isEqualTo(1_700_000_000_123L);
    assertThat(JSON.readTree(json).get("bits").toString()).isEqualTo("[5,1099511627776]");
    assertThat(JSON.readTree(json).get("duration").toString())
        .isEqualTo("{\"type\":\"Seconds\",\"value\":1.5}");
    assertThat(JSON.readTree(json).at("/map/" + ID).longValue()).isEqualTo(6);
  }

  @Test
  void readsDefaultsOfMissingKeys() {
    VariantDictionary old = DICTIONARY.without("added").without("more");
    byte[] bytes = VariantCodec.GODOT_4.encode(old);
    Account account = GODOT.readValue(bytes, Account.class);
    assertThat(account.added).isEqualTo(Instant.ofEpochMilli(5));
    assertThat(account.more).containsExactly(Instant.ofEpochMilli(5));
    assertThat(CODEC.encode(account)).isEqualTo(CODEC.encode(CODEC.decode(bytes)));
  }

  /** Each component is missing, null, or of another type. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "1",
        "1.5",
        "\"x\"",
        "[null]",
        "[1]",
        "[\"x\"]",
        "{\"a\": null}",
        "{\"a\": [null]}"
      })
  void rejectsSameInputAsRecordCodec(String text) {
    Variant other = VariantText.GODOT_4.parse(text);
    for (Variant key : DICTIONARY.keys()) {
      for (VariantDictionary changed :
          List.of(DICTIONARY.without(key), DICTIONARY.with(key, other))) {
        byte[] bytes = VariantCodec.GODOT_4.encode(changed);
        VariantException byCodec =
            catchThrowableOfType(VariantException.class, () -> CODEC.decode(bytes));
        if (byCodec == null) {
          Account account = GODOT.readValue(bytes, Account.class);
          assertThat(CODEC.encode(account)).isEqualTo(CODEC.encode(CODEC.decode(bytes)));
        } else {
          JacksonException byMapper =
              catchThrowableOfType(
                  JacksonException.class, () -> GODOT.readValue(bytes, Account.class));
          assertThat(byMapper).as("%s with %s: %s", key, text, byCodec).isNotNull();
          assertThat(byMapper).hasMessageContaining("Account[\"" + key.asString() + "\"]");
        }
      }
    }
  }

  @GodotRecord
  record Item(@AdaptedBy(UuidTextAdapter.class) UUID id) {}

  @GodotRecord
  record Items(List<Item> all, Map<String, @AdaptedBy(UuidTextAdapter.class) UUID> ids) {}

  @ParameterizedTest
  @CsvSource({
    "'{\"all\":[{\"id\":\"x\"}],\"ids\":{}}', 'Invalid UUID string: x', $.all[0].id,"
        + " Item[\"id\"]",
    "'{\"all\":[],\"ids\":{\"a\":\"x\"}}', 'Invalid UUID string: x', $.ids.a, LinkedHashMap[\"a\"]",
    "'{\"all\":[],\"ids\":{\"a\":1}}', '', $.ids.a, LinkedHashMap[\"a\"]",
  })
  void namesPathOfRejectedValue(String json, String problem, String path, String reference) {
    byte[] bytes = VariantCodec.GODOT_4.encode(Variant.of(JSON.readValue(json, Map.class)));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.readValue(bytes, Items.class))
        .withMessageContainingAll(problem, path, reference)
        .withCauseInstanceOf(VariantException.class);
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> JSON.readValue(json.replace("1", "[]"), Items.class))
        .withMessageContaining(reference);
  }

  /** Returns null or nil for a negative number. */
  static final class PartialAdapter implements ValueAdapter<Long, Variant> {
    @Override
    @SuppressWarnings("NullAway") // an invalid adapter
    public Variant toStored(Long value) {
      return value == -1 ? null : value == -2 ? Variant.NIL : Variant.of(value);
    }

    @Override
    @SuppressWarnings("NullAway") // an invalid adapter
    public Long fromStored(Variant stored) {
      return stored.asLong() < 0 ? null : stored.asLong();
    }
  }

  @GodotRecord
  record Partial(@AdaptedBy(PartialAdapter.class) long number) {}

  @Test
  void rejectsNullOfAdapter() {
    byte[] bytes = VariantCodec.GODOT_4.encode(VariantDictionary.of("number", -1));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.readValue(bytes, Partial.class))
        .withMessageContainingAll("the adapter returned null", "$.number");
    for (ObjectMapper mapper : List.of(GODOT, JSON)) {
      assertThatExceptionOfType(DatabindException.class)
          .isThrownBy(() -> mapper.writeValueAsBytes(new Partial(-1)))
          .withMessageContainingAll("the adapter returned null", "Partial[\"number\"]");
      assertThatExceptionOfType(DatabindException.class)
          .isThrownBy(() -> mapper.writeValueAsBytes(new Partial(-2)))
          .withMessageContainingAll("the adapter returned null", "Partial[\"number\"]");
    }
  }

  @Test
  void rejectsKeysWithEqualStoredValues() {
    Account account = JSON.readValue(JSON.writeValueAsString(ACCOUNT), Account.class);
    record Ids(Map<@AdaptedBy(UuidTextAdapter.class) UUID, Long> map) {}
    Ids ids = new Ids(Map.of(ID, 1L, new UUID(0, 1), 2L));
    for (ObjectMapper mapper : List.of(GODOT, JSON)) {
      assertThatExceptionOfType(DatabindException.class)
          .isThrownBy(() -> mapper.writeValueAsBytes(ids))
          .withMessageContaining("two keys are stored as \"" + ID + "\"");
      assertThat(mapper.writeValueAsBytes(List.of(account, account))).isNotEmpty();
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes(@JsonSubTypes.Type(value = Circle.class, name = "circle"))
  interface Shape {}

  record Circle(double radius) implements Shape {}

  static final class RadiusAdapter implements ValueAdapter<BigDecimal, Shape> {
    @Override
    public Shape toStored(BigDecimal radius) {
      return new Circle(radius.doubleValue());
    }

    @Override
    public BigDecimal fromStored(Shape stored) {
      return BigDecimal.valueOf(((Circle) stored).radius);
    }
  }

  record OfTypeId(@AdaptedBy(RadiusAdapter.class) BigDecimal radius) {}

  @Test
  void writesTypeIdsOfStoredValues() {
    OfTypeId value = new OfTypeId(new BigDecimal("1.5"));
    String text = JSON.writeValueAsString(value);
    assertThat(text).isEqualTo("{\"radius\":{\"@type\":\"circle\",\"radius\":1.5}}");
    assertThat(JSON.readValue(text, OfTypeId.class)).isEqualTo(value);
  }

  record Preferred(
      @JsonSerialize(using = ToStringSerializer.class) @AdaptedBy(InstantAdapter.class)
          Instant time) {}

  @Test
  void prefersJacksonAnnotations() {
    assertThat(JSON.writeValueAsString(new Preferred(Instant.EPOCH)))
        .isEqualTo("{\"time\":\"1970-01-01T00:00:00Z\"}");
  }

  /** A class whose hash codes are all equal. */
  record Weak(long number) {
    @Override
    public int hashCode() {
      return 1;
    }
  }

  static final class WeakAdapter implements ValueAdapter<Weak, Long> {
    @Override
    public Long toStored(Weak value) {
      return value.number;
    }

    @Override
    public Weak fromStored(Long stored) {
      return new Weak(stored);
    }
  }

  @GodotRecord
  record WeakSet(Set<@AdaptedBy(WeakAdapter.class) Weak> all) {}

  @GodotRecord
  record WeakMap(Map<@AdaptedBy(WeakAdapter.class) Weak, Long> all) {}

  @Test
  void countsKeysWithEqualHashCodes() {
    List<Long> numbers = LongStream.range(0, 10_000).boxed().toList();
    byte[] set = VariantCodec.GODOT_4.encode(VariantDictionary.of("all", numbers));
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> GODOT.readValue(set, WeakSet.class));
    Map<String, Long> pairs = numbers.stream().collect(Collectors.toMap(String::valueOf, n -> n));
    byte[] map = VariantCodec.GODOT_4.encode(VariantDictionary.of("all", pairs));
    assertThatExceptionOfType(StreamConstraintsException.class)
        .isThrownBy(() -> GODOT.readValue(map, WeakMap.class));
  }

  static final class CountedAdapter implements ValueAdapter<UUID, String> {
    private static final AtomicInteger CREATED = new AtomicInteger();

    CountedAdapter() {
      CREATED.incrementAndGet();
    }

    @Override
    public String toStored(UUID value) {
      return value.toString();
    }

    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  @GodotRecord
  record Counted(Map<String, List<@AdaptedBy(CountedAdapter.class) UUID>> ids) {}

  @Test
  void createsAdapterOnce() {
    Counted counted = new Counted(Map.of("a", List.of(ID)));
    assertThat(GODOT.readValue(GODOT.writeValueAsBytes(counted), Counted.class)).isEqualTo(counted);
    assertThat(JSON.readValue(JSON.writeValueAsBytes(counted), Counted.class)).isEqualTo(counted);
    assertThat(CountedAdapter.CREATED).hasValue(1);
  }
}

package io.github.godotvariant.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The samples of the guides about adapters and about changed components. */
@NullMarked
class RecordGuidesTest {
  private static final UUID ID = UUID.fromString("00000000-0000-002a-0000-000000000007");

  static final class UuidAdapter implements ValueAdapter<UUID, String> {
    @Override
    public String toStored(UUID value) {
      return value.toString();
    }

    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  /** Stores milliseconds since 1970. */
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

  /** Stores seconds, as Godot does. */
  static final class DurationAdapter implements ValueAdapter<Duration, Double> {
    @Override
    public Double toStored(Duration value) {
      return value.toNanos() / 1e9;
    }

    @Override
    public Duration fromStored(Double stored) {
      if (!(Math.abs(stored) < 1e9)) {
        throw new IllegalArgumentException(stored + " seconds are too long");
      }
      return Duration.ofNanos(Math.round(stored * 1e9));
    }
  }

  /** Accepts at most 100 characters, because the time for more grows with the square. */
  static final class BigDecimalAdapter implements ValueAdapter<BigDecimal, String> {
    @Override
    public String toStored(BigDecimal value) {
      return value.toString();
    }

    @Override
    public BigDecimal fromStored(String stored) {
      if (stored.length() > 100) {
        throw new IllegalArgumentException("a number of " + stored.length() + " characters");
      }
      return new BigDecimal(stored);
    }
  }

  static final class UriAdapter implements ValueAdapter<URI, String> {
    @Override
    public String toStored(URI value) {
      return value.toString();
    }

    @Override
    public URI fromStored(String stored) {
      return URI.create(stored);
    }
  }

  @GodotRecord
  record Account(
      @AdaptedBy(UuidAdapter.class) UUID id,
      @AdaptedBy(InstantAdapter.class) Instant created,
      @AdaptedBy(BigDecimalAdapter.class) BigDecimal credit,
      List<@AdaptedBy(UriAdapter.class) URI> links,
      Map<@AdaptedBy(UuidAdapter.class) UUID, @AdaptedBy(DurationAdapter.class) Duration> played) {}

  private static VariantDictionary account() {
    return VariantDictionary.of(
        "id", ID.toString(),
        "created", 1_700_000_000_123L,
        "credit", "12.50",
        "links", VariantArray.of("https://example.org/a"),
        "played", VariantDictionary.of(ID.toString(), 90.5));
  }

  @Test
  void storesForeignTypes() {
    Account account =
        new Account(
            ID,
            Instant.ofEpochMilli(1_700_000_000_123L),
            new BigDecimal("12.50"),
            List.of(URI.create("https://example.org/a")),
            Map.of(ID, Duration.ofMillis(90_500)));
    RecordCodec<Account> codec = RecordCodec.of(Account.class);
    byte[] bytes = codec.encode(account);
    assertThat(codec.decode(bytes)).isEqualTo(account);
    assertThat(codec.toVariant(account)).isEqualTo(account());
  }

  @Test
  void rejectsInvalidStoredValues() {
    record Case(String key, Object value, String message) {}
    for (Case each :
        List.of(
            new Case(
                "id",
                "x",
                "Account.id rejects the value: Invalid UUID string: x, at byte 20, $.id"),
            new Case(
                "credit",
                "1".repeat(101),
                "Account.credit rejects the value: a number of 101 characters, at byte "),
            new Case(
                "links",
                VariantArray.of("a b"),
                "Account.links rejects the value: Illegal character in path"),
            new Case(
                "played",
                VariantDictionary.of(ID.toString(), Double.NaN),
                "Account.played rejects the value: NaN seconds are too long, at byte "))) {
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(
              () -> RecordCodec.of(Account.class).fromVariant(account().with(each.key, each.value)))
          .withMessageStartingWith(each.message);
    }
  }

  record Session(UUID id, Instant start) {}

  @Test
  void usesAdaptersOfCodec() {
    RecordCodec<Session> codec =
        RecordCodec.of(
            MethodHandles.lookup(), Session.class, new UuidAdapter(), new InstantAdapter());
    assertThat(codec.toVariant(new Session(ID, Instant.ofEpochMilli(5))))
        .isEqualTo(VariantDictionary.of("id", ID.toString(), "start", 5));
  }

  @GodotRecord
  record Hero(
      @Alias({"health", "hitpoints"}) int hp,
      @DefaultValue(value = "1", alsoForNull = true) int level,
      Biome biome,
      Weapon weapon,
      @OtherKeys VariantDictionary rest) {}

  enum Biome {
    @Alias("WOOD")
    FOREST,
    @DefaultConstant
    UNKNOWN
  }

  @GodotRecord
  sealed interface Weapon {
    @GodotRecord
    @Alias("Sword")
    record Blade(int damage) implements Weapon {}
  }

  @Test
  void readsChangedComponents() {
    VariantDictionary old =
        VariantDictionary.of(
            "health",
            5,
            "level",
            null,
            "biome",
            "SWAMP",
            "weapon",
            VariantDictionary.of("type", "Sword", "damage", 3),
            "mana",
            9);
    Hero hero = RecordCodec.of(Hero.class).fromVariant(old);
    // Hero(5, 1, UNKNOWN, Blade(3), {"mana": 9})
    assertThat(hero)
        .isEqualTo(
            new Hero(5, 1, Biome.UNKNOWN, new Weapon.Blade(3), VariantDictionary.of("mana", 9)));
  }

  @Test
  void readsWholeFloats() {
    RecordCodec<Hero> lenient = RecordCodec.of(Hero.class).acceptingWholeFloats();
    VariantDictionary json =
        VariantDictionary.of(
            "hp",
            5.0,
            "biome",
            "WOOD",
            "weapon",
            VariantDictionary.of("type", "Blade", "damage", 3.0));
    assertThat(lenient.fromVariant(json))
        .isEqualTo(new Hero(5, 1, Biome.FOREST, new Weapon.Blade(3), VariantDictionary.EMPTY));
  }
}

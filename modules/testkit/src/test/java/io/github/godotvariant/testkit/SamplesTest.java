package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.RecordCodec;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs the samples in the documentation of this module, word for word. */
@SuppressWarnings("CheckReturnValue") // some samples ignore the result
class SamplesTest {
  @GodotRecord
  record PlayerUpdate(
      long id, Vector3 pos, @AsStringName String state, @Key("display_name") String name) {}

  @GodotRecord
  record Email(String text) {
    Email {
      if (!text.matches("\\w+@\\w+\\.\\w+")) {
        throw new IllegalArgumentException("not an address: " + text);
      }
    }
  }

  @GodotRecord
  record Account(String name, Email email) {}

  private final PlayerUpdate update = new PlayerUpdate(7, new Vector3(1, 0, 2), "running", "Ada");

  @Test
  void checksUpdate() {
    RoundTrip.check(RecordCodec.of(PlayerUpdate.class), update);
  }

  @Test
  void checksRandomUpdates() {
    RecordCodec<PlayerUpdate> codec = RecordCodec.of(PlayerUpdate.class);
    RandomRecords<PlayerUpdate> random = RandomRecords.of(PlayerUpdate.class, 42);
    for (int i = 0; i < 1000; i++) {
      RoundTrip.check(codec, random.next());
    }
  }

  @Test
  void generatesAccounts() {
    RandomRecords<Account> accounts =
        RandomRecords.of(Account.class, 42)
            .with(
                Email.class, random -> new Email("player" + random.nextInt(100) + "@example.org"));
    assertThat(accounts.next().email().text()).endsWith("@example.org");
  }

  @Test
  void decodesDamagedUpdates() {
    RecordCodec<PlayerUpdate> codec = RecordCodec.of(PlayerUpdate.class);
    Damage.of(codec, 42).stream(codec.encode(update), 1000)
        .forEach(
            damaged -> {
              try {
                codec.decode(damaged);
              } catch (VariantException e) {
                assertThat(e.path()).startsWith("$");
              }
            });
  }

  @Test
  void findsSmallestValue() {
    VariantCodec codec = VariantCodec.GODOT_4;
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 42);
    for (int i = 0; i < 1000; i++) {
      Shrinking.check(random.next(), value -> RoundTrip.check(codec, value));
    }
  }

  @Test
  void findsSmallestList() {
    List<Integer> smallest =
        Shrinking.smallest(List.of(3, 1, 4, 1, 5), calls -> calls.containsAll(List.of(4, 5)));
    assertThat(smallest).containsExactly(4, 5);
  }

  @Nested
  @ExtendWith(GodotExtension.class)
  class PlayerUpdateGodotTest {
    @Test
    void readsUpdateInEngine(GodotEngine godot) {
      byte[] packet = RecordCodec.of(PlayerUpdate.class).encode(update);
      Variant name =
          godot.run(
              """
              func run(packet):
                  return bytes_to_var(packet)["display_name"]
              """,
              PackedByteArray.of(packet));
      assertThat(name.asString()).isEqualTo("Ada");
    }
  }

  @Test
  @ExtendWith(GodotExtension.class)
  void runsScript(GodotEngine godot) {
    Variant answer =
        godot.run(
            """
            func run(value):
                value["hp"] += 1
                return value
            """,
            VariantDictionary.of("hp", 5));
    assertThat(answer).isEqualTo(VariantDictionary.of("hp", 6));
  }

  @Test
  void encodesAndDecodesVectors() {
    for (Vectors.Golden golden : Vectors.golden("4.6")) {
      VariantCodec codec = VariantCodec.GODOT_4.withObjects(golden.objects());
      assertThat(codec.encode(golden.value())).isEqualTo(golden.bytes());
      if (golden.decoded().equals(golden.value())) { // the engine keeps all data
        assertThat(codec.decode(golden.bytes())).isEqualTo(golden.value());
      }
    }
  }

  @Test
  void reportsDifferences() {
    Variant expected = VariantDictionary.of("at", new Vector3(0.1, 0.2, 0.3));
    Variant actual = VariantCodec.GODOT_4.decode(VariantCodec.GODOT_4.encode(expected));
    Differences.between(expected, actual); // $.at.x: expected 0.1 but was 0.10000000149011612 …
    Differences.afterWriting(VariantCodec.GODOT_4, expected, actual); // none
    assertThat(Differences.between(expected, actual))
        .hasSize(3)
        .startsWith("$.at.x: expected 0.1 but was 0.10000000149011612");
    assertThat(Differences.afterWriting(VariantCodec.GODOT_4, expected, actual)).isEmpty();
  }

  @Test
  void findsNoDifferences() {
    Variant expected = VariantDictionary.of("hp", 100);
    Variant actual = VariantDictionary.of("hp", 100);
    assertThat(Differences.between(expected, actual)).isEmpty();
  }

  @Test
  void decodesRandomValues() {
    VariantCodec codec = VariantCodec.GODOT_4;
    RandomVariants random = RandomVariants.of(Dialect.GODOT_4, 42);
    for (int i = 0; i < 1000; i++) {
      Variant value = random.next();
      assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
    }
  }
}

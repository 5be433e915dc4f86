package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.Naming;
import io.github.godotvariant.records.RecordCodec;
import java.lang.invoke.MethodHandles;
import kotlin.Metadata;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** A class in Java with the metadata that Kotlin's compiler has written for a data class. */
class KotlinMapperTest {
  private static final ObjectMapper GODOT = new GodotMapper();
  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();

  /** Metadata of a data class with properties of the types Long, String? and Int = 1. */
  private static final String DATA =
      "\000,\012\002\030\002\012\002\030\002\012\000\012\002\020\011\012\000\012"
          + "\002\020\016\012\000\012\002\020\010\012\002\010\013\012\002\020\013\012"
          + "\000\012\002\020\000\012\002\010\002\010\206\010\030\0002\0020\001B#\022\006\020"
          + "\002\032\0020\003\022\010\020\004\032\004\030\0010\005\022\010\010\002\020"
          + "\006\032\0020\007\242\006\004\010\010\020\011B\021\010\026\022\006\020\002"
          + "\032\0020\003\242\006\004\010\010\020\012";

  @GodotRecord
  sealed interface Event {}

  /** Has a property with a setter, and members that are not in the primary constructor. */
  @GodotRecord(naming = Naming.SNAKE_CASE)
  @Metadata(
      d1 = DATA,
      d2 = {"", "", "isLastHit", "", "source", "", "damage"})
  static final class Hit implements Event {
    private final boolean isLastHit;
    private final String source;
    private int damage;

    @Key("extra")
    private final int bonus = 4;

    public Hit(boolean isLastHit, @Key("from") String source, @DefaultValue("1") int damage) {
      this.isLastHit = isLastHit;
      this.source = source;
      this.damage = damage;
    }

    public Hit(String source, boolean isLastHit, int damage) {
      this(isLastHit, source, -damage);
    }

    public boolean isLastHit() {
      return isLastHit;
    }

    public String getSource() {
      return source;
    }

    public int getDamage() {
      return damage;
    }

    public void setDamage(int damage) {
      this.damage = damage;
    }

    public int getPower() {
      return 2 * damage;
    }

    public int getBonus() {
      return bonus;
    }

    public boolean isStrong() {
      return damage > 1;
    }
  }

  private static final RecordCodec<Hit> CODEC = RecordCodec.of(MethodHandles.lookup(), Hit.class);

  private static byte[] bytes(VariantDictionary value) {
    return VariantCodec.of(Dialect.GODOT_4).encode(value);
  }

  @Test
  void agreesWithRecordCodec() {
    Hit hit = new Hit(true, "Ada", 3);
    byte[] bytes = CODEC.encode(hit);
    assertThat(GODOT.writeValueAsBytes(hit)).isEqualTo(bytes);
    assertThat(GODOT.readValue(bytes, Hit.class)).usingRecursiveComparison().isEqualTo(hit);
    assertThat(GODOT.readValue(bytes, Event.class)).usingRecursiveComparison().isEqualTo(hit);
  }

  @Test
  void readsMissingKeysOfNullableTypeAndDefault() {
    byte[] bytes = bytes(VariantDictionary.of("type", "Hit", "is_last_hit", false));
    Hit hit = GODOT.readValue(bytes, Hit.class);
    assertThat(hit.getSource()).isNull();
    assertThat(hit.getDamage()).isEqualTo(1);
    assertThat(GODOT.writeValueAsBytes(hit)).isEqualTo(CODEC.encode(hit));
  }

  @Test
  void rejectsMissingKeyOfOtherType() {
    byte[] bytes = bytes(VariantDictionary.of("type", "Hit", "damage", 1));
    assertThatExceptionOfType(DatabindException.class)
        .isThrownBy(() -> GODOT.readValue(bytes, Hit.class))
        .withMessageContaining("is_last_hit");
  }

  @Test
  void namesKeysInJson() {
    String json = "{\"type\":\"Hit\",\"is_last_hit\":true,\"from\":\"Ada\",\"damage\":3}";
    assertThat(JSON.writeValueAsString(new Hit(true, "Ada", 3))).isEqualTo(json);
    assertThat(JSON.readValue(json, Hit.class))
        .usingRecursiveComparison()
        .isEqualTo(new Hit(true, "Ada", 3));
  }

  @GodotRecord
  @Metadata(
      d1 = DATA,
      d2 = {"", "", "isLastHit", "", "source", "", "damage"})
  static final class WithoutGetter {
    private final boolean isLastHit;
    private final String source;
    private final int damage;

    public WithoutGetter(boolean isLastHit, String source, @DefaultValue("1") int damage) {
      this.isLastHit = isLastHit;
      this.source = source;
      this.damage = damage;
    }

    public boolean isLastHit() {
      return isLastHit;
    }

    public String getSource() {
      return source + damage;
    }
  }

  @Test
  void rejectsPropertyWithoutPublicGetter() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GODOT.writeValueAsBytes(new WithoutGetter(true, "Ada", 3)))
        .withMessage("WithoutGetter.damage: a component must have the public method getDamage()");
  }
}

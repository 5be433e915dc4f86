package io.github.godotvariant.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import kotlin.Metadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes in Java with the metadata that Kotlin's compiler has written for equal data classes. */
class KotlinDataClassTest {
  /**
   * Metadata of a data class with {@code id: Long, @Key("title") name: String?, @AsStringName
   * state: String, isAlive: Boolean, tags: List<String?>, weapons: List<Weapon>, @DefaultValue("1")
   * level: Int = 1}, a secondary constructor and a property {@code power} with a getter.
   */
  private static final String HERO =
      "\000L\012\002\030\002\012\002\020\000\012\000\012\002\020\011\012"
          + "\000\012\002\020\016\012\002\030\002\012\002\010\003\012\002\030"
          + "\002\012\000\012\002\020\013\012\000\012\002\020 \012\000\012\002"
          + "\030\002\012\000\012\002\020\010\012\002\030\002\012\002\010\036"
          + "\012\002\030\002\012\000\012\002\030\002\012\000\010\207\010\030"
          + "\0002\0020\001Bu\022\006\020\002\032\0020\003\022\030\010\001\020"
          + "\004\032\004\030\0010\005:\014\010\006\022\010\010\007\022\004\010"
          + "\010(\010\022\014\010\001\020\011\032\0020\005:\002\010\012\022"
          + "\006\020\013\032\0020\014\022\016\020\015\032\012\022\006\022\004"
          + "\030\0010\0050\016\022\014\020\017\032\010\022\004\022\0020\0200"
          + "\016\022\026\010\003\020\021\032\0020\022:\014\010\023\022\010\010"
          + "\007\022\004\010\010(\024\242\006\004\010\025\020\026B\021\010\026"
          + "\022\006\020\002\032\0020\003\242\006\004\010\025\020\027";

  /** Metadata of a data class with {@code damage: Int}. */
  private static final String SWORD =
      "\0002\012\002\030\002\012\002\030\002\012\000\012\002\020\010"
          + "\012\002\010\007\012\002\020\013\012\000\012\002\020\000"
          + "\012\002\010\002\012\002\020\016\012\000\012\002\030\002"
          + "\012\002\030\002\012\002\010\002\010\207\010\030\0002\0020"
          + "\001B\017\022\006\020\002\032\0020\003\242\006\004\010\004"
          + "\020\005";

  /** Metadata of a data object. */
  private static final String OBJECT =
      "\000$\012\002\030\002\012\002\020\000\012\002\010\003\012\002\020"
          + "\013\012\002\010\002\012\002\020\010\012\000\012\002\020\016"
          + "\012\000\012\002\030\002\010\307\012\030\0002\0020\001B\011"
          + "\010\002\242\006\004\010\002\020\003";

  /** Metadata of a class without the modifier {@code data}, with a constructor. */
  private static final String PLAIN = "\0\0\10\6\102\0";

  @GodotRecord(naming = Naming.SNAKE_CASE)
  @Metadata(
      d1 = HERO,
      d2 = {
        "Hero",
        "",
        "id",
        "",
        "name",
        "",
        "Key",
        "value",
        "title",
        "state",
        "AsStringName",
        "isAlive",
        "",
        "tags",
        "",
        "weapons",
        "Weapon",
        "level"
      })
  static final class Hero {
    private final long id;

    @Key("title")
    private final String name;

    private final String state;
    private final boolean isAlive;
    private final List<String> tags;
    private final List<Weapon> weapons;
    private final int level;

    Hero(
        long id,
        String name,
        @AsStringName String state,
        boolean isAlive,
        List<String> tags,
        List<? extends Weapon> weapons,
        @DefaultValue("1") int level) {
      this.id = id;
      this.name = name;
      this.state = state;
      this.isAlive = isAlive;
      this.tags = tags;
      this.weapons = List.copyOf(weapons);
      this.level = level;
    }

    Hero(long id) {
      this(id, "", "", true, List.of(), List.of(), 1);
    }

    public long getId() {
      return id;
    }

    public String getName() {
      return name;
    }

    public String getState() {
      return state;
    }

    public boolean isAlive() {
      return isAlive;
    }

    public List<String> getTags() {
      return tags;
    }

    public List<Weapon> getWeapons() {
      return weapons;
    }

    public int getLevel() {
      return level;
    }

    public int getPower() {
      return 2 * level;
    }
  }

  @GodotRecord
  sealed interface Weapon {
    @GodotRecord
    @Key("sword")
    @Metadata(
        d1 = SWORD,
        d2 = {"Sword", "Weapon", "damage"})
    final class Sword implements Weapon {
      private final int damage;

      Sword(int damage) {
        this.damage = damage;
      }

      public int getDamage() {
        return damage;
      }
    }
  }

  @GodotRecord
  @Metadata(
      d1 = SWORD,
      d2 = {"", "", "damage"})
  static final class WithoutGetter {
    private final int damage;

    WithoutGetter(int damage) {
      this.damage = damage;
    }

    int damage() {
      return damage;
    }
  }

  @GodotRecord
  @Metadata(
      d1 = SWORD,
      d2 = {"", "", "LInt;"})
  static final class WithoutField {}

  @Metadata(
      d1 = SWORD,
      d2 = {"", "", "damage"})
  static final class NotAnnotated {
    private final int damage;

    NotAnnotated(int damage) {
      this.damage = damage;
    }

    public int getDamage() {
      return damage;
    }
  }

  @GodotRecord
  @Metadata(d1 = OBJECT)
  static final class DataObject {}

  @GodotRecord
  @Metadata(d1 = PLAIN)
  static final class PlainClass {}

  @GodotRecord
  record Holder(NotAnnotated value) {}

  @GodotRecord
  sealed interface Mixed {
    @GodotRecord
    @Metadata(d1 = OBJECT)
    final class Single implements Mixed {}
  }

  private static final RecordCodec<Hero> CODEC = RecordCodec.of(Hero.class);

  private static final VariantDictionary COMPLETE =
      VariantDictionary.of(
              "id",
              1,
              "title",
              "Ada",
              "state",
              "run",
              "is_alive",
              true,
              "tags",
              VariantArray.of("a", Variant.NIL),
              "weapons",
              VariantArray.of(VariantDictionary.of("type", "sword", "damage", 12)))
          .with("level", 5);

  @Test
  void writesPropertiesOfPrimaryConstructor() {
    Weapon sword = new Weapon.Sword(12);
    Hero hero = new Hero(1, "Ada", "run", true, Arrays.asList("a", null), List.of(sword), 5);
    assertThat(CODEC.toVariant(hero).toString().replace("\n", ""))
        .isEqualTo(
            "{\"id\": 1,\"is_alive\": true,\"level\": 5,\"state\": &\"run\",\"tags\": [\"a\", null],"
                + "\"title\": \"Ada\",\"weapons\": [{\"damage\": 12,\"type\": \"sword\"}]}");
    assertThat(CODEC.isGenerated()).isFalse();
  }

  @Test
  void readsWithPrimaryConstructor() {
    Hero hero = CODEC.fromVariant(COMPLETE);
    assertThat(hero)
        .usingRecursiveComparison()
        .isEqualTo(
            new Hero(
                1, "Ada", "run", true, Arrays.asList("a", null), List.of(new Weapon.Sword(12)), 5));
    assertThat(CODEC.decode(CODEC.encode(hero))).usingRecursiveComparison().isEqualTo(hero);
  }

  @Test
  void readsMissingKeysOfNullableTypeAndDefault() {
    Hero hero = CODEC.fromVariant(COMPLETE.without("title").without("level"));
    assertThat(hero.getName()).isNull();
    assertThat(hero.getLevel()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "state", "is_alive", "tags", "weapons"})
  void rejectsMissingKeysAndNullsOfOtherTypes(String key) {
    assertThatThrownBy(() -> CODEC.fromVariant(COMPLETE.without(key)))
        .isInstanceOf(VariantException.class)
        .hasMessageContaining("no key \"" + key + "\" for Hero.");
    assertThatThrownBy(() -> CODEC.fromVariant(COMPLETE.with(key, null)))
        .isInstanceOf(VariantException.class);
  }

  @Test
  void readsClassWithoutAnnotation() {
    RecordCodec<NotAnnotated> codec = RecordCodec.of(MethodHandles.lookup(), NotAnnotated.class);
    assertThat(codec.fromVariant(VariantDictionary.of("damage", 3)).getDamage()).isEqualTo(3);
  }

  @Test
  void rejectsPropertyWithoutPublicGetter() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(WithoutGetter.class))
        .withMessage(
            WithoutGetter.class.getName()
                + ".damage: a component must have the public method getDamage()");
  }

  @Test
  void rejectsPropertyWithoutField() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(WithoutField.class))
        .withMessage(
            WithoutField.class.getName()
                + ": the Kotlin metadata has a property \"LInt;\" without a field");
  }

  @ParameterizedTest
  @ValueSource(classes = {DataObject.class, PlainClass.class})
  void rejectsClassesThatAreNotRecords(Class<?> type) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(type))
        .withMessage(
            type.getName()
                + " is neither a record nor a sealed interface with @GodotRecord; in Kotlin, declare"
                + " a data class with @GodotRecord");
  }

  @Test
  void rejectsSealedInterfaceWithObject() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(Mixed.class))
        .withMessageEndingWith(
            "Single, which is not a record with @GodotRecord and without type parameters; in Kotlin, declare a data class"
                + " with @GodotRecord");
  }

  @Test
  void rejectsComponentWithoutAnnotation() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(Holder.class))
        .withMessageContaining("Holder.value: " + NotAnnotated.class.getName() + " has no type");
  }
}

package io.github.godotvariant.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import java.io.InputStream;
import java.util.List;
import kotlin.Metadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records in Java with the metadata that Kotlin's compiler has written for equal data classes. */
class KotlinRecordsTest {
  /**
   * Metadata of a data class with {@code id: Long, name: String?, tags: List<String?>, scores:
   * Array<Int?>, titles: List<String>} and a secondary constructor.
   */
  private static final String SCORES =
      "\0006\012\002\030\002\012\002\030\002\012\000\012\002\020\011\012\000\012"
          + "\002\020\016\012\000\012\002\020 \012\000\012\002\020\021\012\002\020\010"
          + "\012\002\010\021\012\002\020\013\012\000\012\002\020\000\012\002\010\002\010"
          + "\206\010\030\0002\0020\001BG\022\006\020\002\032\0020\003\022\010\020\004"
          + "\032\004\030\0010\005\022\016\020\006\032\012\022\006\022\004\030\0010\0050"
          + "\007\022\016\020\010\032\012\022\006\022\004\030\0010\0120\011\022\014\020"
          + "\013\032\010\022\004\022\0020\0050\007\242\006\004\010\014\020\015B\021\010"
          + "\026\022\006\020\002\032\0020\003\242\006\004\010\014\020\016";

  /** Metadata of a data class with {@code id: Long, name: String?, level: Int = 1}. */
  private static final String DEFAULTS =
      "\000,\012\002\030\002\012\002\030\002\012\000\012\002\020\011\012\000\012"
          + "\002\020\016\012\000\012\002\020\010\012\002\010\013\012\002\020\013\012\000"
          + "\012\002\020\000\012\002\010\002\010\206\010\030\0002\0020\001B#\022\006\020"
          + "\002\032\0020\003\022\010\020\004\032\004\030\0010\005\022\010\010\002\020"
          + "\006\032\0020\007\242\006\004\010\010\020\011B\021\010\026\022\006\020\002"
          + "\032\0020\003\242\006\004\010\010\020\012";

  @GodotRecord
  @Metadata(d1 = SCORES)
  record Scores(long id, String name, List<String> tags, Integer[] scores, List<String> titles) {}

  @GodotRecord
  @Metadata(d1 = DEFAULTS)
  record WithDefault(long id, String name, @DefaultValue("1") int level) {}

  @GodotRecord
  @Metadata(d1 = DEFAULTS)
  record WithoutDefault(long id, String name, int level) {}

  /** Kotlin annotates the parameters. */
  @GodotRecord
  @Metadata(d1 = DEFAULTS)
  record OnParameters(long id, String name, int level) {
    OnParameters(@Key("key") long id, @AsStringName String name, @DefaultValue("1") int level) {
      this.id = id;
      this.name = name;
      this.level = level;
    }
  }

  @GodotRecord
  @Metadata(d1 = "")
  static final class NotData {}

  @GodotRecord
  @Metadata(d1 = "unknown")
  record Unknown(long id) {}

  @GodotRecord
  @Metadata(d1 = "\0")
  record Empty(long id) {}

  @GodotRecord
  @Metadata(d1 = "\0\377\377\377\377\17")
  record NegativeLength(long id) {}

  @GodotRecord
  @Metadata(d1 = "\0\5a")
  record TooShort(long id) {}

  private static final VariantDictionary COMPLETE =
      VariantDictionary.of(
          "id", 1,
          "name", "Ada",
          "tags", VariantArray.of("a"),
          "scores", VariantArray.of(5),
          "titles", VariantArray.of("b"));

  @Test
  void readsMissingKeysAndNullsOfNullableTypes() {
    RecordCodec<Scores> codec = RecordCodec.of(Scores.class);
    VariantArray nulls = VariantArray.of(Variant.NIL, Variant.NIL);
    Scores scores =
        codec.fromVariant(COMPLETE.without("name").with("tags", nulls).with("scores", nulls));
    assertThat(scores.name()).isNull();
    assertThat(scores.tags()).containsExactly(null, null);
    assertThat(scores.scores()).containsExactly(null, null);
    assertThat(codec.toVariant(scores).asDictionary().containsKey("name")).isFalse();
    assertThat(codec.fromVariant(COMPLETE.with("name", null)).name()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "tags", "scores", "titles"})
  void rejectsMissingKeysAndNullsOfOtherTypes(String key) {
    RecordCodec<Scores> codec = RecordCodec.of(Scores.class);
    assertThatThrownBy(() -> codec.fromVariant(COMPLETE.without(key)))
        .isInstanceOf(VariantException.class);
    assertThatThrownBy(() -> codec.fromVariant(COMPLETE.with(key, null)))
        .isInstanceOf(VariantException.class);
  }

  @Test
  void rejectsNullInListOfOtherType() {
    VariantDictionary value = COMPLETE.with("titles", VariantArray.of(Variant.NIL));
    assertThatThrownBy(() -> RecordCodec.of(Scores.class).fromVariant(value))
        .isInstanceOf(VariantException.class)
        .hasMessageContaining("$.titles[0]");
  }

  @Test
  void usesDefaultValueInsteadOfDefaultArgument() {
    VariantDictionary value = VariantDictionary.of("id", 1);
    WithDefault read = RecordCodec.of(WithDefault.class).fromVariant(value);
    assertThat(read.name()).isNull();
    assertThat(read.level()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(WithoutDefault.class))
        .withMessageContaining("WithoutDefault.level: the default argument is not used")
        .withMessageContaining("add @DefaultValue");
  }

  @Test
  void readsAnnotationsOfParameters() {
    RecordCodec<OnParameters> codec = RecordCodec.of(OnParameters.class);
    assertThat(codec.toVariant(new OnParameters(1, "run", 1)).toString().replace("\n", ""))
        .isEqualTo("{\"key\": 1,\"level\": 1,\"name\": &\"run\"}");
  }

  @Test
  void rejectsClassesThatAreNotRecords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(NotData.class))
        .withMessageEndingWith("; in Kotlin, declare a data class with @GodotRecord");
  }

  @ParameterizedTest
  @ValueSource(classes = {Unknown.class, Empty.class, NegativeLength.class, TooShort.class})
  void rejectsMalformedMetadata(Class<?> type) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(type))
        .withMessageStartingWith(type.getName() + ": the Kotlin metadata ");
  }

  /**
   * Reads a class that Kotlin 2.4.21 compiled from {@code @JvmRecord @GodotRecord data class
   * Wallet(val coins: UInt)}. Its component is an int, and 4,000,000,000 would be negative.
   */
  @Test
  void rejectsPropertyOfValueClass() throws Exception {
    byte[] wallet;
    try (InputStream file = KotlinRecordsTest.class.getResourceAsStream("/kotlin/Wallet.bin")) {
      wallet = file.readAllBytes();
    }
    Class<?> type =
        new ClassLoader(KotlinRecordsTest.class.getClassLoader()) {
          Class<?> define() {
            return defineClass("game.Wallet", wallet, 0, wallet.length);
          }
        }.define();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(type))
        .withMessage(
            "Wallet.coins: the type is a value class, such as UInt; use the type of its value");
  }
}

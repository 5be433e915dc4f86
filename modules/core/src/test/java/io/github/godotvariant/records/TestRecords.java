package io.github.godotvariant.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantCodec;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/** Records that several test classes use, with checks of their codecs. */
@NullMarked
final class TestRecords {
  @GodotRecord
  record Numbers(
      boolean yes,
      byte tiny,
      short small,
      int plain,
      long large,
      float narrow,
      double wide,
      char letter,
      Integer boxed) {}

  @GodotRecord
  record Texts(
      String text,
      @AsStringName String state,
      Mood mood,
      @AsNumber Mood number,
      List<@AsStringName String> tags) {}

  enum Mood {
    @Key("fine")
    GOOD,
    BAD
  }

  @GodotRecord
  record Node(String name, List<Node> children) {}

  @GodotRecord(typeKey = "kind")
  sealed interface Figure {}

  @GodotRecord
  record Circle(float radius) implements Figure {}

  @GodotRecord
  @Key("rectangle")
  record Rectangle(float width, float height) implements Figure {}

  @GodotRecord
  record Drawing(List<Figure> figures) {}

  @GodotRecord
  record Percent(int value) {
    Percent {
      if (value > 100) {
        throw new IllegalArgumentException(value + " is more than all");
      }
    }
  }

  /** Checks that a record survives encoding and decoding; returns the encoded dictionary. */
  static <T> VariantDictionary roundTrip(Class<T> type, T value) {
    RecordCodec<T> codec = RecordCodec.of(type);
    byte[] bytes = codec.encode(value);
    assertRecord(codec.decode(bytes), value);
    Variant tree = VariantCodec.GODOT_4.decode(bytes);
    assertThat(VariantCodec.GODOT_4.encode(tree)).isEqualTo(bytes);
    assertThat(codec.toVariant(value)).isEqualTo(tree);
    assertRecord(codec.fromVariant(tree), value);
    RecordCodec<T> handles = RecordCodec.of(MethodHandles.lookup(), type);
    assertThat(handles.encode(value)).isEqualTo(bytes);
    assertRecord(handles.decode(bytes), value);
    return tree.asDictionary();
  }

  /** Compares records that can contain arrays. Values cache their hash codes. */
  private static void assertRecord(Object actual, Object expected) {
    assertThat(actual)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*contentHash")
        .isEqualTo(expected);
  }

  /** Checks that a type has no codec, and the message of the exception. */
  static void assertUnsupported(Class<?> type, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(MethodHandles.lookup(), type))
        .withMessage(message);
  }

  /** Returns the exception with which the codec of a type rejects a value. */
  static VariantTypeException rejection(Class<?> type, VariantDictionary value) {
    byte[] bytes = VariantCodec.GODOT_4.encode(value);
    RecordCodec<?> codec = RecordCodec.of(type);
    VariantTypeException rejection =
        catchThrowableOfType(VariantTypeException.class, () -> codec.decode(bytes));
    assertThatThrownBy(() -> codec.fromVariant(value))
        .isExactlyInstanceOf(VariantTypeException.class)
        .hasMessage(rejection.getMessage());
    return rejection;
  }
}

package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.GeneratedValues.FACTORY;
import static io.github.godotvariant.jackson.GeneratedValues.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayOutputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamWriteException;

/** Tests how a {@link GodotGenerator} copies values from a parser. */
class GodotGeneratorCopyTest {
  /** The parser moves to the end of the value, and the generator writes no part of it. */
  @Test
  void writesNoPartOfCopyThatTargetCannotExpress() {
    VariantArray inner = VariantArray.of(Map.of("a", List.of(StringName.of("b"))), 2, List.of(3));
    VariantArray typed = VariantArray.of(1).withElementType(ElementType.of(VariantType.INT));
    GodotFactory godot3 = GodotFactory.builder().codec(VariantCodec.GODOT_3).build();
    for (Variant value :
        List.of(
            inner,
            VariantArray.of(1, typed),
            VariantArray.of(typed, VariantDictionary.of(new Vector2i(1, 2), Map.of(3, 4))),
            typed,
            VariantDictionary.of(new Vector2i(1, 2), 1),
            VariantDictionary.of(inner, 1, 2, 3))) {
      for (boolean nested : new boolean[] {false, true}) {
        byte[] bytes = VariantCodec.GODOT_4.encode(VariantArray.of(value, 4));
        JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes);
        parser.nextToken();
        parser.nextToken();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonGenerator generator = godot3.createGenerator(ObjectWriteContext.empty(), out);
        if (nested) {
          generator.writeStartArray();
        }
        assertThatThrownBy(() -> generator.copyCurrentStructure(parser))
            .isInstanceOf(StreamWriteException.class)
            .hasCauseInstanceOf(InexpressibleVariantException.class);
        generator.close();
        assertThat(out.size()).isZero();
        assertThat(parser.currentToken().isStructEnd()).isTrue();
        assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
        assertThat(parser.getIntValue()).isEqualTo(4);
        assertThat(parser.nextToken()).isEqualTo(JsonToken.END_ARRAY);
        assertThat(parser.nextToken()).isNull();
      }
    }
  }

  @Test
  void throwsFirstFailureIfRestOfCopyExceedsTokenLimit() {
    GodotFactory parsers =
        GodotFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxTokenCount(9).build())
            .build();
    GodotFactory godot3 = GodotFactory.builder().codec(VariantCodec.GODOT_3).build();
    byte[] bytes =
        VariantCodec.GODOT_4.encode(VariantArray.of(StringName.of("a"), Collections.nCopies(9, 1)));
    JsonParser parser = parsers.createParser(ObjectReadContext.empty(), bytes);
    parser.nextToken();
    JsonGenerator generator =
        godot3.createGenerator(ObjectWriteContext.empty(), new ByteArrayOutputStream());
    assertThatThrownBy(() -> generator.copyCurrentStructure(parser))
        .isInstanceOf(StreamWriteException.class)
        .hasCauseInstanceOf(InexpressibleVariantException.class);
    assertThatThrownBy(parser::nextToken).isInstanceOf(StreamConstraintsException.class);
  }

  /** Expanded values and dictionaries copied as pairs no longer have the declared types. */
  @Test
  void dropsTypesThatCopiedEventsDoNotHave() {
    ElementType ints = ElementType.of(VariantType.INT);
    VariantDictionary pairs =
        VariantDictionary.of(1, "a", 2, "b").withTypes(ints, ElementType.of(VariantType.STRING));
    assertThat(copiedByEvents(pairs, GodotReadFeature.KEYS_AS_PAIRS))
        .isEqualTo(VariantArray.of(List.of(1, "a"), List.of(2, "b")));
    assertThat(
            copiedByEvents(
                VariantArray.of(pairs).withElementType(ElementType.of(VariantType.DICTIONARY)),
                GodotReadFeature.KEYS_AS_PAIRS))
        .isEqualTo(VariantArray.of(List.of(List.of(1, "a"), List.of(2, "b"))));
    assertThat(
            copiedByEvents(
                VariantArray.of(new Vector2i(1, 2))
                    .withElementType(ElementType.of(VariantType.VECTOR2I)),
                GodotReadFeature.EXPAND_MATH_TYPES))
        .isEqualTo(VariantArray.of(VariantDictionary.of("x", 1, "y", 2)));
    assertThat(
            copiedByEvents(
                VariantDictionary.of("a", PackedInt32Array.of(1))
                    .withTypes(
                        ElementType.of(VariantType.STRING),
                        ElementType.of(VariantType.PACKED_INT32_ARRAY)),
                GodotReadFeature.EXPAND_PACKED_ARRAYS))
        .isEqualTo(
            VariantDictionary.of("a", List.of(1))
                .withTypes(ElementType.of(VariantType.STRING), ElementType.UNTYPED));
    VariantArray typed = VariantArray.of(1).withElementType(ints);
    VariantDictionary named =
        VariantDictionary.of("a", 1).withTypes(ElementType.of(VariantType.STRING), ints);
    for (GodotReadFeature feature : GodotReadFeature.values()) {
      if (feature != GodotReadFeature.LENGTH_FRAMED) {
        assertThat(copiedByEvents(typed, feature)).isEqualTo(typed);
        assertThat(copiedByEvents(named, feature)).isEqualTo(named);
      }
    }
  }

  private static Variant copiedByEvents(Variant value, GodotReadFeature feature) {
    JsonParser parser =
        FACTORY
            .rebuild()
            .enable(feature)
            .build()
            .createParser(ObjectReadContext.empty(), VariantCodec.GODOT_4.encode(value));
    return written(
        to -> {
          while (parser.nextToken() != null) {
            to.copyCurrentEvent(parser);
          }
        });
  }

  @Test
  void limitsDepthOfCopies() {
    GodotFactory shallow =
        GodotFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(2).build())
            .build();
    for (Variant value :
        List.of(VariantArray.of(List.of(1)), VariantArray.of(List.of(List.of(1))))) {
      JsonParser parser =
          FACTORY.createParser(ObjectReadContext.empty(), VariantCodec.GODOT_4.encode(value));
      parser.nextToken();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JsonGenerator generator = shallow.createGenerator(ObjectWriteContext.empty(), out);
      if (value.equals(VariantArray.of(List.of(1)))) {
        generator.copyCurrentStructure(parser);
        assertThat(VariantCodec.GODOT_4.decode(out.toByteArray())).isEqualTo(value);
      } else {
        assertThatThrownBy(() -> generator.copyCurrentStructure(parser))
            .isInstanceOf(StreamConstraintsException.class);
        assertThat(out.size()).isZero();
      }
    }
  }
}

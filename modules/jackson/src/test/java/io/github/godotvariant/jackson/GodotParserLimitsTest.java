package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.EncodedInput.bytes;
import static io.github.godotvariant.jackson.EncodedInput.join;
import static io.github.godotvariant.jackson.EncodedInput.tokens;
import static io.github.godotvariant.jackson.GodotParserFailureTest.assertStaysFailed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;

/** Tests the limits of Jackson and of {@link VariantCodec} in {@link GodotParser}. */
class GodotParserLimitsTest {
  private static final GodotFactory FACTORY = new GodotFactory();

  @Test
  void appliesStricterOfTwoLimits() {
    Object deep = List.of(List.of(List.of(1)));
    assertThat(rejection(deep, ReadLimits.DEFAULT, constraints().maxNestingDepth(3))).isNull();
    assertThat(rejection(deep, ReadLimits.DEFAULT, constraints().maxNestingDepth(2))).isNotNull();
    assertThat(rejection(deep, ReadLimits.DEFAULT.withDepth(2), constraints()))
        .hasCauseInstanceOf(VariantLimitException.class);
    assertThat(rejection("abcde", ReadLimits.DEFAULT, constraints().maxStringLength(5))).isNull();
    assertThat(rejection("äääää", ReadLimits.DEFAULT, constraints().maxStringLength(5))).isNull();
    assertThat(rejection("abcde", ReadLimits.DEFAULT, constraints().maxStringLength(4)))
        .isNotNull();
    assertThat(rejection("abcde", ReadLimits.DEFAULT.withStringBytes(4), constraints()))
        .hasCauseInstanceOf(VariantLimitException.class);
    assertThat(rejection(Map.of("abcde", 1), ReadLimits.DEFAULT, constraints().maxNameLength(4)))
        .isNotNull();
    assertThat(rejection(List.of(1, 2), ReadLimits.DEFAULT, constraints().maxTokenCount(3)))
        .isNotNull();
    assertThat(rejection(List.of(1, 2), ReadLimits.DEFAULT.withElements(1), constraints()))
        .hasCauseInstanceOf(VariantLimitException.class);
    assertThat(rejection(List.of(1, 2), ReadLimits.DEFAULT, constraints().maxDocumentLength(23)))
        .hasCauseInstanceOf(VariantLimitException.class);
    assertThat(rejection(List.of(1, 2), ReadLimits.DEFAULT, constraints().maxDocumentLength(24)))
        .isNull();
  }

  private static StreamReadConstraints.Builder constraints() {
    return StreamReadConstraints.builder();
  }

  /** Returns the exception for a value that exceeds limits, or null. */
  private static @Nullable StreamConstraintsException rejection(
      Object value, ReadLimits limits, StreamReadConstraints.Builder constraints) {
    GodotFactory factory =
        GodotFactory.builder()
            .codec(VariantCodec.GODOT_4.withLimits(limits))
            .streamReadConstraints(constraints.build())
            .build();
    byte[] bytes = bytes(value);
    StreamConstraintsException thrown = null;
    for (InputStream in : new InputStream[] {null, new ByteArrayInputStream(bytes)}) {
      try (JsonParser parser =
          in == null
              ? factory.createParser(ObjectReadContext.empty(), bytes)
              : factory.createParser(ObjectReadContext.empty(), in)) {
        while (parser.nextToken() != null) {}
        assertThat(thrown).isNull();
      } catch (StreamConstraintsException e) {
        thrown = e;
      }
    }
    return thrown;
  }

  /** Readers of a value as tokens, as a whole, and as a copy. */
  private static final List<Consumer<GodotParser>> READERS =
      List.of(
          parser -> {
            while (parser.nextToken() != null) {}
          },
          parser -> {
            while (parser.nextToken() != null) {
              parser.readVariant();
            }
          },
          parser -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (JsonGenerator to = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
              while (parser.nextToken() != null) {
                to.copyCurrentStructure(parser);
              }
            }
          });

  private static boolean accepts(
      Object value, Consumer<GodotParser> reader, StreamReadConstraints.Builder constraints) {
    GodotFactory factory =
        GodotFactory.builder().streamReadConstraints(constraints.build()).build();
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), bytes(value))) {
      reader.accept((GodotParser) parser);
      return true;
    } catch (StreamConstraintsException e) {
      return false;
    }
  }

  /** Jackson's limits apply whether a value is read as tokens or as a whole. */
  @Test
  void appliesSameLimitsToTokensAndWholeValues() {
    String text = "t".repeat(40);
    String name = "n".repeat(40);
    VariantArray typed =
        VariantArray.builder().add(name).elementType(ElementType.of(VariantType.STRING)).build();
    Variant names = VariantDictionary.of("a", Map.of(name, 1), StringName.of("b"), List.of());
    for (Consumer<GodotParser> reader : READERS) {
      for (Object value :
          List.of(
              text,
              StringName.of(text),
              List.of(1, text),
              Map.of("a", List.of(Map.of("b", text))))) {
        assertThat(accepts(value, reader, constraints().maxStringLength(40))).isTrue();
        assertThat(accepts(value, reader, constraints().maxStringLength(39))).isFalse();
        assertThat(accepts(value, reader, constraints().maxNameLength(39))).isTrue();
      }
      assertThat(accepts(names, reader, constraints().maxNameLength(40))).isTrue();
      assertThat(accepts(names, reader, constraints().maxNameLength(39))).isFalse();
      assertThat(accepts(names, reader, constraints().maxStringLength(39))).isTrue();
      for (Object value : List.of(names, typed, List.of(names, List.of(), new Vector2i(1, 2)))) {
        int tokens = tokens(value).split(" (?![0-9]+\\))", -1).length;
        assertThat(accepts(value, reader, constraints().maxTokenCount(tokens)))
            .as("%s, %s", tokens, value)
            .isTrue();
        assertThat(accepts(value, reader, constraints().maxTokenCount(tokens - 1))).isFalse();
      }
    }
  }

  /** Strings inside values that are one token, and keys that are not strings, count too. */
  @Test
  void appliesLimitsInsideEmbeddedValuesAndKeys() {
    String text = "t".repeat(40);
    VariantDictionary keys = VariantDictionary.of(List.of(Map.of(text, text)), 1);
    for (Consumer<GodotParser> reader : READERS.subList(1, 3)) {
      for (Object value :
          List.of(
              NodePath.parse(text),
              PackedStringArray.of("a", text),
              List.of(new Signal(text, 1)),
              VariantDictionary.of(List.of(text), 1))) {
        assertThat(accepts(value, reader, constraints().maxStringLength(40))).isTrue();
        assertThat(accepts(value, reader, constraints().maxStringLength(39))).isFalse();
      }
      assertThat(accepts(keys, reader, constraints().maxNameLength(39))).isFalse();
      assertThat(accepts(keys, reader, constraints().maxNameLength(40))).isTrue();
      assertThat(accepts(keys, reader, constraints().maxTokenCount(9))).isTrue();
      assertThat(accepts(keys, reader, constraints().maxTokenCount(8))).isFalse();
    }
    VariantCodec objects = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
    Variant object =
        new ObjectValue("Node", List.of(new ObjectValue.Property(text, Variant.of(text))));
    for (StreamReadConstraints.Builder tooFew :
        List.of(
            constraints().maxStringLength(39),
            constraints().maxNameLength(39),
            constraints().maxTokenCount(2))) {
      GodotFactory factory =
          GodotFactory.builder().codec(objects).streamReadConstraints(tooFew.build()).build();
      GodotParser parser =
          (GodotParser) factory.createParser(ObjectReadContext.empty(), objects.encode(object));
      assertThatThrownBy(parser::nextToken).isInstanceOf(StreamConstraintsException.class);
      assertStaysFailed(parser);
    }
  }

  /** The limit applies to the total length, not to each value. */
  @Test
  void appliesDocumentLengthToAllValues() {
    for (boolean framed : new boolean[] {false, true}) {
      byte[] both = join(bytes(1), bytes("b"), framed);
      for (int limit : new int[] {both.length, both.length - 1}) {
        GodotFactory factory =
            GodotFactory.builder()
                .configure(GodotReadFeature.LENGTH_FRAMED, framed)
                .streamReadConstraints(constraints().maxDocumentLength(limit).build())
                .build();
        for (JsonParser parser :
            List.of(
                factory.createParser(ObjectReadContext.empty(), both),
                factory.createParser(ObjectReadContext.empty(), new ByteArrayInputStream(both)))) {
          Throwable thrown =
              catchThrowable(
                  () -> {
                    while (parser.nextToken() != null) {}
                  });
          if (limit == both.length) {
            assertThat(thrown).isNull();
          } else {
            assertThat(thrown).isInstanceOf(StreamConstraintsException.class);
          }
        }
      }
    }
  }
}

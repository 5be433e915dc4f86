package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.EncodedInput.bytes;
import static io.github.godotvariant.jackson.EncodedInput.frame;
import static io.github.godotvariant.jackson.EncodedInput.parser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.codec.VariantCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamReadException;

/** Tests the exceptions of {@link GodotParser} and the calls after them. */
class GodotParserFailureTest {
  private static final GodotFactory FACTORY = new GodotFactory();

  @Test
  void reportsMalformedBytes() {
    byte[] cut = Arrays.copyOf(bytes(List.of(1, "abcd")), 24);
    JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), cut);
    parser.nextToken();
    parser.nextToken();
    assertThatThrownBy(parser::nextToken)
        .isInstanceOfSatisfying(
            StreamReadException.class,
            e -> {
              assertThat(e.getCause()).isInstanceOf(MalformedVariantException.class);
              assertThat(e.getLocation().getByteOffset()).isEqualTo(20);
              assertThat(e.getMessage()).contains("$[1]");
              assertThat(e.processor()).isSameAs(parser);
            });
    assertThatThrownBy(parser::nextToken)
        .isInstanceOf(StreamReadException.class)
        .hasCauseInstanceOf(MalformedVariantException.class);
    parser.close();
    assertThat(parser.nextToken()).isNull();
  }

  /** After a failure the parser does not read the bytes that follow. */
  @Test
  void throwsSameExceptionAfterFailure() {
    for (StreamReadConstraints.Builder constraints :
        List.of(
            StreamReadConstraints.builder().maxNameLength(3),
            StreamReadConstraints.builder().maxStringLength(3),
            StreamReadConstraints.builder().maxNestingDepth(2),
            StreamReadConstraints.builder().maxTokenCount(5))) {
      GodotFactory factory =
          GodotFactory.builder()
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .streamReadConstraints(constraints.build())
              .build();
      assertStaysFailed(
          factory.createParser(
              ObjectReadContext.empty(),
              bytes(List.of(Map.of("abcd", List.of("abcd", 1)), 2, List.of(3)))));
    }
    GodotFactory strict =
        GodotFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    assertStaysFailed(strict.createParser(ObjectReadContext.empty(), duplicateKeys()));
    assertStaysFailed(parser(Map.of(1, 2)));
    assertStaysFailed(
        FACTORY.createParser(ObjectReadContext.empty(), Arrays.copyOf(bytes(List.of(1, 2)), 20)));
  }

  /** Checks that every call after the first exception throws the same exception. */
  static void assertStaysFailed(JsonParser parser) {
    Throwable first = null;
    while (first == null) {
      first = catchThrowable(parser::nextToken);
    }
    assertThat(first).isInstanceOf(JacksonException.class);
    assertThat(catchThrowable(parser::nextToken)).isSameAs(first);
    assertThat(catchThrowable(parser::nextName)).isSameAs(first);
    assertThat(catchThrowable(((GodotParser) parser)::readVariant)).isSameAs(first);
    assertThat(parser.releaseBuffered(new ByteArrayOutputStream())).isZero();
    parser.close();
    assertThat(parser.nextToken()).isNull();
  }

  /** A stream that fails once inside a frame is not read again. */
  @Test
  void stopsReadingAfterFailedFrame() {
    byte[] inner = frame(8, bytes(42));
    byte[] bytes = bytes(PackedByteArray.unsafeWrap(inner));
    byte[] all = frame(bytes.length, bytes);
    int[] at = {0};
    InputStream in =
        new InputStream() {
          private boolean failed;

          @Override
          public int read() throws IOException {
            if (at[0] == 12 && !failed) {
              failed = true;
              throw new IOException("read failed");
            }
            return at[0] < all.length ? all[at[0]++] & 0xFF : -1;
          }

          @Override
          public int read(byte[] to, int from, int length) throws IOException {
            int next = length == 0 ? -1 : read();
            if (next < 0) {
              return length == 0 ? 0 : -1;
            }
            to[from] = (byte) next;
            return 1;
          }
        };
    GodotFactory framed = GodotFactory.builder().enable(GodotReadFeature.LENGTH_FRAMED).build();
    JsonParser parser = framed.createParser(ObjectReadContext.empty(), in);
    Throwable first = catchThrowable(parser::nextToken);
    assertThat(first).isInstanceOf(JacksonIOException.class);
    assertThat(catchThrowable(parser::nextToken)).isSameAs(first);
    assertThat(at[0]).isEqualTo(12);
  }

  @Test
  void rejectsDuplicateKeys() {
    byte[] bytes = duplicateKeys();
    GodotFactory strict =
        GodotFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    try (JsonParser parser = strict.createParser(ObjectReadContext.empty(), bytes)) {
      parser.nextToken();
      parser.nextToken();
      parser.nextToken();
      assertThatThrownBy(parser::nextToken)
          .isInstanceOf(StreamReadException.class)
          .hasMessageContaining("Duplicate Object property \"a\"");
    }
  }

  private static byte[] duplicateKeys() {
    return VariantCodec.GODOT_4
        .writer()
        .beginDictionary()
        .value("a")
        .value(1)
        .value("a")
        .value(2)
        .endDictionary()
        .toByteArray();
  }
}

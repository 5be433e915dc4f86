package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.EncodedInput.bytes;
import static io.github.godotvariant.jackson.EncodedInput.frame;
import static io.github.godotvariant.jackson.EncodedInput.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.VariantException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;

/** Tests sources, sequences and frames that {@link GodotParser} reads. */
class GodotParserSourcesTest {
  private static final GodotFactory FACTORY = new GodotFactory();

  @Test
  void readsFromEverySource(@TempDir Path folder) throws IOException {
    byte[] bytes = bytes(List.of(1, 2));
    byte[] larger = new byte[bytes.length + 7];
    System.arraycopy(bytes, 0, larger, 3, bytes.length);
    Path file = Files.write(folder.resolve("value"), bytes);
    ObjectReadContext context = ObjectReadContext.empty();
    for (JsonParser parser :
        List.of(
            FACTORY.createParser(context, bytes),
            FACTORY.createParser(context, larger, 3, bytes.length),
            FACTORY.createParser(context, new ByteArrayInputStream(bytes)),
            FACTORY.createParser(
                context, (DataInput) new DataInputStream(new ByteArrayInputStream(bytes))),
            FACTORY.createParser(context, file),
            FACTORY.createParser(context, file.toFile()))) {
      int count = 0;
      while (parser.nextToken() != null) {
        count++;
      }
      assertThat(count).isEqualTo(4);
      assertThat(parser.isClosed()).isTrue();
    }
    assertThatThrownBy(() -> FACTORY.createParser(context, "text"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void returnsNoTokenForEmptySources() {
    ObjectReadContext context = ObjectReadContext.empty();
    assertThat(FACTORY.createParser(context, new byte[0]).nextToken()).isNull();
    assertThat(FACTORY.createParser(context, InputStream.nullInputStream()).nextToken()).isNull();
    GodotFactory framed = GodotFactory.builder().enable(GodotReadFeature.LENGTH_FRAMED).build();
    assertThat(framed.createParser(context, InputStream.nullInputStream()).nextToken()).isNull();
  }

  @Test
  void readsSequencesOfValues() {
    for (boolean framed : new boolean[] {false, true}) {
      byte[] both = join(bytes(1), bytes("b"), framed);
      GodotFactory factory =
          GodotFactory.builder().configure(GodotReadFeature.LENGTH_FRAMED, framed).build();
      for (JsonParser parser :
          List.of(
              factory.createParser(ObjectReadContext.empty(), both),
              factory.createParser(ObjectReadContext.empty(), new ByteArrayInputStream(both)))) {
        assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
        assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_STRING);
        assertThat(parser.currentTokenLocation().getByteOffset()).isEqualTo(framed ? 16 : 8);
        assertThat(parser.nextToken()).isNull();
      }
    }
  }

  /** The parser reads no byte after the frame of the requested value. */
  @Test
  void readsOneFrameAtATime() {
    byte[] both = join(bytes(1), bytes("b"), true);
    ByteArrayInputStream in = new ByteArrayInputStream(both);
    GodotFactory framed = GodotFactory.builder().enable(GodotReadFeature.LENGTH_FRAMED).build();
    JsonParser parser = framed.createParser(ObjectReadContext.empty(), in);
    parser.nextToken();
    assertThat(in.available()).isEqualTo(4 + 12);
  }

  @Test
  void rejectsMalformedFrames() {
    GodotFactory framed = GodotFactory.builder().enable(GodotReadFeature.LENGTH_FRAMED).build();
    byte[] value = bytes(1);
    for (byte[] malformed :
        List.of(
            new byte[] {8, 0},
            frame(value.length + 1, value),
            frame(-1, value),
            frame(value.length + 4, Arrays.copyOf(value, value.length + 4)))) {
      for (boolean stream : new boolean[] {false, true}) {
        JsonParser parser =
            stream
                ? framed.createParser(
                    ObjectReadContext.empty(), new ByteArrayInputStream(malformed))
                : framed.createParser(ObjectReadContext.empty(), malformed);
        assertThatThrownBy(
                () -> {
                  while (parser.nextToken() != null) {}
                })
            .isInstanceOf(JacksonException.class)
            .hasCauseInstanceOf(VariantException.class);
        assertThat(parser.currentLocation()).isNotNull();
      }
    }
  }

  @Test
  void closesSourceIfConfigured() {
    boolean[] closed = {false};
    class TrackedStream extends ByteArrayInputStream {
      TrackedStream() {
        super(bytes(List.of(1)));
      }

      @Override
      public void close() {
        closed[0] = true;
      }
    }
    FACTORY.createParser(ObjectReadContext.empty(), new TrackedStream()).close();
    assertThat(closed[0]).isTrue();
    closed[0] = false;
    GodotFactory keepsOpen = FACTORY.rebuild().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build();
    JsonParser parser = keepsOpen.createParser(ObjectReadContext.empty(), new TrackedStream());
    parser.nextToken();
    parser.close();
    assertThat(closed[0]).isFalse();
    assertThat(parser.nextToken()).isNull();
    assertThat(parser.currentLocation()).isNotNull();
  }

  @Test
  void releasesBufferedBytes() {
    byte[] both = join(bytes(1), bytes("b"), false);
    JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), both);
    parser.nextToken();
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    assertThat(parser.releaseBuffered(rest)).isEqualTo(12);
    assertThat(rest.toByteArray()).isEqualTo(bytes("b"));
    assertThat(parser.nextToken()).isNull();
  }
}

package io.github.godotvariant.jackson;

import static io.github.godotvariant.jackson.EncodedInput.bytes;
import static io.github.godotvariant.jackson.GodotMapperTest.UPDATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.jackson.GodotMapperTest.PlayerUpdate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.exc.MismatchedInputException;

/** Tests how {@link GodotMapper} reads and writes sequences and frames. */
class GodotMapperSequenceTest {
  private static final GodotMapper MAPPER = GodotMapper.builder().build();

  @Test
  void readsAndWritesSequences() throws Exception {
    for (boolean framed : new boolean[] {false, true}) {
      GodotMapper mapper =
          GodotMapper.builder()
              .configure(GodotWriteFeature.LENGTH_FRAMED, framed)
              .configure(GodotReadFeature.LENGTH_FRAMED, framed)
              .build();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (SequenceWriter writer = mapper.writerFor(PlayerUpdate.class).writeValues(out)) {
        writer.write(UPDATE).write(UPDATE);
      }
      try (MappingIterator<PlayerUpdate> values =
          mapper
              .readerFor(PlayerUpdate.class)
              .readValues(new ByteArrayInputStream(out.toByteArray()))) {
        assertThat(values.readAll()).containsExactly(UPDATE, UPDATE);
      }
      assertThat(out.size())
          .isEqualTo(2 * (MAPPER.writeValueAsBytes(UPDATE).length + (framed ? 4 : 0)));
    }
  }

  @Test
  void rejectsTrailingValue() {
    byte[] both = ByteBuffer.allocate(16).put(bytes(1)).put(bytes(2)).array();
    assertThatThrownBy(() -> MAPPER.readValue(both, Integer.class))
        .isInstanceOf(DatabindException.class);
  }

  /**
   * As with other formats, the mapper rejects the following values or leaves them in the source.
   */
  @Test
  void readsOneFrameOfSeveral() {
    GodotMapper framed =
        GodotMapper.builder()
            .enable(GodotReadFeature.LENGTH_FRAMED)
            .enable(GodotWriteFeature.LENGTH_FRAMED)
            .build();
    byte[] one = framed.writeValueAsBytes(1);
    byte[] both = ByteBuffer.allocate(2 * one.length).put(one).put(one).array();
    for (GodotMapper mapper : List.of(framed, framed.rebuild().build())) {
      for (ThrowingCallable reading :
          List.<ThrowingCallable>of(
              () -> mapper.readValue(both, Integer.class),
              () -> mapper.readValue(new ByteArrayInputStream(both), Integer.class),
              () -> mapper.readerFor(Integer.class).readValue(new ByteArrayInputStream(both)))) {
        assertThatThrownBy(reading)
            .isInstanceOf(MismatchedInputException.class)
            .hasMessageContaining("`readValues()` and a `MappingIterator`")
            .hasMessageContaining("FAIL_ON_TRAILING_TOKENS")
            .hasMessageContaining("bound as `java.lang.Integer`");
      }
      assertThat(mapper.readValue(new ByteArrayInputStream(one), Integer.class)).isEqualTo(1);
    }
    assertThatThrownBy(() -> MAPPER.readValue(Arrays.copyOf(bytes(1), 12), Integer.class))
        .isInstanceOf(MismatchedInputException.class)
        .hasMessageContaining("Trailing token");
    ObjectReader oneByOne =
        framed
            .readerFor(Integer.class)
            .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .without(StreamReadFeature.AUTO_CLOSE_SOURCE);
    InputStream in = new ByteArrayInputStream(both);
    assertThat(oneByOne.<Integer>readValue(in)).isEqualTo(1);
    assertThat(oneByOne.<Integer>readValue(in)).isEqualTo(1);
    assertThatThrownBy(() -> oneByOne.readValue(in)).isInstanceOf(MismatchedInputException.class);
  }
}

package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.Naming;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** Compiles and runs the Java code that the documentation of this module prints. */
class SamplesTest {
  @GodotRecord(naming = Naming.SNAKE_CASE)
  record PlayerUpdate(
      long id,
      @Key("pos") Vector3 position,
      @AsStringName String state,
      float[] heights,
      List<Vector3> lastTrack) {}

  private static final VariantDictionary MESSAGE =
      VariantDictionary.of(
          "id",
          7,
          "pos",
          new Vector3(1, 0, 2),
          "state",
          StringName.of("running"),
          "heights",
          new float[] {0.5f},
          "last_track",
          List.of());

  @Test
  void bindsOneClassToGodotAndJson() {
    byte[] packet = VariantCodec.GODOT_4.encode(MESSAGE);
    GodotMapper godot = new GodotMapper();
    PlayerUpdate update = godot.readValue(packet, PlayerUpdate.class);
    byte[] answer = godot.writeValueAsBytes(update);

    JsonMapper json = JsonMapper.builder().findAndAddModules().build();
    String text = json.writeValueAsString(update);
    PlayerUpdate same = json.readValue(text, PlayerUpdate.class);
    assertThat(answer).isEqualTo(packet);
    assertThat(text).contains("\"pos\":{\"x\":1.0,\"y\":0.0,\"z\":2.0}", "\"state\":\"running\"");
    assertThat(same).usingRecursiveComparison().isEqualTo(update);
  }

  @Test
  void readsUntrustedInput() {
    byte[] packet = VariantCodec.GODOT_4.encode(MESSAGE);
    GodotMapper careful =
        GodotMapper.builder(VariantCodec.GODOT_4.withLimits(ReadLimits.NETWORK)).build();
    Variant any = careful.readValue(packet, Variant.class);
    assertThat(any).isEqualTo(MESSAGE);
  }

  record Health(int hp) {}

  @Test
  void convertsNumbersOnlyIfLenient() {
    byte[] packet = VariantCodec.GODOT_4.encode(VariantDictionary.of("hp", 1.9));
    GodotMapper lenient = GodotMapper.builder().lenient().build();
    assertThat(lenient.readValue(packet, Health.class)).isEqualTo(new Health(1));
    assertThatThrownBy(() -> new GodotMapper().readValue(packet, Health.class))
        .isInstanceOf(MismatchedInputException.class);
  }

  private final List<PlayerUpdate> handled = new ArrayList<>();

  private void handle(PlayerUpdate update) {
    handled.add(update);
  }

  @Test
  void readsAndWritesSequences() {
    byte[] one = VariantCodec.GODOT_4.encode(MESSAGE);
    ByteBuffer two = ByteBuffer.allocate(2 * (4 + one.length)).order(ByteOrder.LITTLE_ENDIAN);
    two.putInt(one.length).put(one).putInt(one.length).put(one);
    InputStream log = new ByteArrayInputStream(two.array());
    GodotMapper framed =
        GodotMapper.builder()
            .enable(GodotReadFeature.LENGTH_FRAMED)
            .enable(GodotWriteFeature.LENGTH_FRAMED)
            .build();
    try (MappingIterator<PlayerUpdate> updates =
        framed.readerFor(PlayerUpdate.class).readValues(log)) {
      updates.forEachRemaining(update -> handle(update));
    }
    assertThat(handled).hasSize(2);
    assertThat(framed.writeValueAsBytes(handled.get(0)))
        .isEqualTo(Arrays.copyOf(two.array(), 4 + one.length));
  }
}

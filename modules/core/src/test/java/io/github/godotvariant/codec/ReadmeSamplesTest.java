package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.convert.Conversion;
import io.github.godotvariant.convert.ConversionPolicy;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.testsupport.Hex;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the samples of this module in the README and in the first guide. */
class ReadmeSamplesTest {
  private static final Path PACKET = Path.of("../../examples/player-update.bin");

  private final List<Variant> handled = new ArrayList<>();
  private final List<String> routed = new ArrayList<>();

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream console = System.out;

  @BeforeEach
  void captureOutput() {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restoreOutput() {
    System.setOut(console);
  }

  private void handle(Variant value) {
    handled.add(value);
  }

  private void route(String name) {
    routed.add(name);
  }

  @GodotRecord
  record PlayerUpdate(
      int id,
      int seq,
      double t,
      Vector3 pos,
      Vector3 vel,
      Quaternion rot,
      @AsStringName String state,
      @AsStringName String anim,
      int hp,
      int flags,
      boolean grounded,
      Vector2 aim) {}

  @Test
  void decodesAndEncodesRecordOfReadme() throws IOException {
    byte[] packet = Files.readAllBytes(PACKET);
    // tour
    PlayerUpdate update = RecordCodec.of(PlayerUpdate.class).decode(packet);
    // tour
    assertThat(update)
        .isEqualTo(
            new PlayerUpdate(
                1042,
                98231,
                1718.466667,
                new Vector3(128.25, 1.75, -310.5),
                new Vector3(3.2f, -0.4f, 0.05f),
                new Quaternion(0.039787605f, 0.6044301f, -0.030246714f, 0.79508895f),
                "running",
                "run_forward",
                87,
                11,
                true,
                new Vector2(0.12f, -0.5f)));
    assertThat(RecordCodec.of(PlayerUpdate.class).encode(update)).isEqualTo(packet);
  }

  @Test
  void decodesEncodesSeeksAndConverts() throws IOException {
    byte[] packet = Files.readAllBytes(PACKET);
    // tour
    VariantDictionary message = VariantCodec.GODOT_4.decode(packet).asDictionary();
    long id = message.getLong("id");
    Vector3 position = message.get("pos", Vector3.class);
    String state = message.getString("state", "idle"); // a StringName is as good as a String
    // tour
    assertThat(id).isEqualTo(1042);
    assertThat(position).isEqualTo(new Vector3(128.25, 1.75, -310.5));
    assertThat(state).isEqualTo("running");
    packet =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of("player", VariantDictionary.of("name", "Ada")));
    // tour
    byte[] answer =
        VariantCodec.GODOT_4.encode(
            VariantDictionary.of("ok", true, "hp", 100, "position", new Vector3(0, 1, 0)));
    // tour
    assertThat(VariantCodec.GODOT_4.decode(answer).asDictionary().getBoolean("ok")).isTrue();
    // tour
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4).withLimits(ReadLimits.NETWORK);
    try {
      handle(codec.decode(packet));
    } catch (VariantException e) {
      System.out.println(e.getMessage());
    }
    try (VariantReader reader = codec.reader(packet)) {
      if (reader.seek("player.name")) {
        route(reader.nextString());
      }
    }
    byte[] list =
        codec
            .writer()
            .beginDictionary()
            .key("scores")
            .beginArray()
            .value(10)
            .value(20)
            .endArray()
            .endDictionary()
            .toByteArray();
    byte[] old = VariantCodec.GODOT_3.encode(VariantArray.of(1, 2.5, "three"));
    VariantCodec doubles = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    byte[] byTheManual = VariantCodec.of(Dialect.MANUAL_4).encode(PackedStringArray.of("ab"));
    Conversion.Result downgraded =
        Conversion.from(Dialect.GODOT_4)
            .to(Dialect.GODOT_3)
            .withPolicy(ConversionPolicy.DOWNGRADE)
            .convert(VariantDictionary.of("cell", new Vector2i(3, 4)));
    downgraded.losses().forEach(System.out::println); // $.cell: Vector2i becomes Vector2
    // tour
    assertThat(handled).containsExactly(VariantCodec.GODOT_4.decode(packet));
    assertThat(routed).containsExactly("Ada");
    assertThat(codec.decode(list))
        .isEqualTo(VariantDictionary.of("scores", VariantArray.of(10, 20)));
    assertThat(VariantCodec.GODOT_3.decode(old)).isEqualTo(VariantArray.of(1, 2.5, "three"));
    assertThat(byTheManual).isEqualTo(Hex.bytes("19000000 01000000 02000000 6162 0000"));
    assertThat(doubles.encode(new Vector3(1, 2, 3))).hasSize(28);
    assertThat(printed.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo("$.cell: Vector2i becomes Vector2");
  }
}

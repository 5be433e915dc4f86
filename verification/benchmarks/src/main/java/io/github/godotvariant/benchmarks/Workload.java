package io.github.godotvariant.benchmarks;

import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;

/** The values that are encoded and decoded: bytes as Godot 4.6.3 writes them. */
public enum Workload {
  /** A message of a multiplayer game: a dictionary of 12 entries, 316 bytes. */
  PLAYER_UPDATE("aim"),
  /** Nested dictionaries with an inventory, quests, places and a thumbnail, 251,540 bytes. */
  SAVEGAME("quests.quest_059.title"),
  /** 10,000 dictionaries of 6 to 9 entries, 1,981,848 bytes. */
  TELEMETRY("[9999].zone"),
  /** The entries that all telemetry events have: 10,000 dictionaries of 7 entries. */
  SMALL_EVENTS("[9999].y"),
  /** A million floats and 100,000 Vector3, 5,200,132 bytes. */
  TERRAIN("name");

  private final String lastPath;

  Workload(String lastPath) {
    this.lastPath = lastPath;
  }

  /** {@return the path of a value near the end of the bytes} */
  VariantPath lastPath() {
    return VariantPath.parse(lastPath);
  }

  /** {@return the decoded value} */
  Variant value() {
    return VariantCodec.GODOT_4.decode(bytes());
  }

  /** {@return the encoded value} */
  byte[] bytes() {
    return switch (this) {
      case PLAYER_UPDATE -> resource("player-update.bin");
      case SAVEGAME -> resource("savegame.bin");
      case TELEMETRY -> resource("telemetry.bin.gz");
      case SMALL_EVENTS -> VariantCodec.GODOT_4.encode(smallEvents());
      case TERRAIN -> VariantCodec.GODOT_4.encode(terrain());
    };
  }

  private static byte[] resource(String name) {
    try (InputStream in = Workload.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name);
      }
      return (name.endsWith(".gz") ? new GZIPInputStream(in) : in).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Variant smallEvents() {
    return TELEMETRY.value().asArray().stream()
        .map(Variant::asDictionary)
        .map(Workload::smallEvent)
        .collect(VariantArray.toVariantArray());
  }

  private static Variant smallEvent(VariantDictionary event) {
    VariantDictionary.Builder small = VariantDictionary.builder();
    for (String key : new String[] {"seq", "zone", "t", "player", "event"}) {
      small.put(key, event.get(key));
    }
    Vector2 pos = event.get("pos", Vector2.class);
    return small.put("x", pos.x()).put("y", pos.y()).build();
  }

  /**
   * Computes the landscape with the formula that the engine used. The file would have 2 MB in the
   * repository even when compressed; a test compares the digest with that of the engine's bytes.
   */
  private static Variant terrain() {
    float[] heights = new float[1_000_000];
    for (int i = 0; i < heights.length; i++) {
      int x = i % 1000;
      int z = i / 1000;
      heights[i] =
          rounded(
              StrictMath.sin(x * 0.013) * 20
                  + StrictMath.cos(z * 0.017) * 15
                  + StrictMath.sin((x + z) * 0.07) * 3,
              64);
    }
    float[] normals = new float[3 * 100_000];
    for (int i = 0; i < 100_000; i++) {
      float x = (float) StrictMath.sin(i * 0.01);
      float y = 2;
      float z = (float) StrictMath.cos(i * 0.013);
      float length = (float) Math.sqrt(x * x + y * y + z * z);
      normals[3 * i] = rounded(x / length, 1024);
      normals[3 * i + 1] = rounded(y / length, 1024);
      normals[3 * i + 2] = rounded(z / length, 1024);
    }
    return VariantDictionary.of(
        "size",
        new Vector2i(1000, 1000),
        "scale",
        0.5,
        "heights",
        PackedFloat32Array.unsafeWrap(heights),
        "normals",
        PackedVector3Array.unsafeWrap(normals),
        "name",
        "valley");
  }

  /** Rounds to a multiple of {@code 1 / steps}, halves away from zero as the engine rounds. */
  private static float rounded(double value, int steps) {
    return (float) (Math.copySign(Math.floor(Math.abs(value * steps) + 0.5), value) / steps);
  }
}

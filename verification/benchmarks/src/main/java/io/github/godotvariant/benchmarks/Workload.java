package io.github.godotvariant.benchmarks;

import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * The values that are encoded and decoded: bytes that Godot 4.6.3 wrote with {@code var_to_bytes}.
 */
public enum Workload {
  /** What a multiplayer game sends 20 times a second: a dictionary of 12 entries. */
  PLAYER_UPDATE("player-update.bin", "aim"),
  /** Nested dictionaries: inventory, quests, places, a thumbnail. */
  SAVEGAME("savegame.bin", "quests.quest_059.title"),
  /** 10,000 dictionaries of 6 to 9 entries. */
  TELEMETRY("telemetry.bin.gz", "[9999].zone"),
  /** A million floats and 100,000 Vector3. */
  TERRAIN("", "name");

  private final String resource;
  private final String late;

  Workload(String resource, String late) {
    this.resource = resource;
    this.late = late;
  }

  /** What it is called in tables and file names. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A value that comes late in the bytes, for readers that want only that one. */
  VariantPath latePath() {
    return VariantPath.parse(late);
  }

  /** The value, read from the wire: equal keys are one object, which is best for everybody. */
  Variant value() {
    return VariantCodec.GODOT_4.decode(bytes());
  }

  /** The engine's bytes. */
  byte[] bytes() {
    if (this == TERRAIN) {
      return VariantCodec.GODOT_4.encode(terrain());
    }
    try (InputStream in = Workload.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(resource);
      }
      return (resource.endsWith(".gz") ? new GZIPInputStream(in) : in).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The landscape by the formula with which the engine made it. Its bytes are 2 MB even when
   * compressed, too many to keep; a test holds their digest to that of the engine's.
   */
  private static Variant terrain() {
    float[] heights = new float[1_000_000];
    for (int i = 0; i < heights.length; i++) {
      int x = i % 1000;
      int z = i / 1000;
      heights[i] =
          steps(
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
      normals[3 * i] = steps(x / length, 1024);
      normals[3 * i + 1] = steps(y / length, 1024);
      normals[3 * i + 2] = steps(z / length, 1024);
    }
    return VariantDictionary.of(
        "size",
        new Vector2i(1000, 1000),
        "scale",
        0.5,
        "heights",
        PackedFloat32Array.wrap(heights),
        "normals",
        PackedVector3Array.wrap(normals),
        "name",
        "valley");
  }

  /** Rounded to a fraction of one, halves away from zero as the engine rounds. */
  private static float steps(double value, int fraction) {
    return (float) (Math.copySign(Math.floor(Math.abs(value * fraction) + 0.5), value) / fraction);
  }
}

package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.json.NativeJson;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.text.VariantText;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Values as text, from and to a {@code String}. */
public class TextBenchmark extends TimedBenchmark {
  /** The format of the text. */
  public enum Format {
    /** {@code var_to_str} of the engine. */
    ENGINE_TEXT,
    /** {@code JSON.from_native} of the engine, without loss. */
    NATIVE_JSON,
    PLAIN_JSON
  }

  @Param({"PLAYER_UPDATE", "SAVEGAME", "TELEMETRY", "TERRAIN"})
  public Workload workload = Workload.PLAYER_UPDATE;

  @Param public Format format = Format.ENGINE_TEXT;

  private Variant value = Variant.of(0);
  private String text = "";

  @Setup
  public void prepare() {
    value = workload.value();
    text = write();
  }

  @Benchmark
  public Variant read() {
    return switch (format) {
      case ENGINE_TEXT -> VariantText.GODOT_4.parse(text);
      case NATIVE_JSON -> NativeJson.GODOT_4.read(text);
      case PLAIN_JSON -> PlainJson.DEFAULT.read(text);
    };
  }

  @Benchmark
  public String write() {
    return switch (format) {
      case ENGINE_TEXT -> VariantText.GODOT_4.print(value);
      case NATIVE_JSON -> NativeJson.GODOT_4.write(value);
      case PLAIN_JSON -> PlainJson.DEFAULT.write(value);
    };
  }
}

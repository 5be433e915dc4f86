package io.github.godotvariant.fuzzing;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.UnknownKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records with generated codecs. The keys are short, so that the fuzzer finds them. */
@GodotRecord(typeKey = "t")
sealed interface Fuzzed {
  /** Numbers, texts and vectors. */
  @GodotRecord
  @Key("s")
  record Simple(
      @Nullable Long a,
      @Nullable Integer b,
      @Nullable Double c,
      @Nullable Boolean d,
      @Nullable String e,
      @AsStringName @Nullable String f,
      @Nullable Vector2 g,
      @Nullable Vector3 h,
      @Nullable Quaternion i,
      @DefaultValue("5") byte j)
      implements Fuzzed {}

  /** Containers, and a component of its own type. */
  @GodotRecord
  @Key("d")
  record Deep(
      Optional<List<Deep>> a,
      Optional<Map<String, Deep>> b,
      Optional<List<Long>> c,
      Optional<@Packed List<Vector2>> d,
      Optional<Mood> e,
      @AsNumber @Nullable Mood f,
      @Nullable Fuzzed g,
      @Nullable Variant h,
      @Nullable NodePath i,
      @OtherKeys VariantDictionary others)
      implements Fuzzed {}

  /** Two components; other keys are rejected. */
  @GodotRecord(unknownKeys = UnknownKeys.REFUSE)
  @Key("n")
  record Narrow(int a, float b) implements Fuzzed {
    /** Rejects some values. */
    public Narrow {
      if (a < 0) {
        throw new IllegalArgumentException("negative");
      }
    }
  }

  /** An enum with two constants. */
  enum Mood {
    @Key("g")
    GOOD,
    @Key("b")
    BAD
  }
}

package law;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.records.Alias;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.DefaultConstant;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.OtherKeys;
import java.util.List;
import java.util.OptionalLong;

/** A record that reads former keys and values. */
@GodotRecord
public record Evolved(
    @Alias({"health", "hitpoints"}) int hp,
    @Alias({"", "a former key of more than thirty-two bytes"}) String name,
    @DefaultValue(value = "7", alsoForNull = true) int level,
    @DefaultValue(value = "[1, 2]", alsoForNull = true) List<Long> list,
    Mood mood,
    @AsNumber Mood number,
    List<Mood> moods,
    @Alias("form") Shape shape,
    @OtherKeys VariantDictionary others,
    byte tiny,
    OptionalLong large) {

  /** An enum. */
  public enum Mood {
    GOOD,
    @Key("not so good")
    @Alias({"BAD", "AWFUL"})
    BAD,
    @DefaultConstant
    NONE
  }

  /** A hierarchy. */
  @GodotRecord
  public sealed interface Shape {}

  /** One. */
  @GodotRecord
  @Alias({"Round", "Disc"})
  public record Circle(double radius) implements Shape {}

  /** Another. */
  @GodotRecord
  @Key("square")
  public record Square(@Alias("width") int side) implements Shape {}
}

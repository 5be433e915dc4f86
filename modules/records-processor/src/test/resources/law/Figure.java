package law;

import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.UnknownKeys;
import java.util.List;

/** One of several. */
@GodotRecord(typeKey = "kind")
public sealed interface Figure {
  /** One. */
  @GodotRecord
  record Circle(float radius) implements Figure {}

  /** Another. */
  @GodotRecord(unknownKeys = UnknownKeys.REFUSE)
  @Key("rectangle")
  record Rectangle(float width, float height) implements Figure {}

  /** Nothing. */
  @GodotRecord
  record Point() implements Figure {}

  /** Several. */
  @GodotRecord
  record Drawing(List<Figure> figures, Circle first, List<Circle> circles, Figure[] more) implements Figure {}
}

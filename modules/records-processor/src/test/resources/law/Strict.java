package law;

import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Naming;
import io.github.godotvariant.records.UnknownKeys;
import java.util.Optional;

/** Takes only what it knows, and little of that. */
@GodotRecord(naming = Naming.SNAKE_CASE, unknownKeys = UnknownKeys.REFUSE, stringNameKeys = true)
public record Strict(int hitPoints, Optional<String> displayName) {
  /** Refuses. */
  public Strict {
    if (hitPoints < 0) {
      throw new IllegalArgumentException("fewer points than none");
    }
  }
}

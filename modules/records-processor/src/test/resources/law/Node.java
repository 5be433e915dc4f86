package law;

import io.github.godotvariant.records.GodotRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tree. */
@GodotRecord
public record Node(List<Node> children, long id, @Nullable Node other, String name) {}

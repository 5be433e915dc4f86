package contract;

import io.github.godotvariant.Vector3;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state of a player, with components that may be absent. */
@GodotRecord
public record Player(
    int id,
    Optional<String> name,
    @Nullable Vector3 pos,
    double hp,
    @AsStringName String state,
    boolean grounded,
    @DefaultValue("7") long level) {}

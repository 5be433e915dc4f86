package contract;

import io.github.godotvariant.VariantArray;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Naming;
import io.github.godotvariant.records.UnknownKeys;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record with records in it, which accepts no other keys. */
@GodotRecord(naming = Naming.SNAKE_CASE, unknownKeys = UnknownKeys.REFUSE)
public record Team(
    String teamName,
    Player captain,
    List<Player> players,
    Map<String, Long> scores,
    @Nullable VariantArray extra) {}

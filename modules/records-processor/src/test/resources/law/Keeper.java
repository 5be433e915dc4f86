package law;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.OtherKeys;

/** Keeps what it does not know. */
@GodotRecord
public record Keeper(long id, @OtherKeys VariantDictionary others, String name) {}

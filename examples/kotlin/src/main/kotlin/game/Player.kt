package game

import io.github.godotvariant.VariantDictionary
import io.github.godotvariant.Vector2
import io.github.godotvariant.Vector3
import io.github.godotvariant.records.AsNumber
import io.github.godotvariant.records.AsStringName
import io.github.godotvariant.records.DefaultValue
import io.github.godotvariant.records.GodotRecord
import io.github.godotvariant.records.Key
import io.github.godotvariant.records.Naming
import io.github.godotvariant.records.OtherKeys
import io.github.godotvariant.records.Packed

/** A player as the game saves it. */
@GodotRecord(naming = Naming.SNAKE_CASE)
data class Player(
    val id: Long,
    @Key("pos") val position: Vector3,
    @AsStringName val state: String,
    val displayName: String?,
    @DefaultValue("1") val level: Int = 1,
    @AsNumber val team: Team,
    @Packed val track: List<Vector2>,
    val titles: List<String?>,
    val weapons: List<Weapon>,
    val isAlive: Boolean,
    @OtherKeys val rest: VariantDictionary = VariantDictionary.EMPTY,
)

enum class Team { RED, BLUE }

/** The key `type` of the Dictionary selects the class. */
@GodotRecord
sealed interface Weapon {
    @GodotRecord
    @Key("sword")
    data class Sword(val damage: Int) : Weapon

    @GodotRecord
    @Key("bow")
    data class Bow(val range: Double, val arrows: Int?) : Weapon
}

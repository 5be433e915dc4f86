package game

import io.github.godotvariant.VariantDictionary
import io.github.godotvariant.VariantException
import io.github.godotvariant.Vector2
import io.github.godotvariant.Vector3
import io.github.godotvariant.dialect.Dialect
import io.github.godotvariant.jackson.GodotMapper
import io.github.godotvariant.records.RecordCodec
import io.github.godotvariant.save.SaveFile
import io.github.godotvariant.save.SaveFormat
import java.nio.file.Files

private val codec = RecordCodec.of(Player::class.java)

private fun reject(name: String, value: VariantDictionary) {
    try {
        println("$name: ${codec.fromVariant(value)}")
    } catch (e: VariantException) {
        println("$name: ${e.message}")
    }
}

fun main() {
    val player = Player(
        id = 7,
        position = Vector3(1.0, 0.0, 2.0),
        state = "running",
        displayName = null,
        team = Team.BLUE,
        track = listOf(Vector2(0.0, 0.0), Vector2(1.0, 2.0)),
        titles = listOf("knight", null),
        weapons = listOf(Weapon.Sword(12), Weapon.Bow(30.5, null)),
        isAlive = true,
    )
    println("generated: ${codec.isGenerated()}")
    val tree = codec.toVariant(player).asDictionary()
    println("tree: $tree")
    println("equal: ${codec.decode(codec.encode(player)) == player}")

    val defaults = codec.fromVariant(tree.without("level").with("mana", 9))
    println("defaults: level ${defaults.level}, name ${defaults.displayName}, rest ${defaults.rest}")
    reject("missing", tree.without("state"))
    reject("null", tree.with("state", null))
    reject("null in a list", tree.with("weapons", listOf(null)))

    val file = Files.createTempFile("player", ".save")
    try {
        SaveFormat.of(Dialect.GODOT_4).write(file, listOf(tree))
        SaveFile.edit(file, codec) { it.copy(level = it.level + 1) }
        println("saved: level ${SaveFile.read(file, codec).level}")
    } finally {
        Files.delete(file)
    }

    // Jackson binds the class as a record, without its Kotlin module.
    val mapper = GodotMapper()
    println("mapper: ${mapper.readValue(codec.encode(player), Player::class.java) == player}")
    println("bytes: ${mapper.writeValueAsBytes(player).contentEquals(codec.encode(player))}")
}

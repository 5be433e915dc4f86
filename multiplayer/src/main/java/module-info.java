/** Godot's high-level multiplayer, with Java as the server. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.multiplayer {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires transitive io.github.godotvariant.net;

  exports io.github.godotvariant.multiplayer;
}

/** Godot's high-level multiplayer, with Java as the server. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.multiplayer {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires transitive io.github.godotvariant.net;
  // Only for clients of tests that connect over ENet or a WebSocket.
  requires static io.github.godotvariant.enet;
  requires static java.net.http;

  exports io.github.godotvariant.multiplayer;
  exports io.github.godotvariant.multiplayer.testing;
}

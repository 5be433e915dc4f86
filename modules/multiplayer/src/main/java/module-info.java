/** Godot's high-level multiplayer, with Java as the server. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.multiplayer {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires transitive io.github.godotvariant.net;
  // Only for WebSockets: whoever has Netty in a pipeline has these.
  requires static io.netty.buffer;
  requires static io.netty.codec;
  requires static io.netty.codec.http;
  requires static io.netty.common;
  requires static io.netty.transport;

  exports io.github.godotvariant.multiplayer;
}

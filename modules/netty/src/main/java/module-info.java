/** Netty handlers and servers that exchange messages with running engines. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.netty {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires transitive io.github.godotvariant.net;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires transitive io.netty.transport;
  // Only for servers of Godot's high-level multiplayer.
  requires static io.github.godotvariant.multiplayer;
  // Only for ENet.
  requires static io.github.godotvariant.enet;
  // Only for WebSockets: every application with WebSockets already has this dependency.
  requires static io.netty.codec.http;
  requires static io.netty.handler;

  exports io.github.godotvariant.netty;
}

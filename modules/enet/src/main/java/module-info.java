/** ENet 1.3, the protocol of Godot games, as a server and as a client, without I/O. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // The module with access to the internal package is compiled later.
module io.github.godotvariant.enet {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires static com.github.luben.zstd_jni;

  exports io.github.godotvariant.enet;
  exports io.github.godotvariant.enet.internal to
      io.github.godotvariant.netty;
}

/** The server side of ENet 1.3 as Godot speaks it, without I/O. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.enet {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires static com.github.luben.zstd_jni;

  exports io.github.godotvariant.enet;
}

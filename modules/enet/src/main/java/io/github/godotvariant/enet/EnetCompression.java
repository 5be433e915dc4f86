package io.github.godotvariant.enet;

/**
 * The compression of datagrams. The numbers of Godot's {@code ENetConnection.CompressionMode} are
 * the ordinals.
 *
 * <p>A client does not announce its compression. The host detects it from the first compressed
 * datagram.
 */
public enum EnetCompression {
  /** No compression, the default of Godot 4. */
  NONE,
  /** The range coder of ENet, the default of Godot 3. */
  RANGE_CODER,
  /**
   * FastLZ. The host only decompresses it, and sends plain datagrams to these clients. The plain
   * reply is longer than their request, so that it is sent for the second request, after 0.5 s.
   */
  FASTLZ,
  /** Deflate in a zlib stream. */
  ZLIB,
  /**
   * Zstandard. Needs the library {@code com.github.luben:zstd-jni}. Without the library, compressed
   * datagrams of these clients are dropped.
   */
  ZSTD
}

package io.github.godotvariant.enet;

/**
 * The compression of datagrams. The ordinals are the numbers of Godot's {@code
 * ENetConnection.CompressionMode}.
 *
 * <p>A client does not announce its compression. The host detects the compression from the client's
 * first compressed datagram, and uses it for all later datagrams of this client.
 */
public enum EnetCompression {
  /** No compression, the default of Godot 4. */
  NONE,
  /** The range coder of ENet, the default of Godot 3. */
  RANGE_CODER,
  /**
   * FastLZ. The host decompresses datagrams of clients with this compression, but sends only
   * uncompressed datagrams. The uncompressed reply is longer than the compressed request to
   * connect. Therefore the host sends the reply only after the second request, 0.5 seconds later.
   */
  FASTLZ,
  /** Deflate in a zlib stream. */
  ZLIB,
  /**
   * Zstandard. Needs the library {@code com.github.luben:zstd-jni}. Without the library, the host
   * drops datagrams with this compression.
   */
  ZSTD
}

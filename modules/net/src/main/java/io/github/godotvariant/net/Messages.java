package io.github.godotvariant.net;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frames of a message format. Immutable, except for an {@link Assembly}. */
interface Messages<T> {
  /** What one connection has of the next message. */
  interface Assembly<T> {
    /**
     * Takes the next frame.
     *
     * @param frame its bytes; not kept
     * @return the message, or null if more frames belong to it
     */
    @Nullable T add(ByteBuffer frame);

    /** Whether a message has begun and is not complete. */
    boolean hasBegun();
  }

  /** An assembly for one connection. */
  Assembly<T> assembly();

  /** The frames of a message; empty ones are not sent. */
  List<byte[]> frames(T message);
}

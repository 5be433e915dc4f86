package io.github.godotvariant.net;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A format that divides messages into frames. Immutable, except for an {@link Assembly}. */
interface MessageFormat<T> {
  /** Collects the frames of one connection until a message is complete. */
  interface Assembly<T> {
    /**
     * Adds the next frame.
     *
     * @param frame the bytes of the frame; the assembly must not keep a reference to this buffer
     * @return the message, or null if the message has more frames
     */
    @Nullable T add(ByteBuffer frame);

    /** Returns whether a message has started and is not complete. */
    boolean isIncomplete();
  }

  /** Creates an assembly for one connection. */
  Assembly<T> assembly();

  /** Returns the frames of a message. Empty frames are not sent. */
  List<byte[]> frames(T message);
}

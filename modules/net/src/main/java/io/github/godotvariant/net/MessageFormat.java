package io.github.godotvariant.net;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divides messages into frames, and creates assemblies that join received frames to messages.
 * Immutable, except for an {@link Assembly}.
 */
interface MessageFormat<T> {
  /** Collects the frames of one connection until a message is complete. */
  interface Assembly<T> {
    /**
     * Adds the next frame.
     *
     * @param frame the bytes of the frame; the assembly must not keep a reference to this buffer
     * @return the complete message, or null if the message needs more frames
     */
    @Nullable T add(ByteBuffer frame);

    /** Returns whether a message has started and is not complete. */
    boolean isIncomplete();
  }

  /** Creates an assembly for one connection. */
  Assembly<T> assembly();

  /** Returns the frames of a message. {@link MessageFraming#encode} leaves out empty frames. */
  List<byte[]> frames(T message);
}

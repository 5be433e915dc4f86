package io.github.godotvariant.cli.listen;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.net.BlockingPeer;
import io.github.godotvariant.net.DebuggerMessage;
import io.github.godotvariant.net.MessageFraming;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The connection to a running game, which is heard and, when it stands still at an error, asked for
 * the stack and let go on; nothing else is ever sent to it.
 */
final class Game {
  /** The length of the first message and the header of its value. */
  private static final int BEGINNING = 8;

  private static final int ARRAY_OF_GODOT_4 = 28;
  private static final int STRING = 4;

  /** How long a game may take to tell its stack before it is let go on without, in milliseconds. */
  private static final int PATIENCE = 2000;

  private final Socket connection;
  private final BlockingPeer<DebuggerMessage> peer;
  private final Generation generation;

  /** Threads that stand still and have not told their stack. */
  private final Set<Long> halted = new LinkedHashSet<>();

  private Game(Socket connection, BlockingPeer<DebuggerMessage> peer, Generation generation) {
    this.connection = connection;
    this.peer = peer;
    this.generation = generation;
  }

  /**
   * Waits for the first message, which says what the engine is.
   *
   * @return empty if the other side went away before it
   * @throws NoGameException if it is something else than a game
   */
  static Optional<Game> of(Socket connection) throws IOException {
    connection.setTcpNoDelay(true);
    InputStream in = new BufferedInputStream(connection.getInputStream());
    in.mark(BEGINNING);
    byte[] beginning = in.readNBytes(BEGINNING);
    if (beginning.length < BEGINNING) {
      return Optional.empty();
    }
    in.reset();
    Generation generation = generation(beginning);
    VariantCodec codec =
        generation == Generation.GODOT_3 ? VariantCodec.GODOT_3 : VariantCodec.GODOT_4;
    MessageFraming<DebuggerMessage> framing =
        MessageFraming.debugger(codec.withLimits(ReadLimits.NETWORK));
    return Optional.of(
        new Game(
            connection, BlockingPeer.of(in, connection.getOutputStream(), framing), generation));
  }

  private static Generation generation(byte[] beginning) {
    int header = ByteBuffer.wrap(beginning).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
    return switch (header & 0xFFFF) {
      case ARRAY_OF_GODOT_4 -> Generation.GODOT_4;
      case STRING -> Generation.GODOT_3;
      default ->
          throw new NoGameException(
              new String(beginning, StandardCharsets.US_ASCII).startsWith("GET ")
                  ? "somebody speaks HTTP; games connect with tcp://, not with ws://"
                  : "somebody who is no game");
    };
  }

  /** Who connected does not speak as games do. Its message is one line for the user. */
  static final class NoGameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoGameException(String message) {
      super(message);
    }
  }

  Generation generation() {
    return generation;
  }

  /**
   * Hears the game until it ends.
   *
   * @throws IOException if the connection fails
   * @throws io.github.godotvariant.VariantException if what comes is no message
   */
  void hear(Consumer<Event> listener) throws IOException {
    Interpreter interpreter = new Interpreter();
    try {
      for (Optional<DebuggerMessage> next = next(); next.isPresent(); next = next()) {
        DebuggerMessage message = next.get();
        interpreter.read(message).forEach(listener);
        answer(message);
      }
    } finally {
      interpreter.end().forEach(listener);
    }
  }

  private Optional<DebuggerMessage> next() throws IOException {
    while (true) {
      connection.setSoTimeout(halted.isEmpty() ? 0 : PATIENCE);
      try {
        return peer.read();
      } catch (SocketTimeoutException e) {
        for (long threadId : halted) {
          say("continue", threadId);
        }
        halted.clear();
      }
    }
  }

  /** A game that ends soon after it goes on loses what it has not sent: the stack comes first. */
  private void answer(DebuggerMessage message) throws IOException {
    if (message.name().equals(Interpreter.HALT)) {
      halted.add(message.threadId());
      say("get_stack_dump", message.threadId());
    } else if (message.name().equals(Interpreter.STACK) && halted.remove(message.threadId())) {
      say("continue", message.threadId());
    }
  }

  private void say(String command, long threadId) throws IOException {
    peer.write(new DebuggerMessage(command, threadId, VariantArray.EMPTY));
  }
}

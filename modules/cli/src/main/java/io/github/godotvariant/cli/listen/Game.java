package io.github.godotvariant.cli.listen;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.cli.terminal.CliException;
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
 * Receives the messages of a running game. If the game stops at an error, this object requests the
 * stack and lets the game continue. It sends nothing else to the game.
 */
final class Game {
  /**
   * The number of bytes at the start of a connection that show whether the game uses Godot 3 or
   * Godot 4. These bytes are the length of the first message, and the header of the value in this
   * message.
   */
  private static final int START_BYTES = 8;

  private static final int ARRAY_OF_GODOT_4 = 28;
  private static final int STRING = 4;

  /** The maximum time to wait for the stack of a stopped thread, in milliseconds. */
  private static final int STACK_TIMEOUT = 2000;

  private final Socket connection;
  private final BlockingPeer<DebuggerMessage> peer;
  private final Generation generation;

  /** The ids of the stopped threads whose stacks have not arrived yet. */
  private final Set<Long> halted = new LinkedHashSet<>();

  private Game(Socket connection, BlockingPeer<DebuggerMessage> peer, Generation generation) {
    this.connection = connection;
    this.peer = peer;
    this.generation = generation;
  }

  /**
   * Waits for the first bytes from a client, which show whether the engine is Godot 3 or Godot 4.
   *
   * @return the game; empty if the client disconnects before it has sent {@link #START_BYTES} bytes
   * @throws CliException if the client is not a game
   */
  static Optional<Game> of(Socket connection) throws IOException {
    connection.setTcpNoDelay(true);
    InputStream in = new BufferedInputStream(connection.getInputStream());
    in.mark(START_BYTES);
    byte[] beginning = in.readNBytes(START_BYTES);
    if (beginning.length < START_BYTES) {
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
          throw CliException.badData(
              new String(beginning, StandardCharsets.US_ASCII).startsWith("GET ")
                  ? "connection rejected: an HTTP client; games connect with tcp://, not with ws://"
                  : "connection rejected: not a Godot debugger client");
    };
  }

  Generation generation() {
    return generation;
  }

  /**
   * Receives messages until the game ends, and passes their events to {@code listener}.
   *
   * @throws IOException if the connection fails
   * @throws io.github.godotvariant.VariantException if the client sends an invalid message
   */
  void receive(Consumer<Event> listener) throws IOException {
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
      connection.setSoTimeout(halted.isEmpty() ? 0 : STACK_TIMEOUT);
      try {
        return peer.read();
      } catch (SocketTimeoutException e) {
        for (long threadId : halted) {
          send("continue", threadId);
        }
        halted.clear();
      }
    }
  }

  /**
   * Answers a message. If a thread has stopped, requests its stack. If the stack has arrived, lets
   * the thread continue. A thread that continues earlier may end the game before the game sends the
   * stack.
   */
  private void answer(DebuggerMessage message) throws IOException {
    if (message.name().equals(Interpreter.HALT)) {
      halted.add(message.threadId());
      send("get_stack_dump", message.threadId());
    } else if (message.name().equals(Interpreter.STACK) && halted.remove(message.threadId())) {
      send("continue", message.threadId());
    }
  }

  private void send(String command, long threadId) throws IOException {
    peer.write(new DebuggerMessage(command, threadId, VariantArray.EMPTY));
  }
}

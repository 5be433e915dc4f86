package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.cli.terminal.Surroundings;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.BlockingPeer;
import io.github.godotvariant.net.DebuggerMessage;
import io.github.godotvariant.net.MessageFraming;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests {@code gdvar listen} with simulated games. */
class ListenCommandTest {
  private static final Pattern PORT = Pattern.compile("tcp://127\\.0\\.0\\.1:(\\d+)");

  /** An output stream that provides complete lines. */
  private static final class Lines extends ByteArrayOutputStream {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
      for (int i = from; i < from + length; i++) {
        write(bytes[i]);
      }
    }

    @Override
    public synchronized void write(int b) {
      if (b == '\n') {
        lines.add(toString(StandardCharsets.UTF_8));
        reset();
      } else {
        super.write(b);
      }
    }

    String next() throws InterruptedException {
      String line = lines.poll(60, TimeUnit.SECONDS);
      assertThat(line).as("a line within a minute").isNotNull();
      return line;
    }
  }

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Lines out = new Lines();
  private final Lines err = new Lines();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private Future<Integer> listen(String... arguments) {
    return listen(out, arguments);
  }

  private Future<Integer> listen(OutputStream to, String... arguments) {
    String[] all = Run.words("listen --port 0 " + String.join(" ", arguments));
    return threads.submit(
        () -> new Gdvar(InputStream.nullInputStream(), to, err, Surroundings.NONE).run(all));
  }

  private Socket connect(int port) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  private int port() throws InterruptedException {
    String line = err.next();
    Matcher port = PORT.matcher(line);
    assertThat(port.find()).as(line).isTrue();
    return Integer.parseInt(port.group(1));
  }

  private static BlockingPeer<DebuggerMessage> game(Socket socket, VariantCodec codec)
      throws IOException {
    return BlockingPeer.of(
        socket.getInputStream(), socket.getOutputStream(), MessageFraming.debuggedGame(codec));
  }

  private static DebuggerMessage message(String name, long thread, Object... data) {
    return new DebuggerMessage(name, thread, VariantArray.of(data));
  }

  @Test
  void printsMessagesOfGodot4() throws Exception {
    Future<Integer> code = listen("--once");
    try (Socket socket = connect(port())) {
      BlockingPeer<DebuggerMessage> game = game(socket, VariantCodec.GODOT_4);
      game.write(message("set_pid", 1, 77));
      assertThat(out.next()).isEqualTo("game 1 runs on Godot 4");
      game.write(
          message(
              "output",
              1,
              PackedStringArray.of("one\ntwo\n", "\u001b[31mred\tend"),
              PackedInt32Array.of(0, 1)));
      assertThat(out.next()).isEqualTo("one");
      assertThat(out.next()).isEqualTo("two");
      assertThat(out.next()).isEqualTo("\\u001b[31mred    end");
      game.write(message("performance:profile_frame", 1, 0.5));
      game.write(message("debug_enter", 3, true, "Breakpoint", true, 3));
      assertThat(game.read()).contains(message("get_stack_dump", 3));
      game.write(message("stack_dump", 3, 3, "res://a.gd", 5, "go"));
      assertThat(game.read()).contains(message("continue", 3));
      game.write(message("debug_exit", 3));
      assertThat(out.next()).isEqualTo("ERROR: Breakpoint");
      assertThat(out.next()).isEqualTo("   at: go (res://a.gd:5)");
      // A game that does not send its stack continues after a timeout.
      game.write(message("debug_enter", 4, true, "Nothing known", true, 4));
      assertThat(game.read()).contains(message("get_stack_dump", 4));
      assertThat(game.read()).contains(message("continue", 4));
      game.write(message("debug_exit", 4));
      assertThat(out.next()).isEqualTo("ERROR: Nothing known");
      socket.shutdownOutput();
      assertThat(out.next()).isEqualTo("game 1 ended");
      assertThat(code.get()).isZero();
    }
    assertThat(err.lines).isEmpty();
  }

  @Test
  void printsEventsOfGodot3() throws Exception {
    Future<Integer> code = listen("--once", "--json");
    try (Socket socket = connect(port())) {
      BlockingPeer<DebuggerMessage> game = game(socket, VariantCodec.GODOT_3);
      game.write(message("debug_enter", 0, false, "No 'hp'."));
      assertThat(out.next())
          .isEqualTo("{\"game\":1,\"kind\":\"connected\",\"engine\":\"Godot 3\"}");
      assertThat(game.read()).contains(message("get_stack_dump", 0));
      game.write(
          message(
              "stack_dump",
              0,
              VariantDictionary.of("file", "res://a.gd", "id", 0, "function", "go", "line", 5)));
      assertThat(game.read()).contains(message("continue", 0));
      assertThat(out.next())
          .isEqualTo(
              "{\"game\":1,\"kind\":\"error\",\"text\":\"No 'hp'.\",\"halted\":true,\"stack\":["
                  + "{\"function\":\"go\",\"file\":\"res://a.gd\",\"line\":5}]}");
      game.write(message("performance", 0, 0.5, VariantArray.of(1L << 60)));
      assertThat(out.next())
          .isEqualTo(
              "{\"game\":1,\"kind\":\"message\",\"name\":\"performance\",\"thread\":0,"
                  + "\"data\":[0.5,[\"1152921504606846976\"]]}");
      socket.shutdownOutput();
      assertThat(out.next()).isEqualTo("{\"game\":1,\"kind\":\"ended\"}");
      assertThat(code.get()).isZero();
    }
  }

  @Test
  void acceptsSeveralGamesAndRejectsOthers() throws Exception {
    Future<Integer> code = listen();
    int port = port();
    try (Socket browser = connect(port);
        Socket noise = connect(port);
        Socket silent = connect(port)) {
      browser.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(err.next())
          .isEqualTo(
              "gdvar: connection rejected: an HTTP client; games connect with tcp://, not with ws://");
      noise.getOutputStream().write(new byte[16]);
      assertThat(err.next()).isEqualTo("gdvar: connection rejected: not a Godot debugger client");
      silent.shutdownOutput();
    }
    try (Socket first = connect(port);
        Socket second = connect(port)) {
      BlockingPeer<DebuggerMessage> one = game(first, VariantCodec.GODOT_4);
      one.write(message("hello", 1));
      assertThat(out.next()).isEqualTo("game 1 runs on Godot 4");
      assertThat(out.next()).isEqualTo("message hello []");
      game(second, VariantCodec.GODOT_3).write(message("hi", 0, 1));
      assertThat(out.next()).isEqualTo("[2] game 2 runs on Godot 3");
      assertThat(out.next()).isEqualTo("[2] message hi [1]");
      // An invalid message closes only the connection that sent it.
      second.getOutputStream().write(new byte[] {4, 0, 0, 0, 99, 0, 0, 0});
      assertThat(err.next()).startsWith("gdvar: game 2 sent an invalid message: ");
      assertThat(out.next()).isEqualTo("[2] game 2 ended");
      one.write(message("still", 1));
      assertThat(out.next()).isEqualTo("message still []");
    }
    assertThat(out.next()).isEqualTo("game 1 ended");
    assertThat(code.isDone()).isFalse();
  }

  /** The reading program of a pipe has closed it. */
  @Test
  void endsWhenOutputIsClosed() throws Exception {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    for (String once : List.of("--once", "--json")) {
      Future<Integer> code = listen(gone, once);
      try (Socket socket = connect(port())) {
        game(socket, VariantCodec.GODOT_4).write(message("hello", 1));
        assertThat(err.next()).contains("No space left on device");
        assertThat(code.get()).isEqualTo(3);
      }
    }
  }

  @Test
  void rejectsInvalidPorts() throws IOException {
    assertThat(Run.gdvar("listen", "--port", "70000").err())
        .contains("gdvar: --port 70000 is not between 0 and 65535");
    assertThat(Run.gdvar("listen", "--port", "70000").code()).isEqualTo(2);
    try (ServerSocket taken = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      Run run = Run.gdvar("listen", "--port", Integer.toString(taken.getLocalPort()));
      assertThat(run.code()).isEqualTo(3);
      assertThat(run.err())
          .startsWith("gdvar: cannot listen on port " + taken.getLocalPort())
          .endsWith("; --port names another port\n");
    }
  }
}

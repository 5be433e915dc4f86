package io.github.godotvariant.cli.listen;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gdvar listen}: prints the output of running games. */
@Command(
    name = "listen",
    description = {
      "Prints the output, errors with the stack, and messages of running games.",
      "",
      "Start it, then start games with --remote-debug; any debug build works, also the editor's"
          + " program. It listens on the loopback address only. If a game stops at an error, it is"
          + " asked for the stack and continued; nothing else is sent to it.",
      "",
      "Three kinds of messages of the engine are only printed with --json: measurements of each"
          + " second (performance), the process id (set_pid) and the window title (window:title)."
    },
    footer = {
      "  gdvar listen",
      "  godot --path mygame --remote-debug tcp://127.0.0.1:6007",
      "  godot3 --path mygame --remote-debug 127.0.0.1:6007      Godot 3, without tcp://",
      "  gdvar listen --json --once | jq 'select(.kind == \"error\")'"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class ListenCommand extends CliCommand {

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "6007",
      description =
          "The port for games: ${DEFAULT-VALUE} by default, as in the engine; 0 is any free port.")
  private int port;

  @Option(names = "--once", description = "End with the first game.")
  private boolean once;

  @Option(names = "--json", description = "Print each message as a JSON object on a line.")
  private boolean json;

  @Override
  public Integer call() {
    CliException.rejectUsage(
        port < 0 || port > 0xFFFF, "--port " + port + " is not between 0 and 65535");
    try (ServerSocket server = new ServerSocket(port, 0, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + server.getLocalPort();
      terminal()
          .printMessage(
              "listening; start games with --remote-debug tcp://"
                  + address
                  + ", Godot 3 without tcp://\n");
      EventPrinter printer = new EventPrinter(terminal().out(), json, paint());
      return listen(server, printer);
    } catch (IOException e) {
      String advice = e instanceof BindException ? "; --port names another port" : "";
      throw CliException.file("cannot listen on port " + port + ": " + e.getMessage() + advice);
    }
  }

  private int listen(ServerSocket server, EventPrinter printer) throws IOException {
    AtomicReference<Terminal.@Nullable OutputException> failed = new AtomicReference<>();
    AtomicInteger games = new AtomicInteger();
    while (true) {
      Socket connection;
      try {
        connection = server.accept();
      } catch (IOException e) {
        Terminal.OutputException why = failed.get();
        if (why != null) {
          throw why;
        }
        throw e;
      }
      if (once) {
        if (receive(games, connection, printer)) {
          return ExitCode.OK;
        }
        continue;
      }
      Thread thread =
          new Thread(
              () -> {
                try {
                  receive(games, connection, printer);
                } catch (Terminal.OutputException e) {
                  failed.set(e);
                  close(server);
                }
              },
              "game");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void close(ServerSocket server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Receives and prints the messages of a game until the game ends. Returns false if the client is
   * not a game.
   */
  private boolean receive(AtomicInteger games, Socket connection, EventPrinter printer) {
    int number = 0;
    try (connection) {
      Optional<Game> game = Game.of(connection);
      if (game.isPresent()) {
        int mine = games.incrementAndGet();
        number = mine;
        printer.connected(mine, game.get().generation());
        game.get().receive(event -> printer.print(mine, event));
      }
    } catch (CliException e) {
      terminal().printProblem(e.problem());
    } catch (VariantException e) {
      terminal().printProblem("game " + number + " sent an invalid message: " + e.getMessage());
    } catch (IOException e) {
      terminal().printProblem("game " + number + " was lost: " + e.getMessage());
    }
    if (number > 0) {
      printer.ended(number);
    }
    return number > 0;
  }
}

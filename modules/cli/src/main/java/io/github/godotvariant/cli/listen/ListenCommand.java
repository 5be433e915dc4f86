package io.github.godotvariant.cli.listen;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.FileTroubleException;
import io.github.godotvariant.cli.terminal.Output;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar listen}: what running games say. */
@Command(
    name = "listen",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows what running games say: their output, errors with the stack, and messages.",
      "",
      "Start it, then games with --remote-debug; any build for debugging will do, the editor's"
          + " program among them. Only this machine is listened to. A game that stands still at an"
          + " error is asked for the stack and let go on; nothing else is sent to it.",
      "",
      "Three kinds of messages that engines send by themselves are only printed with --json: what"
          + " they measure each second (performance), their process id (set_pid) and the title of"
          + " their window (window:title)."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the game ended (--once)",
      "2:the command line is wrong",
      "3:the port is taken, or nothing can be written",
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar listen",
      "  godot --path mygame --remote-debug tcp://127.0.0.1:6007",
      "  godot3 --path mygame --remote-debug 127.0.0.1:6007      Godot 3, without tcp://",
      "  gdvar listen --json --once | jq 'select(.kind == \"error\")'"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class ListenCommand implements Callable<Integer> {
  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "6007",
      description =
          "Where games connect to: ${DEFAULT-VALUE}, the engine's own, unless given; 0 is"
              + " any that is free.")
  private int port;

  @Option(names = "--once", description = "End when the first game has ended.")
  private boolean once;

  @Option(
      names = "--json",
      description = "Print a JSON object to a line for each piece, for other programs.")
  private boolean json;

  @Override
  public Integer call() {
    if (port < 0 || port > 0xFFFF) {
      throw new ParameterException(spec.commandLine(), "--port " + port + " is no port");
    }
    try (ServerSocket server = new ServerSocket(port, 0, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + server.getLocalPort();
      session.say(
          "listening; start games with --remote-debug tcp://"
              + address
              + ", Godot 3 without tcp://\n");
      EventPrinter printer =
          new EventPrinter(
              spec.commandLine().getOut(),
              json,
              new Paint(spec.commandLine().getColorScheme().ansi()));
      return listen(server, printer);
    } catch (IOException e) {
      throw new FileTroubleException("cannot listen on port " + port + ": " + e.getMessage());
    }
  }

  private int listen(ServerSocket server, EventPrinter printer) throws IOException {
    AtomicReference<Output.@Nullable Failed> failed = new AtomicReference<>();
    AtomicInteger games = new AtomicInteger();
    while (true) {
      Socket connection;
      try {
        connection = server.accept();
      } catch (IOException e) {
        Output.Failed why = failed.get();
        if (why != null) {
          throw why;
        }
        throw e;
      }
      if (once) {
        if (hear(games, connection, printer)) {
          return ExitCode.OK;
        }
        continue;
      }
      Thread thread =
          new Thread(
              () -> {
                try {
                  hear(games, connection, printer);
                } catch (Output.Failed e) {
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

  /** Hears a game to its end; false if there was none. */
  private boolean hear(AtomicInteger games, Socket connection, EventPrinter printer) {
    int number = 0;
    try (connection) {
      Optional<Game> game = Game.of(connection);
      if (game.isPresent()) {
        int mine = games.incrementAndGet();
        number = mine;
        printer.connected(mine, game.get().generation());
        game.get().hear(event -> printer.print(mine, event));
      }
    } catch (Game.NoGameException e) {
      session.complain(String.valueOf(e.getMessage()));
    } catch (VariantException e) {
      session.complain("game " + number + " sent what is no message: " + e.getMessage());
    } catch (IOException e) {
      session.complain("game " + number + " was lost: " + e.getMessage());
    }
    if (number > 0) {
      printer.ended(number);
    }
    return number > 0;
  }
}

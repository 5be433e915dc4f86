package io.github.godotvariant.cli.listen;

import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.JsonLines;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.json.PlainJson;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Prints the events of games immediately, each as a whole. Thread-safe. */
final class EventPrinter {
  private static final PlainJson PLAIN = PlainJson.DEFAULT.largeIntsAsStrings();

  /** The messages of the engine, which are only printed as JSON. */
  private static final Set<String> ENGINE_MESSAGES =
      Set.of("performance", "set_pid", "window:title");

  /** The prefix of measurements of Godot 4; Godot 3 has one name for all. */
  private static final String MEASUREMENT = "performance:";

  private final PrintWriter out;
  private final boolean json;
  private final Paint paint;

  EventPrinter(PrintWriter out, boolean json, Paint paint) {
    this.out = out;
    this.json = json;
    this.paint = paint;
  }

  synchronized void connected(int game, Generation generation) {
    if (json) {
      line(game, "connected", line -> line.writeStringProperty("engine", name(generation)));
    } else {
      line(game, paint.faint("game " + game + " runs on " + name(generation)));
    }
    out.flush();
  }

  private static String name(Generation generation) {
    return generation == Generation.GODOT_3 ? "Godot 3" : "Godot 4";
  }

  synchronized void ended(int game) {
    if (json) {
      line(game, "ended", line -> {});
    } else {
      line(game, paint.faint("game " + game + " ended"));
    }
    out.flush();
  }

  synchronized void print(int game, Event event) {
    if (event instanceof Event.Output output) {
      print(game, output);
    } else if (event instanceof Event.Problem problem) {
      print(game, problem);
    } else if (event instanceof Event.Message message) {
      print(game, message);
    }
    out.flush();
  }

  private void print(int game, Event.Output output) {
    if (json) {
      line(
          game,
          "output",
          line -> {
            line.writeStringProperty("text", output.text());
            line.writeBooleanProperty("error", output.error());
          });
      return;
    }
    for (String line : output.text().stripTrailing().split("\n", -1)) {
      String text = Text.printable(line.replace("\t", "    "));
      line(game, output.error() ? paint.alarm(text) : text);
    }
  }

  private void print(int game, Event.Problem problem) {
    if (json) {
      line(
          game,
          problem.warning() ? "warning" : "error",
          line -> {
            line.writeStringProperty("text", problem.text());
            line.writeBooleanProperty("halted", problem.halted());
            stack(line, problem.stack());
          });
      return;
    }
    String text = Text.printable(problem.text());
    line(game, problem.warning() ? paint.name("WARNING: " + text) : paint.alarm("ERROR: " + text));
    String how = "   at: ";
    for (Event.Frame frame : problem.stack()) {
      line(game, paint.faint(how) + Text.printable(frame.toString()));
      how = "   by: ";
    }
  }

  private static void stack(JsonGenerator line, List<Event.Frame> stack) {
    line.writeArrayPropertyStart("stack");
    for (Event.Frame frame : stack) {
      line.writeStartObject();
      line.writeStringProperty("function", frame.function());
      line.writeStringProperty("file", frame.file());
      line.writeNumberProperty("line", frame.line());
      line.writeEndObject();
    }
    line.writeEndArray();
  }

  private void print(int game, Event.Message message) {
    if (json) {
      line(
          game,
          "message",
          line -> {
            line.writeStringProperty("name", message.name());
            line.writeNumberProperty("thread", message.threadId());
            line.writeName("data");
            PLAIN.write(message.data(), line);
          });
    } else if (!isOfEngine(message.name())) {
      line(
          game,
          paint.faint("message ")
              + paint.name(Text.printable(message.name()))
              + " "
              + message.data().toShortString());
    }
  }

  private static boolean isOfEngine(String name) {
    return ENGINE_MESSAGES.contains(name) || name.startsWith(MEASUREMENT);
  }

  private void line(int game, String kind, Consumer<JsonGenerator> members) {
    new JsonLines(out)
        .line(
            line -> {
              line.writeNumberProperty("game", game);
              line.writeStringProperty("kind", kind);
              members.accept(line);
            });
  }

  /** Prints a line, with the number of the game except for the first one. */
  private void line(int game, String text) {
    out.print((game == 1 ? "" : paint.faint("[" + game + "] ")) + text + "\n");
  }
}

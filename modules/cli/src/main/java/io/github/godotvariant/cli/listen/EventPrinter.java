package io.github.godotvariant.cli.listen;

import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.JsonLines;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.json.PlainJson;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** Prints the events of games immediately, and never mixes the lines of two events. Thread-safe. */
record EventPrinter(PrintWriter out, boolean json, Paint paint) {
  private static final PlainJson PLAIN = PlainJson.DEFAULT.largeIntsAsStrings();

  /**
   * The names of messages that the engine itself sends. These messages are printed only if {@code
   * json} is true.
   */
  private static final Set<String> ENGINE_MESSAGES =
      Set.of("performance", "set_pid", "window:title");

  /**
   * The start of the names of messages with measurements in Godot 4. In Godot 3, all such messages
   * have the name {@code performance}.
   */
  private static final String MEASUREMENT = "performance:";

  synchronized void connected(int game, Generation generation) {
    print(
        game,
        "connected",
        line -> line.writeStringProperty("engine", name(generation)),
        List.of(paint.faint("game " + game + " runs on " + name(generation))));
  }

  private static String name(Generation generation) {
    return generation == Generation.GODOT_3 ? "Godot 3" : "Godot 4";
  }

  synchronized void ended(int game) {
    print(game, "ended", line -> {}, List.of(paint.faint("game " + game + " ended")));
  }

  synchronized void print(int game, Event event) {
    if (event instanceof Event.Output output) {
      print(game, output);
    } else if (event instanceof Event.Problem problem) {
      print(game, problem);
    } else if (event instanceof Event.Message message) {
      print(game, message);
    }
  }

  private void print(int game, Event.Output output) {
    List<String> texts =
        Stream.of(output.text().stripTrailing().replace("\t", "    ").split("\n", -1))
            .map(Text::printable)
            .map(text -> output.error() ? paint.alarm(text) : text)
            .toList();
    print(
        game,
        "output",
        line -> {
          line.writeStringProperty("text", output.text());
          line.writeBooleanProperty("error", output.error());
        },
        texts);
  }

  private void print(int game, Event.Problem problem) {
    String text = Text.printable(problem.text());
    List<String> texts = new ArrayList<>();
    texts.add(problem.warning() ? paint.name("WARNING: " + text) : paint.alarm("ERROR: " + text));
    for (Event.Frame frame : problem.stack()) {
      String how = texts.size() == 1 ? "   at: " : "   by: ";
      texts.add(paint.faint(how) + Text.printable(frame.toString()));
    }
    print(
        game,
        problem.warning() ? "warning" : "error",
        line -> {
          line.writeStringProperty("text", problem.text());
          line.writeBooleanProperty("halted", problem.halted());
          stack(line, problem.stack());
        },
        texts);
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
    boolean isOfEngine =
        ENGINE_MESSAGES.contains(message.name()) || message.name().startsWith(MEASUREMENT);
    String text =
        paint.faint("message ")
            + paint.name(Text.printable(message.name()))
            + " "
            + message.data().toShortString();
    print(
        game,
        "message",
        line -> {
          line.writeStringProperty("name", message.name());
          line.writeNumberProperty("thread", message.threadId());
          line.writeName("data");
          PLAIN.write(message.data(), line);
        },
        isOfEngine ? List.of() : List.of(text));
  }

  /**
   * Prints an event.
   *
   * @param members writes the members of the JSON object that depend on the kind of event
   * @param texts the lines that are printed if {@code json} is false
   */
  private void print(int game, String kind, Consumer<JsonGenerator> members, List<String> texts) {
    if (json) {
      new JsonLines(out)
          .line(
              line -> {
                line.writeNumberProperty("game", game);
                line.writeStringProperty("kind", kind);
                members.accept(line);
              });
    } else {
      String start = game == 1 ? "" : paint.faint("[" + game + "] ");
      texts.forEach(text -> out.print(start + text + "\n"));
    }
    out.flush();
  }
}

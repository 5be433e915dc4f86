package io.github.godotvariant.cli.listen;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.net.DebuggerMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts the messages of one game to events. A message with unknown contents, for example of
 * another release, becomes an {@link Event.Message}.
 */
final class Interpreter {
  static final String HALT = "debug_enter";
  static final String STACK = "stack_dump";
  private static final String GO_ON = "debug_exit";

  /**
   * The maximum number of stopped threads for which this object waits for the stack. Errors of
   * further threads are reported immediately, without a stack.
   */
  private static final int MAX_THREADS = 1000;

  /**
   * The reason why a thread has stopped, by thread id. An entry is removed when the error is
   * reported, usually with the stack.
   */
  private final Map<Long, String> halts = new HashMap<>();

  /**
   * Returns the events of a message. The list is empty if an event is reported with an earlier or
   * later message, for example with the stack.
   */
  List<Event> read(DebuggerMessage message) {
    try {
      return known(message);
    } catch (VariantTypeException | IndexOutOfBoundsException e) {
      return List.of(new Event.Message(message.name(), message.threadId(), message.data()));
    }
  }

  private List<Event> known(DebuggerMessage message) {
    VariantArray data = message.data();
    switch (message.name()) {
      case "output":
        return output(data);
      case "error":
        Event.Problem problem = problem(data);
        // Before a stopped game continues, Godot 4 also sends its error. The text of this error is
        // the reason of the stop.
        boolean halted = halts.remove(message.threadId(), problem.text());
        return List.of(
            new Event.Problem(problem.warning(), halted, problem.text(), problem.stack()));
      case HALT:
        String reason = data.get(1).asString();
        if (halts.size() == MAX_THREADS) {
          return halt(reason, List.of());
        }
        halts.put(message.threadId(), reason);
        return List.of();
      case STACK:
        List<Event.Frame> stack = stackDump(data);
        return halt(halts.remove(message.threadId()), stack);
      case GO_ON:
        return halt(halts.remove(message.threadId()), List.of());
      default:
        return List.of(new Event.Message(message.name(), message.threadId(), data));
    }
  }

  private static List<Event> halt(@Nullable String reason, List<Event.Frame> stack) {
    return reason == null ? List.of() : List.of(new Event.Problem(false, true, reason, stack));
  }

  /** Returns the errors of the threads that were stopped when the game ended. */
  List<Event> end() {
    List<Event> events = new ArrayList<>();
    halts.values().forEach(reason -> events.addAll(halt(reason, List.of())));
    halts.clear();
    return events;
  }

  private static List<Event> output(VariantArray data) {
    List<Event> lines = new ArrayList<>();
    if (data.size() == 2
        && data.get(0) instanceof PackedStringArray texts
        && data.get(1) instanceof PackedInt32Array kinds) {
      for (int i = 0; i < texts.size(); i++) {
        lines.add(new Event.Output(texts.get(i), i < kinds.size() && kinds.get(i) == 1));
      }
      return lines;
    }
    for (Variant line : data) { // Godot 3
      VariantArray parts = line.asArray();
      lines.add(new Event.Output(parts.get(0).asString(), parts.get(1).asLong() == 1));
    }
    return lines;
  }

  /**
   * Reads an error or a warning. In Godot 4, the data is:
   *
   * <ul>
   *   <li>the time, as four numbers
   *   <li>file, function and line
   *   <li>two texts: the failed condition and a description, which can be empty
   *   <li>whether it is a warning
   *   <li>the length of the stack
   *   <li>file, function and line of each frame of the stack
   * </ul>
   *
   * <p>In Godot 3, the values before the length of the stack are in an array of their own. In this
   * array, the function precedes the file.
   */
  private static Event.Problem problem(VariantArray data) {
    boolean isGodot3 = data.get(0) instanceof VariantArray;
    VariantArray of = isGodot3 ? data.get(0).asArray() : data;
    String file = of.get(isGodot3 ? 5 : 4).asString();
    String function = of.get(isGodot3 ? 4 : 5).asString();
    String condition = of.get(7).asString();
    String words = of.get(8).asString();
    boolean warning = of.get(9).asBoolean();
    List<Event.Frame> stack = new ArrayList<>();
    for (int i = isGodot3 ? 2 : 11; i + 2 < data.size(); i += 3) {
      stack.add(
          new Event.Frame(
              data.get(i + 1).asString(), data.get(i).asString(), data.get(i + 2).asLong()));
    }
    if (stack.isEmpty()) {
      stack.add(new Event.Frame(function, file, of.get(6).asLong()));
    }
    return new Event.Problem(warning, false, words.isEmpty() ? condition : words, stack);
  }

  /**
   * Reads a stack. In Godot 4, the data is a count, followed by file, line and function of each
   * frame. In Godot 3, the data is one dictionary for each frame.
   */
  private static List<Event.Frame> stackDump(VariantArray data) {
    List<Event.Frame> stack = new ArrayList<>();
    if (!data.isEmpty() && data.get(0) instanceof IntValue) {
      for (int i = 1; i + 2 < data.size(); i += 3) {
        stack.add(
            new Event.Frame(
                data.get(i + 2).asString(), data.get(i).asString(), data.get(i + 1).asLong()));
      }
      return stack;
    }
    for (Variant frame : data) {
      VariantDictionary of = frame.asDictionary();
      stack.add(
          new Event.Frame(of.getString("function"), of.getString("file"), of.getLong("line")));
    }
    return stack;
  }
}

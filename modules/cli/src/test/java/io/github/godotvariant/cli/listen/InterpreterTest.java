package io.github.godotvariant.cli.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.net.DebuggerMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests messages that Godot 4.6.3 and 3.6 sent, and other messages. */
class InterpreterTest {
  private static final VariantArray NOTHING = VariantArray.EMPTY;

  private final Interpreter interpreter = new Interpreter();

  private List<Event> read(String name, long thread, Object... data) {
    return interpreter.read(new DebuggerMessage(name, thread, VariantArray.of(data)));
  }

  /** Reads an error of Godot 4. */
  private List<Event> readError(
      Event.Frame source, String error, String description, boolean warning, Event.Frame... stack) {
    List<Object> data = new ArrayList<>(List.of(0, 0, 0, 788));
    data.addAll(List.of(source.file(), source.function(), source.line()));
    data.addAll(List.of(error, description, warning, 3 * stack.length));
    for (Event.Frame frame : stack) {
      data.addAll(List.of(frame.file(), frame.function(), frame.line()));
    }
    return read("error", 1, data.toArray());
  }

  @Test
  void readsOutputOfGodot4() {
    assertThat(read("output", 1, PackedStringArray.of("ready", "bad"), PackedInt32Array.of(0, 1)))
        .containsExactly(new Event.Output("ready", false), new Event.Output("bad", true));
    assertThat(read("output", 1, PackedStringArray.of("rich"), PackedInt32Array.of(2)))
        .containsExactly(new Event.Output("rich", false));
  }

  @Test
  void readsOutputOfGodot3() {
    assertThat(read("output", 0, VariantArray.of("ready", 0), VariantArray.of("bad", 1)))
        .containsExactly(new Event.Output("ready", false), new Event.Output("bad", true));
  }

  @Test
  void readsErrorsOfGodot4() {
    Event.Frame script = new Event.Frame("_ready", "res://main.gd", 9);
    Event.Frame engine = new Event.Frame("push_warning", "core/variant/variant_utility.cpp", 1034);
    assertThat(readError(engine, "a warning", "", true, script))
        .containsExactly(new Event.Problem(true, false, "a warning", List.of(script)));
    // An error in the engine with a description and without a script.
    Event.Frame file = new Event.Frame("open", "core/io/file.cpp", 12);
    assertThat(readError(file, "Condition is true.", "No such file.", false))
        .containsExactly(new Event.Problem(false, false, "No such file.", List.of(file)));
  }

  @Test
  void readsErrorsOfGodot3() {
    VariantArray error =
        VariantArray.of(0, 0, 0, 118, "call", "gdscript.cpp", 775, "an error", "", false);
    Event.Frame script = new Event.Frame("_ready", "res://main.gd", 10);
    Event.Frame engine = new Event.Frame("call", "gdscript.cpp", 775);
    assertThat(read("error", 0, error, 3, "res://main.gd", "_ready", 10))
        .containsExactly(new Event.Problem(false, false, "an error", List.of(script)));
    assertThat(read("error", 0, error, 0))
        .containsExactly(new Event.Problem(false, false, "an error", List.of(engine)));
  }

  /** The error and its stack arrive before the game continues, and are reported once. */
  @Test
  void readsHaltOfGodot4() {
    Event.Frame hit = new Event.Frame("hit", "res://main.gd", 16);
    Event.Frame ready = new Event.Frame("_ready", "res://main.gd", 11);
    assertThat(read("debug_enter", 1, false, "No 'hp'.", true, 1)).isEmpty();
    assertThat(readError(hit, "No 'hp'.", "", false, hit, ready))
        .containsExactly(new Event.Problem(false, true, "No 'hp'.", List.of(hit, ready)));
    assertThat(read("stack_dump", 1, 3, "res://main.gd", 16, "hit")).isEmpty();
    assertThat(read("debug_exit", 1)).isEmpty();
    assertThat(interpreter.end()).isEmpty();
  }

  /** A breakpoint has a stack and no error. */
  @Test
  void readsHaltWithStackOnly() {
    assertThat(read("debug_enter", 1, true, "Breakpoint", true, 1)).isEmpty();
    assertThat(read("debug_enter", 2, true, "Another", true, 2)).isEmpty();
    // Another error that the game sends meanwhile.
    assertThat(read("error", 1, 0, 0, 0, 1, "a.cpp", "f", 1, "other", "", false, 0))
        .extracting(event -> ((Event.Problem) event).halted())
        .containsExactly(false);
    assertThat(read("stack_dump", 1, 3, "res://main.gd", 16, "hit"))
        .containsExactly(
            new Event.Problem(
                false, true, "Breakpoint", List.of(new Event.Frame("hit", "res://main.gd", 16))));
    assertThat(read("debug_exit", 1)).isEmpty();
    assertThat(interpreter.end())
        .containsExactly(new Event.Problem(false, true, "Another", List.of()));
    assertThat(interpreter.end()).isEmpty();
  }

  @Test
  void readsHaltOfGodot3() {
    assertThat(read("debug_enter", 0, false, "No 'hp'.")).isEmpty();
    VariantDictionary frame =
        VariantDictionary.of("file", "res://main.gd", "id", 0, "function", "hit", "line", 16);
    assertThat(read("stack_dump", 0, frame))
        .containsExactly(
            new Event.Problem(
                false, true, "No 'hp'.", List.of(new Event.Frame("hit", "res://main.gd", 16))));
    assertThat(read("debug_exit", 0)).isEmpty();
  }

  @Test
  void returnsUnknownContentsAsMessage() {
    List<VariantArray> shapes =
        List.of(
            NOTHING,
            VariantArray.of(1),
            VariantArray.of("text"),
            VariantArray.of(NOTHING),
            VariantArray.of(VariantDictionary.EMPTY),
            VariantArray.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
            VariantArray.of(PackedStringArray.of("a"), 1));
    for (String name : List.of("output", "error", "debug_enter", "stack_dump", "mine:thing")) {
      for (VariantArray shape : shapes) {
        List<Event> events = interpreter.read(new DebuggerMessage(name, 7, shape));
        for (Event event : events) {
          if (event instanceof Event.Message message) {
            assertThat(message).isEqualTo(new Event.Message(name, 7, shape));
          }
        }
        if (name.equals("mine:thing") || (name.equals("error") && !shape.isEmpty())) {
          assertThat(events).hasSize(1).hasOnlyElementsOfType(Event.Message.class);
        }
      }
    }
    assertThat(read("error", 1, Variant.NIL))
        .containsExactly(new Event.Message("error", 1, VariantArray.of(Variant.NIL)));
  }
}

package io.github.godotvariant.cli.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.VariantArray;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.dialect.Generation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventPrinterTest {
  private static final String HOSTILE =
      "evil\u001b[31m\u0007\u007f\u0085\u009b31m\u00ad\u200b\u202e\u2028\u2066\ufeff\udb40\udc41\r";

  private static String printed(boolean json, Event event) {
    StringWriter text = new StringWriter();
    EventPrinter printer = new EventPrinter(new PrintWriter(text), json, new Paint(false));
    printer.print(1, event);
    return text.toString();
  }

  private static Event message(String name) {
    return new Event.Message(name, 1, VariantArray.of(1, HOSTILE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "performance",
        "performance:profile_frame",
        "performance:profile_names",
        "set_pid",
        "window:title"
      })
  void printsMessagesOfTheEngineAsJsonOnly(String name) {
    assertThat(printed(false, message(name))).isEmpty();
    assertThat(printed(true, message(name))).contains("\"name\":\"" + name + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "my:performance", "performances", "set_pid:now", "window:size"})
  void printsMessagesOfGames(String name) {
    assertThat(printed(false, message(name))).startsWith("message " + name + " [");
  }

  @Test
  void printsNoControlOrFormatCharacters() {
    List<Event> events =
        List.of(
            message(HOSTILE),
            new Event.Output(HOSTILE + "\n\t" + HOSTILE, true),
            new Event.Problem(false, true, HOSTILE, List.of(new Event.Frame(HOSTILE, HOSTILE, 1))));
    for (Event event : events) {
      for (boolean json : new boolean[] {true, false}) {
        String text = printed(json, event);
        assertThat(text).contains("evil");
        text.lines().forEach(line -> assertThat(line).isEqualTo(Text.printable(line)));
        assertThat(text).doesNotContain("\r");
      }
    }
  }

  @Test
  void printsEngineOfEachGame() {
    StringWriter text = new StringWriter();
    EventPrinter printer = new EventPrinter(new PrintWriter(text), false, new Paint(false));
    printer.connected(1, Generation.GODOT_3);
    printer.connected(2, Generation.GODOT_4);
    assertThat(text).hasToString("game 1 runs on Godot 3\n[2] game 2 runs on Godot 4\n");
  }
}

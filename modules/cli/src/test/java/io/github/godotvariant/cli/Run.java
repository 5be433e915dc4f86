package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.cli.terminal.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * The result of a command.
 *
 * @param code the exit code
 * @param out the standard output
 * @param err the standard error
 */
public record Run(int code, String out, String err) {
  public static Run gdvar(String... args) {
    return gdvarWith(new byte[0], args);
  }

  public static Run gdvarWith(byte[] input, String... args) {
    return gdvarIn(Surroundings.NONE, input, args);
  }

  /** Runs a command with text in UTF-8 as its standard input. */
  static Run gdvarWith(String input, String... args) {
    return gdvarWith(input.getBytes(StandardCharsets.UTF_8), args);
  }

  public static Run gdvarIn(Surroundings surroundings, byte[] input, String... args) {
    return gdvarIn(surroundings, new ByteArrayInputStream(input), args);
  }

  static Run gdvarIn(Surroundings surroundings, InputStream input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = new Gdvar(input, out, err, surroundings).run(args);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command that succeeds, and returns the bytes of its standard output. */
  static byte[] bytesOf(Surroundings surroundings, byte[] input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = new Gdvar(new ByteArrayInputStream(input), out, err, surroundings).run(args);
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return out.toByteArray();
  }

  /**
   * Returns the words of a command, which spaces separate. Each word {@code %s} becomes the next
   * argument, which can contain spaces or be empty. Checks that all arguments are used.
   */
  static String[] words(String command, Object... arguments) {
    Iterator<Object> next = List.of(arguments).iterator();
    String[] words =
        Stream.of(command.split(" "))
            .map(word -> word.equals("%s") ? next.next().toString() : word)
            .toArray(String[]::new);
    assertThat(next).as(command).isExhausted();
    return words;
  }

  /** {@return an environment without a terminal, with a password in GDVAR_PASSWORD} */
  static Surroundings password(String password) {
    return new Surroundings(Map.of("GDVAR_PASSWORD", password), Optional.of(""), Optional.empty());
  }

  /** {@return the result of a command that prints only a message about its data} */
  static Run badData(String message, Object... values) {
    return failed(1, message, values);
  }

  /** {@return the result of a command that prints only a message about a file or stream} */
  static Run fileError(String message, Object... values) {
    return failed(3, message, values);
  }

  /** Replaces each {@code %s} of the message with the next value. */
  private static Run failed(int code, String message, Object... values) {
    String text = message;
    for (Object value : values) {
      text = text.replaceFirst("%s", Matcher.quoteReplacement(value.toString()));
    }
    return new Run(code, "", "gdvar: " + text + "\n");
  }
}

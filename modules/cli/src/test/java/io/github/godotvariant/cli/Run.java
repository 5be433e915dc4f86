package io.github.godotvariant.cli;

import io.github.godotvariant.cli.terminal.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

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

  public static Run gdvarIn(Surroundings surroundings, byte[] input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = new Gdvar(new ByteArrayInputStream(input), out, err, surroundings).run(args);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}

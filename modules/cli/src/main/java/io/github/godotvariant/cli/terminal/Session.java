package io.github.godotvariant.cli.terminal;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * One run of the command, as its subcommands see it: the streams that it was given, and no others,
 * and who listens there.
 */
public abstract class Session {
  private final InputStream in;
  private final Output bytesOut;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Surroundings surroundings;
  private boolean inputData;
  private boolean inputRead;

  protected Session(InputStream in, OutputStream out, OutputStream err, Surroundings surroundings) {
    this.in = in;
    this.surroundings = surroundings;
    bytesOut = new Output(out);
    this.out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(bytesOut, StandardCharsets.UTF_8)));
    this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
  }

  public InputStream in() {
    return in;
  }

  /**
   * All of standard input.
   *
   * @throws ParameterException if it was read before: there would be nothing, which is not meant
   */
  public byte[] allInput(CommandLine command) throws IOException {
    if (inputRead) {
      throw new ParameterException(command, "standard input can be read once");
    }
    inputRead = true;
    return in.readAllBytes();
  }

  public Surroundings surroundings() {
    return surroundings;
  }

  /** Standard output for what is no text. */
  public OutputStream bytesOut() {
    return bytesOut;
  }

  /** For long work. A terminal that the results go to as well would mix it with them. */
  public Progress progress() {
    return new Progress(err, surroundings.isTerminal(2));
  }

  /** Progress of work whose results come while it goes on. */
  public Progress progressBesideResults() {
    return new Progress(err, surroundings.isTerminal(2) && !surroundings.isTerminal(1));
  }

  /** Says something on standard error that is no trouble; without a line's end. */
  public void say(String text) {
    err.print(text);
    err.flush();
  }

  /** Says what is wrong. */
  public void complain(String problem) {
    err.print("gdvar: " + Text.printable(problem) + "\n");
    err.flush();
  }

  /** Says what is odd about a file although engines read it. */
  public void complain(String file, List<String> remarks) {
    remarks.forEach(remark -> complain(file + ": " + remark));
  }

  /** Whether standard input is data, so that no password can come from there. */
  public boolean isInputData() {
    return inputData;
  }

  /** Sends on what was written to standard output. */
  public void flush() {
    out.flush();
  }

  /** Standard output for texts. */
  protected PrintWriter out() {
    return out;
  }

  /** Standard error. */
  protected PrintWriter err() {
    return err;
  }

  /** Remembers that a name on the command line means standard input, which then is data. */
  protected void inputIsData() {
    inputData = true;
  }
}

package io.github.godotvariant.cli.terminal;

/** What the command ends with. */
public final class ExitCode {
  /** All is well. */
  public static final int OK = 0;

  /** The data is bad. */
  public static final int BAD_DATA = 1;

  /** The command line makes no sense. */
  public static final int USAGE = 2;

  /** Something cannot be read or written. */
  public static final int FILE_TROUBLE = 3;

  /** Memory does not suffice. */
  public static final int NO_MEMORY = 4;

  /** As sysexits.h has it for mistakes of a program, so that it is none of the others. */
  public static final int INTERNAL_ERROR = 70;

  /** What help says of {@link #FILE_TROUBLE}. */
  public static final String FILE_TROUBLE_MEANS = "3:a file or stream cannot be read or written";

  /** What help says of {@link #NO_MEMORY}. */
  public static final String NO_MEMORY_MEANS = "4:there is not enough memory";

  private ExitCode() {}
}

package io.github.godotvariant.cli.terminal;

/** Exit codes of the command. {@code gdvar --help} documents them. */
public final class ExitCode {
  /** Success. */
  public static final int OK = 0;

  /** The data is invalid or empty, or the password is wrong. */
  public static final int BAD_DATA = 1;

  /** The command line is invalid. */
  public static final int USAGE = 2;

  /** A file or stream cannot be read or written. */
  public static final int FILE_ERROR = 3;

  /** Not enough memory. */
  public static final int NO_MEMORY = 4;

  /** The program has a bug. The value is that of {@code EX_SOFTWARE} in {@code sysexits.h}. */
  public static final int INTERNAL_ERROR = 70;

  private ExitCode() {}
}

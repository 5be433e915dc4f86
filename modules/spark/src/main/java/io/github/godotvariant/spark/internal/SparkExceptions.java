package io.github.godotvariant.spark.internal;

import java.util.Map;
import org.apache.spark.SparkException;
import org.apache.spark.sql.AnalysisException;

/**
 * Throws Spark's exceptions, which are checked exceptions that Spark's methods do not declare. The
 * methods of this class never return. They declare a result type only so that callers can write
 * {@code throw} before the call.
 */
final class SparkExceptions {
  private SparkExceptions() {}

  /** Throws the exception for an invalid or missing option. */
  static RuntimeException option(String name, String problem) {
    return unchecked(
        new AnalysisException(
            "STDS_INVALID_OPTION_VALUE.WITH_MESSAGE",
            Scala.map(Map.of("optionName", name, "message", problem))));
  }

  /** Throws the exception for a malformed value or file, which ends the query. */
  static RuntimeException failFast(String record, Throwable cause) {
    return unchecked(
        new SparkException(
            "MALFORMED_RECORD_IN_PARSING.WITHOUT_SUGGESTION",
            Scala.map(Map.of("badRecord", record, "failFastMode", Options.Mode.FAILFAST.name())),
            cause));
  }

  /** Throws any exception. Callers need not declare the exception, even if it is a checked one. */
  static RuntimeException unchecked(Throwable problem) {
    return SparkExceptions.<RuntimeException>throwUnchecked(problem);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> RuntimeException throwUnchecked(Throwable problem) throws T {
    throw (T) problem;
  }
}

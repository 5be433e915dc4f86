package io.github.godotvariant.spark.internal;

import java.util.Map;
import org.apache.spark.SparkException;
import org.apache.spark.sql.AnalysisException;

/**
 * What goes wrong, as Spark says it. Its exceptions are checked ones, which its own functions do
 * not declare.
 */
final class Failures {
  private Failures() {}

  /** An option that cannot be so, which is found before anything is read. */
  static RuntimeException option(String name, String problem) {
    return unchecked(
        new AnalysisException(
            "STDS_INVALID_OPTION_VALUE.WITH_MESSAGE",
            Scala.map(Map.of("optionName", name, "message", problem))));
  }

  /** A malformed value or file where that is the end of the query. */
  static RuntimeException failFast(String record, Throwable cause) {
    return unchecked(
        new SparkException(
            "MALFORMED_RECORD_IN_PARSING.WITHOUT_SUGGESTION",
            Scala.map(Map.of("badRecord", record, "failFastMode", Options.Mode.FAILFAST.name())),
            cause));
  }

  static RuntimeException unchecked(Throwable problem) {
    return Failures.<RuntimeException>thrown(problem);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> RuntimeException thrown(Throwable problem) throws T {
    throw (T) problem;
  }
}

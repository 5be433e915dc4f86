package io.github.godotvariant.spark;

import io.github.godotvariant.spark.internal.Functions;
import io.github.godotvariant.spark.internal.GodotSaveFileFormat;
import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Registers the functions of {@link GodotVariantFunctions} in SQL, and rejects statements that
 * write to tables of save files. Use the class name as the value of {@code spark.sql.extensions}.
 * Spark creates one instance for each session. The class is stateless.
 */
public final class GodotVariantExtensions
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  /** Creates the extensions; called by Spark. */
  public GodotVariantExtensions() {}

  /**
   * Adds the functions, and the check that rejects writes, to a session. Spark calls this method
   * for each new session.
   *
   * @param extensions the extensions of the session
   * @return {@link BoxedUnit#UNIT}
   */
  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    Functions.inject(extensions);
    GodotSaveFileFormat.injectWriteCheck(extensions);
    return BoxedUnit.UNIT;
  }
}

package io.github.godotvariant.spark;

import io.github.godotvariant.spark.internal.Functions;
import io.github.godotvariant.spark.internal.GodotSaveFileFormat;
import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Makes the functions of {@link GodotVariantFunctions} known to SQL, for {@code
 * spark.sql.extensions}, and refuses to write into tables of save files. Spark makes one of it for
 * each session; it has no state.
 */
public final class GodotVariantExtensions
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  /** For Spark. */
  public GodotVariantExtensions() {}

  /**
   * Called by Spark for a session that begins.
   *
   * @param extensions of that session
   * @return nothing
   */
  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    Functions.inject(extensions);
    GodotSaveFileFormat.guard(extensions);
    return BoxedUnit.UNIT;
  }
}

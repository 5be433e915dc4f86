package io.github.godotvariant.spark.internal;

import io.github.godotvariant.codec.VariantCodec;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.AnyDataType$;
import org.apache.spark.sql.types.DataTypes;

/** {@code to_godot_variant}: encodes a column as a value. */
final class ToGodotVariant extends FunctionExpression {
  private static final long serialVersionUID = 1;

  static final String NAME = "to_godot_variant";

  ToGodotVariant(Expression child, Options options) {
    super(NAME, child, DataTypes.BinaryType, options);
  }

  @Override
  FunctionExpression of(Expression child) {
    return new ToGodotVariant(child, options);
  }

  @Override
  AbstractDataType inputType() {
    return AnyDataType$.MODULE$;
  }

  @Override
  public TypeCheckResult checkInputDataTypes() {
    if (!RowEncoder.supports(child().dataType())) {
      return new TypeCheckResult.TypeCheckFailure(
          NAME + " does not support " + child().dataType().sql() + "; cast the column");
    }
    RowEncoder unused = new RowEncoder(child().dataType(), options);
    return super.checkInputDataTypes();
  }

  @Override
  Worker worker() {
    VariantCodec codec = options.codec();
    RowEncoder encoder = new RowEncoder(child().dataType(), options);
    boolean failFast = options.mode(Options.Mode.FAILFAST) == Options.Mode.FAILFAST;
    return handlingMalformed(failFast, column -> codec.encode(encoder.encode(column)));
  }
}

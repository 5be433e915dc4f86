package io.github.godotvariant.spark.internal;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** {@code from_godot_variant}: decodes a value to VARIANT or to a requested type. */
final class FromGodotVariant extends FunctionExpression {
  private static final long serialVersionUID = 1;

  static final String NAME = "from_godot_variant";

  private final Options options;

  FromGodotVariant(Expression child, DataType type, Options options) {
    super(NAME, child, type, options);
    this.options = options;
  }

  @Override
  FunctionExpression of(Expression child) {
    return new FromGodotVariant(child, dataType(), options);
  }

  @Override
  AbstractDataType inputType() {
    return DataTypes.BinaryType;
  }

  @Override
  public TypeCheckResult checkInputDataTypes() {
    return RowDecoder.supports(dataType())
        ? super.checkInputDataTypes()
        : new TypeCheckResult.TypeCheckFailure(
            "a schema of " + NAME + " has no " + dataType().sql());
  }

  @Override
  Worker worker() {
    return new Decoding(dataType(), options);
  }

  private static final class Decoding implements Worker {
    private final VariantCodec codec;
    private final RowDecoder decoder;
    private final boolean failFast;

    /** The index of the column for corrupt records in a row, or -1. */
    private final int corrupt;

    private final int fields;

    Decoding(DataType type, Options options) {
      codec = options.codec();
      failFast = options.mode(Options.Mode.PERMISSIVE) == Options.Mode.FAILFAST;
      if (type instanceof StructType struct && options.corruptPosition(struct) >= 0) {
        corrupt = options.corruptPosition(struct);
        fields = struct.size();
        decoder = new RowDecoder(type, options, codec.dialect(), options.corruptColumn());
      } else {
        corrupt = -1;
        fields = 0;
        decoder = new RowDecoder(type, options, codec.dialect());
      }
    }

    @Override
    public @Nullable Object call(Object argument) {
      byte[] bytes = (byte[]) argument;
      Object result = null;
      VariantException problem = null;
      try {
        Variant value = codec.decode(bytes);
        result = decoder.decode(value);
        if (decoder.hasProblem() && (failFast || corrupt >= 0)) {
          problem = decoder.problem(codec, bytes, value);
        }
      } catch (VariantException e) {
        problem = e;
      }
      if (problem == null) {
        return result;
      }
      String message = String.valueOf(problem.getMessage());
      if (failFast) {
        throw SparkExceptions.failFast(message, problem);
      } else if (corrupt >= 0) {
        GenericInternalRow row =
            result == null
                ? new GenericInternalRow(new Object[fields])
                : (GenericInternalRow) result;
        row.update(corrupt, UTF8String.fromString(message));
        return row;
      }
      return null;
    }
  }
}

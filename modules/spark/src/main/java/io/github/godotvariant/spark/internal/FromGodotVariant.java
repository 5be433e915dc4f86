package io.github.godotvariant.spark.internal;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** {@code from_godot_variant}: decodes a value to VARIANT or to a requested type. */
final class FromGodotVariant extends FunctionExpression {
  private static final long serialVersionUID = 1;

  static final String NAME = "from_godot_variant";

  FromGodotVariant(Expression child, DataType type, Options options) {
    super(NAME, child, type, options);
  }

  @Override
  FunctionExpression of(Expression child) {
    return new FromGodotVariant(child, dataType(), options);
  }

  @Override
  public TypeCheckResult checkInputDataTypes() {
    return RowDecoder.supports(dataType())
        ? super.checkInputDataTypes()
        : new TypeCheckResult.TypeCheckFailure(
            NAME + " does not support " + dataType().sql() + " in a schema");
  }

  @Override
  Worker worker() {
    return new VariantWorker(dataType(), options);
  }

  private static final class VariantWorker implements Worker {
    private final VariantCodec codec;
    private final RowDecoder decoder;
    private final boolean failFast;

    /**
     * The index of the column for corrupt records in the resulting struct; -1 if there is no such
     * column.
     */
    private final int corruptPosition;

    private final int fieldCount;

    VariantWorker(DataType type, Options options) {
      codec = options.codec();
      failFast = options.isFailFast();
      if (type instanceof StructType struct && options.corruptPosition(struct) >= 0) {
        corruptPosition = options.corruptPosition(struct);
        fieldCount = struct.size();
        decoder = new RowDecoder(type, options, codec.dialect(), options.corruptColumn());
      } else {
        corruptPosition = -1;
        fieldCount = 0;
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
        if (decoder.hasProblem() && (failFast || corruptPosition >= 0)) {
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
      } else if (corruptPosition >= 0) {
        GenericInternalRow row =
            result == null
                ? new GenericInternalRow(new Object[fieldCount])
                : (GenericInternalRow) result;
        row.update(corruptPosition, UTF8String.fromString(message));
        return row;
      }
      return null;
    }
  }
}

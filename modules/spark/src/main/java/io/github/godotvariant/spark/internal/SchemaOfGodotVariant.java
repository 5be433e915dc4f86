package io.github.godotvariant.spark.internal;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType$;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code schema_of_godot_variant}: returns the schema of a sample value, for the function {@code
 * from_godot_variant}.
 */
final class SchemaOfGodotVariant extends FunctionExpression {
  private static final long serialVersionUID = 1;

  static final String NAME = "schema_of_godot_variant";

  private static final DataType ANY = VariantType$.MODULE$;

  SchemaOfGodotVariant(Expression child, Options options) {
    super(NAME, child, DataTypes.StringType, options);
  }

  @Override
  FunctionExpression of(Expression child) {
    return new SchemaOfGodotVariant(child, options);
  }

  @Override
  public TypeCheckResult checkInputDataTypes() {
    TypeCheckResult result = super.checkInputDataTypes();
    return result.isSuccess() && !child().foldable()
        ? new TypeCheckResult.TypeCheckFailure(
            "the argument of "
                + NAME
                + " must be a constant; for a column, use"
                + " schema_of_variant_agg(from_godot_variant(column))")
        : result;
  }

  @Override
  Worker worker() {
    VariantCodec codec = options.codec();
    return handlingMalformed(
        true,
        bytes -> {
          DataType type = schema(codec.decode((byte[]) bytes), codec.dialect());
          return UTF8String.fromString(type.sql());
        });
  }

  /**
   * Returns a Spark type for a value. If the value is decoded to this type, the result contains at
   * least the data that the value has after decoding to VARIANT.
   */
  static DataType schema(Variant value, Dialect dialect) {
    return switch (value.type()) {
      case NIL, CALLABLE -> ANY;
      case BOOL -> DataTypes.BooleanType;
      case INT -> DataTypes.LongType;
      case FLOAT -> DataTypes.DoubleType;
      case STRING, STRING_NAME, NODE_PATH -> DataTypes.StringType;
      case PACKED_BYTE_ARRAY -> DataTypes.BinaryType;
      case DICTIONARY -> dictionary((VariantDictionary) value, dialect);
      case ARRAY -> {
        DataType elementType = null;
        for (Variant element : ((VariantArray) value).asList()) {
          elementType =
              elementType == null
                  ? schema(element, dialect)
                  : merge(elementType, schema(element, dialect));
        }
        yield DataTypes.createArrayType(elementType == null ? ANY : elementType);
      }
      case RID, SIGNAL, OBJECT ->
          PlainForm.isObject(value)
              ? dictionary(PlainForm.asDictionary(value), dialect)
              : DataTypes.StringType;
      default ->
          value instanceof PackedArray array
              ? DataTypes.createArrayType(element(array.type(), dialect))
              : shape(value.type(), dialect);
    };
  }

  private static DataType element(VariantType packed, Dialect dialect) {
    return switch (packed) {
      case PACKED_INT32_ARRAY -> DataTypes.IntegerType;
      case PACKED_INT64_ARRAY -> DataTypes.LongType;
      case PACKED_FLOAT32_ARRAY -> DataTypes.FloatType;
      case PACKED_FLOAT64_ARRAY -> DataTypes.DoubleType;
      case PACKED_STRING_ARRAY -> DataTypes.StringType;
      default -> shape(packed.elementType().orElseThrow(), dialect);
    };
  }

  private static StructType shape(VariantType type, Dialect dialect) {
    List<StructField> fields = new ArrayList<>();
    for (VariantType.Part part : type.parts()) {
      DataType componentType =
          switch (part.type()) {
            case INT -> DataTypes.IntegerType;
            case FLOAT ->
                dialect.realPrecision(type) == RealPrecision.DOUBLE
                    ? DataTypes.DoubleType
                    : DataTypes.FloatType;
            default -> shape(part.type(), dialect);
          };
      fields.add(DataTypes.createStructField(part.name(), componentType, true));
    }
    return DataTypes.createStructType(fields);
  }

  private static DataType dictionary(VariantDictionary dictionary, Dialect dialect) {
    List<StructField> fields = new ArrayList<>();
    dictionary.forEach(
        (key, value) ->
            fields.add(
                DataTypes.createStructField(PlainForm.text(key), schema(value, dialect), true)));
    return struct(fields);
  }

  /**
   * Returns the type for a dictionary: a struct with the fields. Returns a map instead if the name
   * of a field is empty, or if two names are equal when case is ignored. Returns VARIANT if there
   * are no fields.
   */
  private static DataType struct(List<StructField> fields) {
    Set<String> names = new TreeSet<>();
    for (StructField field : fields) {
      if (field.name().isEmpty() || !names.add(field.name().toLowerCase(Locale.ROOT))) {
        return DataTypes.createMapType(DataTypes.StringType, ANY);
      }
    }
    return fields.isEmpty() ? ANY : DataTypes.createStructType(fields);
  }

  private static DataType merge(DataType first, DataType second) {
    if (first.equals(second)) {
      return first;
    } else if (first instanceof ArrayType left && second instanceof ArrayType right) {
      return DataTypes.createArrayType(merge(left.elementType(), right.elementType()));
    } else if (first instanceof StructType left && second instanceof StructType right) {
      Map<String, StructField> fields = new LinkedHashMap<>();
      for (StructField field : left.fields()) {
        fields.put(field.name(), field);
      }
      for (StructField field : right.fields()) {
        fields.merge(
            field.name(),
            field,
            (a, b) ->
                DataTypes.createStructField(a.name(), merge(a.dataType(), b.dataType()), true));
      }
      return struct(List.copyOf(fields.values()));
    }
    return ANY;
  }
}

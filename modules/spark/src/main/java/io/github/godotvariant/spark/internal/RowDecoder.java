package io.github.godotvariant.spark.internal;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.text.VariantText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VarcharType;
import org.apache.spark.sql.types.VariantType$;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Decodes Godot values to the type of a Spark column. A value that cannot be converted to the type
 * of its column or field becomes {@code null}, and the decoder records the first such problem. For
 * speed, the decoder searches the field for a key only if the previous dictionary had a different
 * key at the same index.
 *
 * <p>Not thread-safe. The class has more than 500 lines because it contains the decoders of all
 * column types, which share the path and the first problem.
 */
final class RowDecoder {
  /** The maximum number of keys of the previous dictionary that the decoder remembers. */
  private static final int MAX_LAST_KEYS = 1024;

  private final SparkVariantWriter variantWriter;
  private final VariantText text;
  private final boolean usesBase64;
  private final boolean isCaseSensitive;
  private final Column root;

  private final IdentityCache<UTF8String> names =
      new IdentityCache<>(name -> UTF8String.fromString(PlainForm.wellFormed(name)));

  /**
   * The path to the current value: for each container around the value, the index of the element or
   * entry in this container. The first index belongs to the outermost container. The keys of
   * dictionaries are not stored, because storing an object reference for each value is slower than
   * storing an int.
   */
  private int[] steps = new int[16];

  private int depth;

  private int @Nullable [] problemPath;
  private @Nullable String problemText;

  /**
   * Creates a decoder.
   *
   * @param type a type that {@link #supports} accepts
   * @param options the options of the function or data source
   * @param dialect the dialect of the values
   */
  RowDecoder(DataType type, Options options, Dialect dialect) {
    this(type, options, dialect, null);
  }

  /**
   * Creates a decoder.
   *
   * @param type a type that {@link #supports} accepts
   * @param options the options of the function or data source
   * @param dialect the dialect of the values
   * @param reserved the name of the field for corrupt records; null if there is no such field. The
   *     decoder never stores a value of a dictionary in this field, even if a key has the same
   *     name.
   */
  RowDecoder(DataType type, Options options, Dialect dialect, @Nullable String reserved) {
    variantWriter = options.variantWriter(dialect);
    text = GodotVariantText.notation(dialect);
    usesBase64 = options.usesBase64();
    isCaseSensitive = options.isCaseSensitive();
    root = createColumn(type);
    if (reserved != null && root instanceof StructColumn struct) {
      struct.byName.remove(struct.foldCase(reserved));
    }
  }

  /** Returns whether this class can decode values to a Spark type. */
  static boolean supports(DataType type) {
    if (type instanceof StructType struct) {
      return Arrays.stream(struct.fields()).allMatch(field -> supports(field.dataType()));
    } else if (type instanceof ArrayType array) {
      return supports(array.elementType());
    } else if (type instanceof MapType map) {
      return (isText(map.keyType()) || map.keyType() instanceof LongType)
          && supports(map.valueType());
    }
    return isVariant(type)
        || isText(type)
        || type instanceof BinaryType
        || type instanceof BooleanType
        || type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof FloatType
        || type instanceof DoubleType
        || type instanceof DecimalType
        || type instanceof NullType;
  }

  static boolean isVariant(DataType type) {
    return type.equals(VariantType$.MODULE$);
  }

  private static boolean isText(DataType type) {
    return type instanceof StringType
        && !(type instanceof CharType)
        && !(type instanceof VarcharType);
  }

  /**
   * Decodes a value to the requested type.
   *
   * @return the decoded value; null for Nil, and for a value that cannot be converted to the type
   * @throws VariantException if a value must be converted to a STRING, and the text notation cannot
   *     express the value
   */
  @Nullable Object decode(Variant value) {
    depth = 0;
    problemPath = null;
    problemText = null;
    return root.decode(value);
  }

  /** Returns whether the latest call of {@link #decode} has found a problem. */
  boolean hasProblem() {
    return problemText != null;
  }

  /**
   * Returns the first problem that the latest call of {@link #decode} has found.
   *
   * @param codec the codec that decoded the value
   * @param bytes the bytes of the value
   * @param value the value that was passed to the latest call of {@link #decode}
   */
  VariantException problem(VariantCodec codec, byte[] bytes, Variant value) {
    String problem = String.valueOf(problemText);
    VariantPath path = path(value);
    try (VariantReader reader = codec.reader(bytes)) {
      if (reader.seek(path)) {
        reader.skipValue();
        return reader.refusal(problem);
      }
    } catch (VariantException | IllegalStateException e) {
      // The exception below then has the path, but not the offset.
    }
    return new VariantTypeException(problem, VariantTypeException.NO_OFFSET, path.shown());
  }

  private VariantPath path(Variant root) {
    List<Variant> path = new ArrayList<>();
    Variant value = root;
    for (int step : problemPath == null ? new int[0] : problemPath) {
      if (value instanceof VariantArray array) {
        path.add(IntValue.of(step));
        value = array.get(step);
      } else if (value instanceof PackedArray array) {
        path.add(IntValue.of(step));
        value = array.elements().get(step);
      } else {
        VariantDictionary dictionary =
            value instanceof VariantDictionary entries ? entries : PlainForm.asDictionary(value);
        path.add(dictionary.keyAt(step));
        value = dictionary.valueAt(step);
      }
    }
    return VariantPath.of(path);
  }

  /**
   * Records that a value cannot be converted to the type of its column. Does not record this for
   * Nil and Callable, which become null. Returns null in all cases.
   */
  private @Nullable Object reportProblem(Variant value, DataType type) {
    if (value.isNil() || value.type() == VariantType.CALLABLE) {
      return null;
    }
    return reportProblem("wanted " + type.sql() + " but found " + value.type());
  }

  private @Nullable Object reportProblem(String problem) {
    if (problemText == null) {
      problemText = problem;
      problemPath = Arrays.copyOf(steps, depth);
    }
    return null;
  }

  private void enterContainer() {
    if (depth == steps.length) {
      steps = Arrays.copyOf(steps, 2 * depth);
    }
    depth++;
  }

  /** Sets the last index of the path: the index of the current value in the innermost container. */
  private void setPosition(int position) {
    steps[depth - 1] = position;
  }

  /** Decodes the elements of an array, or the values of a dictionary, to the type of a column. */
  private GenericArrayData decodeAll(List<Variant> values, Column column) {
    enterContainer();
    @Nullable Object[] decoded = new @Nullable Object[values.size()];
    for (int i = 0; i < decoded.length; i++) {
      setPosition(i);
      decoded[i] = column.decode(values.get(i));
    }
    depth--;
    return new GenericArrayData(decoded);
  }

  private Column createColumn(DataType type) {
    if (isVariant(type)) {
      return new VariantColumn(type);
    } else if (type instanceof StructType struct) {
      return new StructColumn(struct);
    } else if (type instanceof ArrayType array) {
      return new ArrayColumn(array);
    } else if (type instanceof MapType map) {
      return new MapColumn(map);
    } else if (type instanceof StringType) {
      return new TextColumn(type);
    }
    return new NumberColumn(type);
  }

  /** Decodes values to the type of one column, field, element or map value. */
  private abstract static class Column {
    final DataType type;

    Column(DataType type) {
      this.type = type;
    }

    abstract @Nullable Object decode(Variant value);

    @Nullable Object decodeInt(long number) {
      return decode(IntValue.of(number));
    }

    @Nullable Object decodeDouble(double number) {
      return decode(FloatValue.of(number));
    }
  }

  private final class VariantColumn extends Column {
    VariantColumn(DataType type) {
      super(type);
    }

    @Override
    @Nullable Object decode(Variant value) {
      try {
        return variantWriter.write(value);
      } catch (VariantException e) {
        return reportProblem(e.problem());
      }
    }
  }

  private final class TextColumn extends Column {
    TextColumn(DataType type) {
      super(type);
    }

    @Override
    @Nullable Object decode(Variant value) {
      if (value instanceof StringName name) {
        return names.get(name.value());
      }
      @Nullable String string =
          switch (value.type()) {
            case NIL, CALLABLE -> null;
            case STRING, STRING_NAME, NODE_PATH -> PlainForm.text(value);
            case PACKED_BYTE_ARRAY ->
                usesBase64
                    ? Base64.getEncoder().encodeToString(((PackedByteArray) value).toArray())
                    : text.print(value);
            default -> PlainForm.wellFormed(text.print(value));
          };
      return string == null ? null : UTF8String.fromString(string);
    }
  }

  /**
   * Decodes values to the types that are not VARIANT, STRING or a container: numbers, BOOLEAN,
   * BINARY and VOID.
   */
  private final class NumberColumn extends Column {
    NumberColumn(DataType type) {
      super(type);
    }

    @Override
    @Nullable Object decode(Variant value) {
      if (value instanceof IntValue number) {
        return decodeInt(number.value());
      } else if (value instanceof FloatValue number) {
        return decodeDouble(number.value());
      } else if (value instanceof BoolValue bool && type instanceof BooleanType) {
        return bool.value();
      } else if (value instanceof PackedByteArray bytes && type instanceof BinaryType) {
        return bytes.toArray();
      }
      return reportProblem(value, type);
    }

    @Override
    @Nullable Object decodeInt(long number) {
      if (type instanceof LongType) {
        return number;
      } else if (type instanceof IntegerType && number == (int) number) {
        return (int) number;
      } else if (type instanceof ShortType && number == (short) number) {
        return (short) number;
      } else if (type instanceof ByteType && number == (byte) number) {
        return (byte) number;
      } else if (type instanceof DoubleType) {
        return (double) number;
      } else if (type instanceof DecimalType decimal) {
        Decimal exact = Decimal.apply(BigDecimal.valueOf(number));
        if (exact.changePrecision(decimal.precision(), decimal.scale())) {
          return exact;
        }
      }
      return reportProblem("wanted " + type.sql() + " but found the int " + number);
    }

    @Override
    @Nullable Object decodeDouble(double number) {
      if (type instanceof DoubleType) {
        return number;
      } else if (type instanceof FloatType) {
        return (float) number;
      }
      return reportProblem(FloatValue.of(number), type);
    }
  }

  private final class ArrayColumn extends Column {
    private final Column element;

    ArrayColumn(ArrayType type) {
      super(type);
      element = createColumn(type.elementType());
    }

    @Override
    @Nullable Object decode(Variant value) {
      if (value instanceof VariantArray array) {
        return decodeAll(array.asList(), element);
      } else if (value instanceof PackedArray array && !(value instanceof PackedByteArray)) {
        return decodePacked(array);
      } else if (PlainForm.isVector(value.type())) {
        double[] numbers = ((Shape) value).toDoubles();
        boolean isInt = value.type().parts().get(0).type() == VariantType.INT;
        @Nullable Object[] elements = new @Nullable Object[numbers.length];
        for (int i = 0; i < elements.length; i++) {
          elements[i] =
              isInt ? element.decodeInt((long) numbers[i]) : element.decodeDouble(numbers[i]);
        }
        return new GenericArrayData(elements);
      }
      return reportProblem(value, type);
    }

    private Object decodePacked(PackedArray array) {
      DataType elementType = element.type;
      if (array instanceof PackedInt32Array ints && elementType instanceof IntegerType) {
        return UnsafeArrayData.fromPrimitiveArray(ints.toArray());
      } else if (array instanceof PackedInt64Array longs && elementType instanceof LongType) {
        return UnsafeArrayData.fromPrimitiveArray(longs.toArray());
      } else if (array instanceof PackedFloat32Array floats && elementType instanceof FloatType) {
        return UnsafeArrayData.fromPrimitiveArray(floats.toArray());
      } else if (array instanceof PackedFloat64Array doubles && elementType instanceof DoubleType) {
        return UnsafeArrayData.fromPrimitiveArray(doubles.toArray());
      }
      return decodeAll(array.elements(), element);
    }
  }

  private final class MapColumn extends Column {
    private final boolean hasIntKeys;
    private final Column values;

    MapColumn(MapType type) {
      super(type);
      hasIntKeys = type.keyType() instanceof LongType;
      values = createColumn(type.valueType());
    }

    @Override
    @Nullable Object decode(Variant value) {
      if (!(value instanceof VariantDictionary dictionary)) {
        return reportProblem(value, type);
      }
      int size = dictionary.size();
      Map<Object, Object> all = new HashMap<>();
      Object[] mapKeys = new Object[size];
      for (int i = 0; i < size; i++) {
        Variant key = dictionary.keyAt(i);
        if (!hasIntKeys) {
          mapKeys[i] = UTF8String.fromString(PlainForm.text(key));
        } else if (key instanceof IntValue number) {
          mapKeys[i] = number.value();
        } else {
          return reportProblem("wanted a BIGINT key but found " + key.type());
        }
        if (all.put(mapKeys[i], key) != null) {
          return reportProblem(PlainForm.equalNames().problem());
        }
      }
      return new ArrayBasedMapData(
          new GenericArrayData(mapKeys), decodeAll(dictionary.values(), values));
    }
  }

  private final class StructColumn extends Column {
    private static final int NONE = -1;

    private final Column[] fields;
    private final Map<String, Integer> byName = new HashMap<>();

    /**
     * The keys of the previous dictionary. For the key at the same index, {@link #fieldOf} contains
     * the index of the field with the name of the key; {@link #NONE} if there is no such field.
     */
    private Variant[] lastKeys = new Variant[0];

    private int[] fieldOf = {};

    /**
     * For each field, the value of {@link #rowNumber} when a key last set the field. With this
     * number, the decoder detects two keys of one dictionary for the same field.
     */
    private final long[] lastSet;

    private long rowNumber;

    /** The fields for the math type of the value that was decoded last. */
    private @Nullable Parts parts;

    StructColumn(StructType type) {
      super(type);
      StructField[] all = type.fields();
      fields = new Column[all.length];
      lastSet = new long[all.length];
      for (int i = 0; i < all.length; i++) {
        fields[i] = createColumn(all[i].dataType());
        byName.put(foldCase(all[i].name()), i);
      }
    }

    private String foldCase(String name) {
      return isCaseSensitive ? name : name.toLowerCase(Locale.ROOT);
    }

    @Override
    @Nullable Object decode(Variant value) {
      if (value instanceof VariantDictionary dictionary) {
        return decodeDictionary(dictionary);
      }
      double[] numbers = PlainForm.numbers(value);
      if (numbers != null) {
        return decodeShape(value.type(), numbers, 0);
      } else if (PlainForm.isObject(value)) {
        try {
          return decodeDictionary(PlainForm.asDictionary(value));
        } catch (InexpressibleVariantException e) {
          return reportProblem(e.problem());
        }
      }
      return reportProblem(value, type);
    }

    private Object decodeDictionary(VariantDictionary dictionary) {
      rowNumber++;
      @Nullable Object[] row = new @Nullable Object[fields.length];
      int size = dictionary.size();
      if (size > lastKeys.length && lastKeys.length < MAX_LAST_KEYS) {
        lastKeys = Arrays.copyOf(lastKeys, Math.min(size, MAX_LAST_KEYS));
        fieldOf = Arrays.copyOf(fieldOf, lastKeys.length);
      }
      enterContainer();
      for (int i = 0; i < size; i++) {
        Variant key = dictionary.keyAt(i);
        int field;
        if (i >= lastKeys.length) {
          field = byName.getOrDefault(foldCase(PlainForm.text(key)), NONE);
        } else {
          if (key != lastKeys[i]) {
            fieldOf[i] = byName.getOrDefault(foldCase(PlainForm.text(key)), NONE);
            lastKeys[i] = key;
          }
          field = fieldOf[i];
        }
        if (field != NONE) {
          setPosition(i);
          row[field] =
              lastSet[field] == rowNumber
                  ? reportProblem(PlainForm.equalNames().problem())
                  : fields[field].decode(dictionary.valueAt(i));
          lastSet[field] = rowNumber;
        }
      }
      depth--;
      return new GenericInternalRow(row);
    }

    private Object decodeShape(VariantType shape, double[] numbers, int from) {
      Parts parts = this.parts;
      if (parts == null || parts.shape != shape) {
        // Only the parts of the last type are cached, because a column rarely has values of several
        // math types.
        parts = new Parts(shape);
        this.parts = parts;
      }
      @Nullable Object[] row = new @Nullable Object[fields.length];
      for (int i = 0; i < row.length; i++) {
        VariantType part = parts.types[i];
        if (part != null) {
          int first = from + parts.first[i];
          row[i] =
              switch (part) {
                case INT -> fields[i].decodeInt((long) numbers[first]);
                case FLOAT -> fields[i].decodeDouble(numbers[first]);
                default ->
                    fields[i] instanceof StructColumn struct
                        ? struct.decodeShape(part, numbers, first)
                        : fields[i].decode(
                            Shape.of(
                                part,
                                Arrays.copyOfRange(
                                    numbers, first, first + part.components().size())));
              };
        }
      }
      return new GenericInternalRow(row);
    }

    /**
     * Maps the fields of the struct to the parts of a math type. A part, such as the origin of a
     * Transform3D, is decoded to the field with the same name. For each field, {@code types}
     * contains the type of the part; null if there is no part with the name of the field. {@code
     * first} contains the index of the first number of the part among the numbers of the value.
     */
    private final class Parts {
      final VariantType shape;
      final @Nullable VariantType[] types = new @Nullable VariantType[fields.length];
      final int[] first = new int[fields.length];

      Parts(VariantType shape) {
        this.shape = shape;
        int next = 0;
        for (VariantType.Part part : shape.parts()) {
          Integer field = byName.get(foldCase(part.name()));
          if (field != null) {
            types[field] = part.type();
            first[field] = next;
          }
          next += Math.max(1, part.type().components().size());
        }
      }
    }
  }
}

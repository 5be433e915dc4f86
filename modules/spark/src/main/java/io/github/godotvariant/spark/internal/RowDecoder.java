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
 * Decodes values to columns of a requested type. A value of another type becomes {@code null}, and
 * the decoder keeps the first such problem. For speed, it compares the keys of a dictionary with
 * those of the previous dictionary.
 *
 * <p>Not thread-safe. The class has more than 500 lines because the decoders of all column types
 * are nested in it and share its reader and its first problem.
 */
final class RowDecoder {
  /** The maximum number of expected keys; each later key of a dictionary needs a lookup. */
  private static final int MAX_EXPECTED = 1024;

  private static final int CACHED_NAMES = 256;

  private final VariantBytes variants;
  private final VariantText text;
  private final boolean base64;
  private final boolean caseSensitive;
  private final Column root;

  private final @Nullable String[] names = new @Nullable String[CACHED_NAMES];
  private final @Nullable UTF8String[] utf8 = new @Nullable UTF8String[CACHED_NAMES];

  /**
   * The path to the current value as positions. Keys are not stored, because storing a reference
   * for each value costs a memory barrier.
   */
  private int[] steps = new int[16];

  private int depth;

  private int @Nullable [] problemPath;
  private @Nullable String problemText;

  /**
   * Creates a decoder.
   *
   * @param type a type that {@link #supports} accepts
   * @param options the other options
   * @param dialect the dialect of the values
   */
  RowDecoder(DataType type, Options options, Dialect dialect) {
    this(type, options, dialect, null);
  }

  /**
   * Creates a decoder.
   *
   * @param type a type that {@link #supports} accepts
   * @param options the other options
   * @param dialect the dialect of the values
   * @param reserved the name of a row field that ignores dictionary keys, or null
   */
  RowDecoder(DataType type, Options options, Dialect dialect, @Nullable String reserved) {
    variants = options.variantBytes(dialect);
    text =
        switch (dialect.generation()) {
          case GODOT_3 -> VariantText.GODOT_3;
          case GODOT_4 -> VariantText.GODOT_4;
        };
    base64 = options.base64();
    caseSensitive = options.caseSensitive();
    root = column(type);
    if (reserved != null && root instanceof StructColumn struct) {
      struct.byName.remove(struct.folded(reserved));
    }
  }

  /** Returns whether values can be decoded to a type. */
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
   * @return the decoded value, or null for Nil and for a value with a problem
   * @throws VariantException if the value cannot be represented as VARIANT
   */
  @Nullable Object decode(Variant value) {
    depth = 0;
    problemPath = null;
    problemText = null;
    return root.of(value);
  }

  /** Returns whether the last value contained a value of another type. */
  boolean hasProblem() {
    return problemText != null;
  }

  /**
   * Returns the first problem of the last value.
   *
   * @param codec the codec that decoded the value
   * @param bytes the bytes of the value
   * @param value the value that was decoded last
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
      // The exception then has no byte offset.
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

  /** Returns null, and keeps a problem unless the value is Nil or a Callable. */
  private @Nullable Object wrong(Variant value, DataType type) {
    if (value.isNil() || value.type() == VariantType.CALLABLE) {
      return null;
    }
    return wrong(value.type() + " where " + type.sql() + " is asked for");
  }

  private @Nullable Object wrong(String problem) {
    if (problemText == null) {
      problemText = problem;
      problemPath = Arrays.copyOf(steps, depth);
    }
    return null;
  }

  private void enter() {
    if (depth == steps.length) {
      steps = Arrays.copyOf(steps, 2 * depth);
    }
    depth++;
  }

  /** Sets the position of the current value in the innermost container. */
  private void at(int position) {
    steps[depth - 1] = position;
  }

  private Column column(DataType type) {
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

  /** Returns a name as UTF-8; cached by identity, because the same object is used repeatedly. */
  private UTF8String name(String name) {
    int slot = System.identityHashCode(name) & CACHED_NAMES - 1;
    UTF8String cached = utf8[slot];
    if (names[slot] != name || cached == null) {
      cached = UTF8String.fromString(PlainForm.wellFormed(name));
      utf8[slot] = cached;
      names[slot] = name;
    }
    return cached;
  }

  /** Decodes values to one type. */
  private abstract static class Column {
    final DataType type;

    Column(DataType type) {
      this.type = type;
    }

    abstract @Nullable Object of(Variant value);

    @Nullable Object ofInt(long number) {
      return of(IntValue.of(number));
    }

    @Nullable Object ofReal(double number) {
      return of(FloatValue.of(number));
    }
  }

  private final class VariantColumn extends Column {
    VariantColumn(DataType type) {
      super(type);
    }

    @Override
    @Nullable Object of(Variant value) {
      try {
        return variants.write(value);
      } catch (VariantException e) {
        return wrong(e.problem());
      }
    }
  }

  private final class TextColumn extends Column {
    TextColumn(DataType type) {
      super(type);
    }

    @Override
    @Nullable Object of(Variant value) {
      if (value instanceof StringName name) {
        return name(name.value());
      }
      @Nullable String string =
          switch (value.type()) {
            case NIL, CALLABLE -> null;
            case STRING, STRING_NAME, NODE_PATH -> PlainForm.text(value);
            case PACKED_BYTE_ARRAY ->
                base64
                    ? Base64.getEncoder().encodeToString(((PackedByteArray) value).toArray())
                    : text.print(value);
            default -> PlainForm.wellFormed(text.print(value));
          };
      return string == null ? null : UTF8String.fromString(string);
    }
  }

  /** A column of a type that is not VARIANT, a string or a container. */
  private final class NumberColumn extends Column {
    NumberColumn(DataType type) {
      super(type);
    }

    @Override
    @Nullable Object of(Variant value) {
      if (value instanceof IntValue number) {
        return ofInt(number.value());
      } else if (value instanceof FloatValue number) {
        return ofReal(number.value());
      } else if (value instanceof BoolValue bool && type instanceof BooleanType) {
        return bool.value();
      } else if (value instanceof PackedByteArray bytes && type instanceof BinaryType) {
        return bytes.toArray();
      }
      return wrong(value, type);
    }

    @Override
    @Nullable Object ofInt(long number) {
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
      return wrong("the int " + number + " where " + type.sql() + " is asked for");
    }

    @Override
    @Nullable Object ofReal(double number) {
      if (type instanceof DoubleType) {
        return number;
      } else if (type instanceof FloatType) {
        return (float) number;
      }
      return wrong(FloatValue.of(number), type);
    }
  }

  private final class ArrayColumn extends Column {
    private final Column element;

    ArrayColumn(ArrayType type) {
      super(type);
      element = column(type.elementType());
    }

    @Override
    @Nullable Object of(Variant value) {
      if (value instanceof VariantArray array) {
        enter();
        @Nullable Object[] elements = new @Nullable Object[array.size()];
        for (int i = 0; i < elements.length; i++) {
          at(i);
          elements[i] = element.of(array.get(i));
        }
        depth--;
        return new GenericArrayData(elements);
      } else if (value instanceof PackedArray array && !(value instanceof PackedByteArray)) {
        return packed(array);
      } else if (PlainForm.isVector(value.type())) {
        double[] numbers = ((Shape) value).toDoubles();
        boolean ints = value.type().parts().get(0).type() == VariantType.INT;
        @Nullable Object[] elements = new @Nullable Object[numbers.length];
        for (int i = 0; i < elements.length; i++) {
          elements[i] = ints ? element.ofInt((long) numbers[i]) : element.ofReal(numbers[i]);
        }
        return new GenericArrayData(elements);
      }
      return wrong(value, type);
    }

    private Object packed(PackedArray array) {
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
      enter();
      @Nullable Object[] elements = new @Nullable Object[array.size()];
      List<Variant> values = array.elements();
      for (int i = 0; i < elements.length; i++) {
        at(i);
        elements[i] = element.of(values.get(i));
      }
      depth--;
      return new GenericArrayData(elements);
    }
  }

  private final class MapColumn extends Column {
    private final boolean byNumber;
    private final Column values;

    MapColumn(MapType type) {
      super(type);
      byNumber = type.keyType() instanceof LongType;
      values = column(type.valueType());
    }

    @Override
    @Nullable Object of(Variant value) {
      if (!(value instanceof VariantDictionary dictionary)) {
        return wrong(value, type);
      }
      int size = dictionary.size();
      Map<Object, Object> all = new HashMap<>();
      Object[] mapKeys = new Object[size];
      for (int i = 0; i < size; i++) {
        Variant key = dictionary.keyAt(i);
        if (!byNumber) {
          mapKeys[i] = UTF8String.fromString(PlainForm.name(key));
        } else if (key instanceof IntValue number) {
          mapKeys[i] = number.value();
        } else {
          return wrong("a key that is " + key.type() + " where BIGINT is asked for");
        }
        if (all.put(mapKeys[i], key) != null) {
          return wrong(PlainForm.sameName().problem());
        }
      }
      @Nullable Object[] mapValues = new @Nullable Object[size];
      enter();
      for (int i = 0; i < size; i++) {
        at(i);
        mapValues[i] = values.of(dictionary.valueAt(i));
      }
      depth--;
      return new ArrayBasedMapData(new GenericArrayData(mapKeys), new GenericArrayData(mapValues));
    }
  }

  private final class StructColumn extends Column {
    private static final int NONE = -1;

    private final Column[] fields;
    private final Map<String, Integer> byName = new HashMap<>();

    /** The keys of the previous dictionary, and the field index of each in {@link #fieldOf}. */
    private Variant[] lastKeys = new Variant[0];

    private int[] fieldOf = {};

    /** The value of {@link #times} when each field was last set. */
    private final long[] set;

    private long times;

    /** The parts of the most recent math type. */
    private @Nullable Parts parts;

    StructColumn(StructType type) {
      super(type);
      StructField[] all = type.fields();
      fields = new Column[all.length];
      set = new long[all.length];
      for (int i = 0; i < all.length; i++) {
        fields[i] = column(all[i].dataType());
        byName.put(folded(all[i].name()), i);
      }
    }

    private String folded(String name) {
      return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
    }

    @Override
    @Nullable Object of(Variant value) {
      if (value instanceof VariantDictionary dictionary) {
        return ofDictionary(dictionary);
      }
      double[] numbers = PlainForm.numbers(value);
      if (numbers != null) {
        return ofShape(value.type(), numbers, 0);
      } else if (PlainForm.isObject(value)) {
        try {
          return ofDictionary(PlainForm.asDictionary(value));
        } catch (InexpressibleVariantException e) {
          return wrong(e.problem());
        }
      }
      return wrong(value, type);
    }

    private Object ofDictionary(VariantDictionary dictionary) {
      times++;
      @Nullable Object[] row = new @Nullable Object[fields.length];
      int size = dictionary.size();
      if (size > lastKeys.length && lastKeys.length < MAX_EXPECTED) {
        lastKeys = Arrays.copyOf(lastKeys, Math.min(size, MAX_EXPECTED));
        fieldOf = Arrays.copyOf(fieldOf, lastKeys.length);
      }
      enter();
      for (int i = 0; i < size; i++) {
        Variant key = dictionary.keyAt(i);
        int field;
        if (i >= lastKeys.length) {
          field = byName.getOrDefault(folded(PlainForm.name(key)), NONE);
        } else {
          if (key != lastKeys[i]) {
            fieldOf[i] = byName.getOrDefault(folded(PlainForm.name(key)), NONE);
            lastKeys[i] = key;
          }
          field = fieldOf[i];
        }
        if (field != NONE) {
          at(i);
          row[field] =
              set[field] == times
                  ? wrong(PlainForm.sameName().problem())
                  : fields[field].of(dictionary.valueAt(i));
          set[field] = times;
        }
      }
      depth--;
      return new GenericInternalRow(row);
    }

    private Object ofShape(VariantType shape, double[] numbers, int from) {
      Parts parts = this.parts;
      if (parts == null || parts.shape != shape) {
        // A column rarely has more than one math type.
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
                case INT -> fields[i].ofInt((long) numbers[first]);
                case FLOAT -> fields[i].ofReal(numbers[first]);
                default ->
                    fields[i] instanceof StructColumn struct
                        ? struct.ofShape(part, numbers, first)
                        : fields[i].of(
                            Shape.of(
                                part,
                                Arrays.copyOfRange(
                                    numbers, first, first + part.components().size())));
              };
        }
      }
      return new GenericInternalRow(row);
    }

    /** The type of each field's part, or null, and the index of its first number. */
    private final class Parts {
      final VariantType shape;
      final @Nullable VariantType[] types = new @Nullable VariantType[fields.length];
      final int[] first = new int[fields.length];

      Parts(VariantType shape) {
        this.shape = shape;
        int next = 0;
        for (VariantType.Part part : shape.parts()) {
          Integer field = byName.get(folded(part.name()));
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

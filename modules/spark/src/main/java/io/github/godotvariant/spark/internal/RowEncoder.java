package io.github.godotvariant.spark.internal;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Shape;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;

/** Converts Spark columns to Godot values. Immutable. */
final class RowEncoder {
  private final Function<Object, Variant> root;

  /**
   * The Godot types that the option {@code types} requests for a column and for the columns nested
   * in this column.
   */
  private static final class Target {
    final Map<String, Target> children;
    @Nullable VariantType type;
    boolean isUsed;

    Target(boolean isCaseSensitive) {
      children = isCaseSensitive ? new HashMap<>() : new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }

    Optional<String> unused() {
      for (Map.Entry<String, Target> entry : children.entrySet()) {
        Optional<String> below = entry.getValue().unused();
        if (below.isPresent() || !entry.getValue().isUsed) {
          return Optional.of(entry.getKey() + below.map(name -> "." + name).orElse(""));
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Creates an encoder. Throws an AnalysisException if the option {@link Options#TYPES} is invalid
   * for the column.
   *
   * @param type the type of the column
   * @param options the options
   */
  RowEncoder(DataType type, Options options) {
    Target target = new Target(options.isCaseSensitive());
    for (String entry : options.types().orElse("").split(",", -1)) {
      if (!entry.isBlank()) {
        addTarget(target, entry.strip(), options.isCaseSensitive());
      }
    }
    root = encoder(type, target, "");
    Optional<String> unused = target.unused();
    if (unused.isPresent()) {
      throw SparkExceptions.option(Options.TYPES, "unknown column " + unused.get());
    }
  }

  private static void addTarget(Target root, String text, boolean isCaseSensitive) {
    int blank = text.lastIndexOf(' ');
    String name = text.substring(blank + 1);
    Optional<VariantType> type = VariantType.find(name);
    if (blank < 0 || type.isEmpty()) {
      throw SparkExceptions.option(
          Options.TYPES, text + " must be the name of a column and the name of a type of Godot");
    }
    Target target = root;
    for (String step : text.substring(0, blank).strip().split("\\.", -1)) {
      target = target.children.computeIfAbsent(step, unused -> new Target(isCaseSensitive));
    }
    target.type = type.get();
  }

  /** Returns whether columns of a Spark type can be converted to Godot values. */
  static boolean supports(DataType type) {
    return RowDecoder.supports(type)
        || type instanceof MapType map && supports(map.keyType()) && supports(map.valueType())
        || type instanceof ArrayType array && supports(array.elementType())
        || type instanceof StructType struct
            && List.of(struct.fields()).stream().allMatch(field -> supports(field.dataType()));
  }

  /**
   * Converts a column to a value.
   *
   * @throws io.github.godotvariant.VariantException if the column cannot be converted
   */
  Variant encode(Object column) {
    return root.apply(column);
  }

  private static Function<Object, Variant> encoder(DataType type, Target target, String path) {
    target.isUsed = true;
    VariantType targetType = target.type;
    if (type instanceof StructType struct) {
      return targetType == null || targetType == VariantType.DICTIONARY
          ? dictionary(struct, target, path)
          : shape(struct, targetType, path);
    } else if (type instanceof ArrayType array) {
      return array(array, target, path);
    } else if (type instanceof MapType map) {
      Function<Object, Variant> keys = encoder(map.keyType(), new Target(true), path);
      Function<Object, Variant> values = encoder(map.valueType(), target, path);
      return column -> map((MapData) column, map, keys, values);
    } else if (RowDecoder.isVariant(type)) {
      requireNone(targetType, type, path);
      return column -> decodeVariant((VariantVal) column);
    }
    return simple(type, targetType, path);
  }

  private static Function<Object, Variant> simple(
      DataType type, @Nullable VariantType targetType, String path) {
    if (type instanceof StringType) {
      if (targetType == VariantType.STRING_NAME) {
        return text -> StringName.of(text.toString());
      } else if (targetType == VariantType.NODE_PATH) {
        return text -> NodePath.parse(text.toString());
      }
      requireOne(targetType, VariantType.STRING, type, path);
      return text -> StringValue.of(text.toString());
    } else if (type instanceof IntegralType) {
      if (targetType == VariantType.FLOAT) {
        return number -> FloatValue.of((double) ((Number) number).longValue());
      }
      requireOne(targetType, VariantType.INT, type, path);
      return number -> IntValue.of(((Number) number).longValue());
    } else if (type instanceof FloatType || type instanceof DoubleType) {
      requireOne(targetType, VariantType.FLOAT, type, path);
      return number -> FloatValue.of(((Number) number).doubleValue());
    } else if (type instanceof DecimalType) {
      requireOne(targetType, VariantType.FLOAT, type, path);
      return number -> FloatValue.of(((Decimal) number).toDouble());
    } else if (type instanceof BooleanType) {
      requireOne(targetType, VariantType.BOOL, type, path);
      return bool -> BoolValue.of((Boolean) bool);
    } else if (type instanceof BinaryType) {
      requireOne(targetType, VariantType.PACKED_BYTE_ARRAY, type, path);
      return bytes -> PackedByteArray.of((byte[]) bytes);
    } else if (type instanceof NullType) {
      return nothing -> Variant.NIL;
    }
    throw new IllegalArgumentException("unsupported: " + type.sql());
  }

  private static void requireNone(@Nullable VariantType targetType, DataType type, String path) {
    if (targetType != null) {
      throw cannotBecome(type, targetType.toString(), path);
    }
  }

  private static RuntimeException cannotBecome(DataType type, String target, String path) {
    return SparkExceptions.option(
        Options.TYPES, path + " is a " + type.sql() + ", which cannot become a " + target);
  }

  private static void requireOne(
      @Nullable VariantType targetType, VariantType supported, DataType type, String path) {
    requireNone(targetType == supported ? null : targetType, type, path);
  }

  private static Function<Object, Variant> dictionary(
      StructType struct, Target target, String path) {
    StructField[] fields = struct.fields();
    List<Function<Object, Variant>> encoders = new ArrayList<>();
    List<StringValue> names = new ArrayList<>();
    for (StructField field : fields) {
      Target child = target.children.getOrDefault(field.name(), new Target(true));
      encoders.add(
          encoder(
              field.dataType(), child, path.isEmpty() ? field.name() : path + "." + field.name()));
      names.add(StringValue.of(field.name()));
    }
    return column -> {
      InternalRow row = (InternalRow) column;
      VariantDictionary.Builder dictionary = VariantDictionary.builder();
      for (int i = 0; i < fields.length; i++) {
        dictionary.put(names.get(i), orNil(row.get(i, fields[i].dataType()), encoders.get(i)));
      }
      return dictionary.build();
    };
  }

  private static Variant orNil(@Nullable Object column, Function<Object, Variant> encoder) {
    return column == null ? Variant.NIL : encoder.apply(column);
  }

  private static Function<Object, Variant> shape(
      StructType struct, VariantType targetType, String path) {
    if (!canBecome(struct, targetType)) {
      List<String> names = targetType.parts().stream().map(VariantType.Part::name).toList();
      String needed = names.isEmpty() ? "" : "; needs the fields " + String.join(", ", names);
      throw cannotBecome(struct, targetType + needed, path);
    }
    return column -> {
      double[] numbers = new double[targetType.components().size()];
      put((InternalRow) column, struct, targetType, numbers, 0, path);
      return Shape.of(targetType, numbers);
    };
  }

  private static boolean canBecome(DataType type, VariantType targetType) {
    return switch (targetType) {
      case INT -> type instanceof IntegralType;
      case FLOAT ->
          type instanceof IntegralType
              || type instanceof FloatType
              || type instanceof DoubleType
              || type instanceof DecimalType;
      default ->
          !targetType.parts().isEmpty()
              && type instanceof StructType struct
              && struct.size() == targetType.parts().size()
              && targetType.parts().stream()
                  .allMatch(
                      part ->
                          struct.getFieldIndex(part.name()).isDefined()
                              && canBecome(
                                  struct.fields()[struct.fieldIndex(part.name())].dataType(),
                                  part.type()));
    };
  }

  private static int put(
      InternalRow row,
      StructType struct,
      VariantType shape,
      double[] target,
      int first,
      String path) {
    int next = first;
    for (VariantType.Part part : shape.parts()) {
      int field = struct.fieldIndex(part.name());
      DataType type = struct.fields()[field].dataType();
      Object column = row.get(field, type);
      if (column == null) {
        throw PlainForm.inexpressible(path + "." + part.name() + " is NULL in a " + shape);
      }
      if (type instanceof StructType inner) {
        next = put((InternalRow) column, inner, part.type(), target, next, path);
      } else {
        target[next++] = number(column, part.type(), path + "." + part.name());
      }
    }
    return next;
  }

  private static double number(Object column, VariantType type, String path) {
    if (column instanceof Decimal decimal) {
      return decimal.toDouble();
    }
    Number number = (Number) column;
    if (type == VariantType.INT && number.longValue() != number.intValue()) {
      throw PlainForm.inexpressible(path + " is " + number + ", which does not fit into 32 bits");
    }
    return number.doubleValue();
  }

  private static Function<Object, Variant> array(ArrayType type, Target target, String path) {
    VariantType targetType = target.type;
    DataType elementType = type.elementType();
    if (targetType != null && targetType.elementType().isPresent()) {
      VariantType targetElement = targetType.elementType().get();
      Target element = new Target(true);
      element.type = targetElement;
      Function<Object, Variant> encoder = encoder(elementType, element, path);
      return column -> {
        try {
          return PackedArray.of(targetType, elements((ArrayData) column, elementType, encoder));
        } catch (IllegalArgumentException | ClassCastException e) {
          throw PlainForm.inexpressible(path + " has an element that does not fit a " + targetType);
        }
      };
    } else if (targetType != null
        && PlainForm.isVector(targetType)
        && canBecome(elementType, VariantType.FLOAT)) {
      return column -> vector((ArrayData) column, elementType, targetType, path);
    } else if (targetType == VariantType.ARRAY) {
      target.type = null;
    }
    Function<Object, Variant> encoder = encoder(elementType, target, path);
    return column -> VariantArray.copyOf(elements((ArrayData) column, elementType, encoder));
  }

  private static List<Variant> elements(
      ArrayData array, DataType type, Function<Object, Variant> encoder) {
    List<Variant> elements = new ArrayList<>();
    for (int i = 0; i < array.numElements(); i++) {
      elements.add(orNil(array.isNullAt(i) ? null : array.get(i, type), encoder));
    }
    return elements;
  }

  private static Variant vector(
      ArrayData array, DataType elementType, VariantType targetType, String path) {
    VariantType part = targetType.parts().get(0).type();
    double[] numbers = new double[targetType.parts().size()];
    if (array.numElements() != numbers.length
        || part == VariantType.INT && !(elementType instanceof IntegralType)) {
      throw PlainForm.inexpressible(path + " does not have the numbers of a " + targetType);
    }
    for (int i = 0; i < numbers.length; i++) {
      if (array.isNullAt(i)) {
        throw PlainForm.inexpressible(path + " has a NULL in a " + targetType);
      }
      numbers[i] = number(array.get(i, elementType), part, path);
    }
    return Shape.of(targetType, numbers);
  }

  private static Variant map(
      MapData map, MapType type, Function<Object, Variant> keys, Function<Object, Variant> values) {
    List<Variant> names = elements(map.keyArray(), type.keyType(), keys);
    List<Variant> all = elements(map.valueArray(), type.valueType(), values);
    VariantDictionary.Builder dictionary = VariantDictionary.builder();
    for (int i = 0; i < names.size(); i++) {
      dictionary.put(names.get(i), all.get(i));
    }
    return dictionary.build();
  }

  private static Variant decodeVariant(VariantVal column) {
    return decodeVariant(
        new org.apache.spark.types.variant.Variant(column.getValue(), column.getMetadata()));
  }

  private static Variant decodeVariant(org.apache.spark.types.variant.Variant value) {
    return switch (value.getType()) {
      case NULL -> Variant.NIL;
      case BOOLEAN -> BoolValue.of(value.getBoolean());
      case LONG -> IntValue.of(value.getLong());
      case DOUBLE -> FloatValue.of(value.getDouble());
      case FLOAT -> FloatValue.of(value.getFloat());
      case DECIMAL -> FloatValue.of(value.getDecimal().doubleValue());
      case STRING -> StringValue.of(value.getString());
      case BINARY -> PackedByteArray.unsafeWrap(value.getBinary());
      case ARRAY -> {
        VariantArray.Builder array = VariantArray.builder();
        for (int i = 0; i < value.arraySize(); i++) {
          array.add(decodeVariant(value.getElementAtIndex(i)));
        }
        yield array.build();
      }
      case OBJECT -> {
        VariantDictionary.Builder dictionary = VariantDictionary.builder();
        for (int i = 0; i < value.objectSize(); i++) {
          org.apache.spark.types.variant.Variant.ObjectField field = value.getFieldAtIndex(i);
          dictionary.put(field.key, decodeVariant(field.value));
        }
        yield dictionary.build();
      }
      default -> throw PlainForm.inexpressible("Godot has no type for " + value.getType());
    };
  }
}

package io.github.godotvariant.spark.internal;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NilValue;
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

/** Converts columns to values. Immutable. */
final class RowEncoder {
  private final Function<Object, Variant> root;

  /** The Godot type for a column and for its nested columns. */
  private static final class Target {
    final Map<String, Target> inside;
    @Nullable VariantType type;
    boolean used;

    Target(boolean caseSensitive) {
      inside = caseSensitive ? new HashMap<>() : new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }

    Optional<String> unused() {
      for (Map.Entry<String, Target> entry : inside.entrySet()) {
        Optional<String> below = entry.getValue().unused();
        if (below.isPresent() || !entry.getValue().used) {
          return Optional.of(entry.getKey() + below.map(name -> "." + name).orElse(""));
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Creates an encoder. Throws an AnalysisException if the requested types are invalid.
   *
   * @param type the type of the column
   * @param options the options
   */
  RowEncoder(DataType type, Options options) {
    Target target = new Target(options.caseSensitive());
    for (String each : options.types().orElse("").split(",", -1)) {
      if (!each.isBlank()) {
        target(target, each.strip(), options.caseSensitive());
      }
    }
    root = encoder(type, target, "");
    Optional<String> unused = target.unused();
    if (unused.isPresent()) {
      throw SparkExceptions.option(Options.TYPES, "unknown column " + unused.get());
    }
  }

  private static void target(Target root, String text, boolean caseSensitive) {
    int blank = text.lastIndexOf(' ');
    String name = text.substring(blank + 1);
    Optional<VariantType> type = VariantType.find(name);
    if (blank < 0 || type.isEmpty()) {
      throw SparkExceptions.option(
          Options.TYPES, text + " is not the name of a column and one of a type of Godot");
    }
    Target target = root;
    for (String step : text.substring(0, blank).strip().split("\\.", -1)) {
      target = target.inside.computeIfAbsent(step, unused -> new Target(caseSensitive));
    }
    target.type = type.get();
  }

  /** Returns whether columns of a type can be converted to values. */
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

  private static Function<Object, Variant> encoder(DataType type, Target target, String place) {
    target.used = true;
    VariantType wanted = target.type;
    if (type instanceof StructType struct) {
      return wanted == null || wanted == VariantType.DICTIONARY
          ? dictionary(struct, target, place)
          : shape(struct, wanted, place);
    } else if (type instanceof ArrayType array) {
      return array(array, target, place);
    } else if (type instanceof MapType map) {
      Function<Object, Variant> keys = encoder(map.keyType(), new Target(true), place);
      Function<Object, Variant> values = encoder(map.valueType(), target, place);
      return column -> map((MapData) column, map, keys, values);
    } else if (RowDecoder.isVariant(type)) {
      requireNone(wanted, type, place);
      return column -> ofVariant((VariantVal) column);
    }
    return simple(type, wanted, place);
  }

  private static Function<Object, Variant> simple(
      DataType type, @Nullable VariantType wanted, String place) {
    if (type instanceof StringType) {
      if (wanted == VariantType.STRING_NAME) {
        return text -> StringName.of(text.toString());
      } else if (wanted == VariantType.NODE_PATH) {
        return text -> NodePath.parse(text.toString());
      }
      requireOne(wanted, VariantType.STRING, type, place);
      return text -> StringValue.of(text.toString());
    } else if (type instanceof IntegralType) {
      if (wanted == VariantType.FLOAT) {
        return number -> FloatValue.of((double) ((Number) number).longValue());
      }
      requireOne(wanted, VariantType.INT, type, place);
      return number -> IntValue.of(((Number) number).longValue());
    } else if (type instanceof FloatType || type instanceof DoubleType) {
      requireOne(wanted, VariantType.FLOAT, type, place);
      return number -> FloatValue.of(((Number) number).doubleValue());
    } else if (type instanceof DecimalType) {
      requireOne(wanted, VariantType.FLOAT, type, place);
      return number -> FloatValue.of(((Decimal) number).toDouble());
    } else if (type instanceof BooleanType) {
      requireOne(wanted, VariantType.BOOL, type, place);
      return bool -> BoolValue.of((Boolean) bool);
    } else if (type instanceof BinaryType) {
      requireOne(wanted, VariantType.PACKED_BYTE_ARRAY, type, place);
      return bytes -> PackedByteArray.of((byte[]) bytes);
    } else if (type instanceof NullType) {
      return nothing -> NilValue.NIL;
    }
    throw new IllegalArgumentException("unsupported: " + type.sql());
  }

  private static void requireNone(@Nullable VariantType wanted, DataType type, String place) {
    if (wanted != null) {
      throw SparkExceptions.option(
          Options.TYPES, place + " is a " + type.sql() + ", which becomes no " + wanted);
    }
  }

  private static void requireOne(
      @Nullable VariantType wanted, VariantType only, DataType type, String place) {
    requireNone(wanted == only ? null : wanted, type, place);
  }

  private static Function<Object, Variant> dictionary(
      StructType struct, Target target, String place) {
    StructField[] fields = struct.fields();
    List<Function<Object, Variant>> encoders = new ArrayList<>();
    List<StringValue> names = new ArrayList<>();
    for (StructField field : fields) {
      Target inside = target.inside.getOrDefault(field.name(), new Target(true));
      encoders.add(
          encoder(
              field.dataType(),
              inside,
              place.isEmpty() ? field.name() : place + "." + field.name()));
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
    return column == null ? NilValue.NIL : encoder.apply(column);
  }

  private static Function<Object, Variant> shape(
      StructType struct, VariantType wanted, String place) {
    if (!fits(struct, wanted)) {
      throw SparkExceptions.option(
          Options.TYPES,
          place
              + " is a "
              + struct.sql()
              + ", which becomes no "
              + wanted
              + (wanted.parts().isEmpty()
                  ? ""
                  : ", whose fields are "
                      + String.join(
                          ", ", wanted.parts().stream().map(VariantType.Part::name).toList())));
    }
    return column -> {
      double[] numbers = new double[wanted.components().size()];
      put((InternalRow) column, struct, wanted, numbers, 0, place);
      return Shape.of(wanted, numbers);
    };
  }

  private static boolean fits(DataType type, VariantType wanted) {
    return switch (wanted) {
      case INT -> type instanceof IntegralType;
      case FLOAT ->
          type instanceof IntegralType
              || type instanceof FloatType
              || type instanceof DoubleType
              || type instanceof DecimalType;
      default ->
          !wanted.parts().isEmpty()
              && type instanceof StructType struct
              && struct.size() == wanted.parts().size()
              && wanted.parts().stream()
                  .allMatch(
                      part ->
                          struct.getFieldIndex(part.name()).isDefined()
                              && fits(
                                  struct.fields()[struct.fieldIndex(part.name())].dataType(),
                                  part.type()));
    };
  }

  private static int put(
      InternalRow row, StructType struct, VariantType shape, double[] to, int first, String place) {
    int next = first;
    for (VariantType.Part part : shape.parts()) {
      int field = struct.fieldIndex(part.name());
      DataType type = struct.fields()[field].dataType();
      Object column = row.get(field, type);
      if (column == null) {
        throw inexpressible(place + "." + part.name() + " is NULL in a " + shape);
      }
      if (type instanceof StructType inner) {
        next = put((InternalRow) column, inner, part.type(), to, next, place);
      } else {
        to[next++] = number(column, part.type(), place + "." + part.name());
      }
    }
    return next;
  }

  private static double number(Object column, VariantType type, String place) {
    if (column instanceof Decimal decimal) {
      return decimal.toDouble();
    }
    Number number = (Number) column;
    if (type == VariantType.INT && number.longValue() != number.intValue()) {
      throw inexpressible(place + " is " + number + ", which 32 bits do not hold");
    }
    return number.doubleValue();
  }

  private static Function<Object, Variant> array(ArrayType type, Target target, String place) {
    VariantType wanted = target.type;
    DataType of = type.elementType();
    if (wanted != null && wanted.elementType().isPresent()) {
      VariantType each = wanted.elementType().get();
      Target element = new Target(true);
      element.type = each;
      Function<Object, Variant> encoder = encoder(of, element, place);
      return column -> {
        try {
          return PackedArray.of(wanted, elements((ArrayData) column, of, encoder));
        } catch (IllegalArgumentException | ClassCastException e) {
          throw inexpressible(place + " has an element that does not fit a " + wanted);
        }
      };
    } else if (wanted != null && PlainForm.isVector(wanted) && fits(of, VariantType.FLOAT)) {
      return column -> vector((ArrayData) column, of, wanted, place);
    } else if (wanted == VariantType.ARRAY) {
      target.type = null;
    }
    Function<Object, Variant> encoder = encoder(of, target, place);
    return column -> VariantArray.copyOf(elements((ArrayData) column, of, encoder));
  }

  private static List<Variant> elements(
      ArrayData array, DataType type, Function<Object, Variant> encoder) {
    List<Variant> elements = new ArrayList<>();
    for (int i = 0; i < array.numElements(); i++) {
      elements.add(orNil(array.isNullAt(i) ? null : array.get(i, type), encoder));
    }
    return elements;
  }

  private static Variant vector(ArrayData array, DataType of, VariantType wanted, String place) {
    VariantType part = wanted.parts().get(0).type();
    double[] numbers = new double[wanted.parts().size()];
    if (array.numElements() != numbers.length
        || part == VariantType.INT && !(of instanceof IntegralType)) {
      throw inexpressible(place + " has not the numbers of a " + wanted);
    }
    for (int i = 0; i < numbers.length; i++) {
      if (array.isNullAt(i)) {
        throw inexpressible(place + " has a NULL in a " + wanted);
      }
      numbers[i] = number(array.get(i, of), part, place);
    }
    return Shape.of(wanted, numbers);
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

  private static Variant ofVariant(VariantVal column) {
    return ofVariant(
        new org.apache.spark.types.variant.Variant(column.getValue(), column.getMetadata()));
  }

  private static Variant ofVariant(org.apache.spark.types.variant.Variant value) {
    return switch (value.getType()) {
      case NULL -> NilValue.NIL;
      case BOOLEAN -> BoolValue.of(value.getBoolean());
      case LONG -> IntValue.of(value.getLong());
      case DOUBLE -> FloatValue.of(value.getDouble());
      case FLOAT -> FloatValue.of(value.getFloat());
      case DECIMAL -> FloatValue.of(value.getDecimal().doubleValue());
      case STRING -> StringValue.of(value.getString());
      case BINARY -> PackedByteArray.wrap(value.getBinary());
      case ARRAY -> {
        VariantArray.Builder array = VariantArray.builder();
        for (int i = 0; i < value.arraySize(); i++) {
          array.add(ofVariant(value.getElementAtIndex(i)));
        }
        yield array.build();
      }
      case OBJECT -> {
        VariantDictionary.Builder dictionary = VariantDictionary.builder();
        for (int i = 0; i < value.objectSize(); i++) {
          org.apache.spark.types.variant.Variant.ObjectField field = value.getFieldAtIndex(i);
          dictionary.put(field.key, ofVariant(field.value));
        }
        yield dictionary.build();
      }
      default -> throw inexpressible("a " + value.getType() + " is nothing that Godot has");
    };
  }

  private static InexpressibleVariantException inexpressible(String problem) {
    return new InexpressibleVariantException(problem, InexpressibleVariantException.NO_OFFSET, "$");
  }
}

package io.github.godotvariant.spark.internal;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.Reals;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import org.apache.spark.types.variant.VariantBuilder;
import org.apache.spark.unsafe.types.VariantVal;

/** A value that Spark's own builder writes. */
final class BuiltVariant {
  /** A large buffer: the builder of 4.0.0 does not always check capacity. Results are copies. */
  private static final ThreadLocal<byte[]> LARGE_BUFFER =
      ThreadLocal.withInitial(() -> new byte[1 << 16]);

  private static final Field BUFFER = buffer();

  private final VariantBuilder out = new VariantBuilder(false);
  private final boolean wide;

  private BuiltVariant(boolean wide) {
    this.wide = wide;
    try {
      BUFFER.set(out, LARGE_BUFFER.get());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("writeBuffer", e);
    }
  }

  private static Field buffer() {
    try {
      Field buffer = VariantBuilder.class.getDeclaredField("writeBuffer");
      buffer.setAccessible(true);
      return buffer;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("writeBuffer", e);
    }
  }

  static VariantVal of(Variant value, boolean wide) {
    BuiltVariant built = new BuiltVariant(wide);
    built.value(value);
    org.apache.spark.types.variant.Variant result = built.out.result();
    return new VariantVal(result.getValue(), result.getMetadata());
  }

  private void value(Variant value) {
    switch (value.type()) {
      case NIL, CALLABLE -> out.appendNull();
      case BOOL -> out.appendBoolean(((BoolValue) value).value());
      case INT -> out.appendLong(((IntValue) value).value());
      case FLOAT -> out.appendDouble(((FloatValue) value).value());
      case STRING, STRING_NAME, NODE_PATH -> out.appendString(PlainForm.text(value));
      case DICTIONARY -> dictionary((VariantDictionary) value);
      case ARRAY -> elements(((VariantArray) value).asList(), this::value);
      case PACKED_BYTE_ARRAY -> out.appendBinary(((PackedByteArray) value).toArray());
      case PACKED_FLOAT32_ARRAY -> {
        PackedFloat32Array floats = (PackedFloat32Array) value;
        List<Float> list = new ArrayList<>();
        for (float number : floats.toArray()) {
          list.add(number);
        }
        elements(list, out::appendFloat);
      }
      case RID, SIGNAL, OBJECT -> {
        if (PlainForm.isObject(value)) {
          dictionary(PlainForm.asDictionary(value));
        } else {
          out.appendString(value.toString());
        }
      }
      default -> {
        if (value instanceof PackedArray array) {
          elements(array.elements(), this::value);
        } else {
          shape(
              value.type(),
              DoubleStream.of(((Shape) value).toDoubles()).iterator(),
              wide && !(value instanceof Color));
        }
      }
    }
  }

  private void dictionary(VariantDictionary dictionary) {
    int start = out.getWritePos();
    ArrayList<VariantBuilder.FieldEntry> fields = new ArrayList<>();
    dictionary.forEach(
        (key, value) -> {
          String name = PlainForm.text(key);
          fields.add(
              new VariantBuilder.FieldEntry(name, out.addKey(name), out.getWritePos() - start));
          value(value);
        });
    out.finishWritingObject(start, fields);
  }

  private <T> void elements(List<T> elements, Consumer<T> append) {
    int start = out.getWritePos();
    ArrayList<Integer> offsets = new ArrayList<>();
    for (T element : elements) {
      offsets.add(out.getWritePos() - start);
      append.accept(element);
    }
    out.finishWritingArray(start, offsets);
  }

  private void shape(VariantType type, Iterator<Double> numbers, boolean wide) {
    int start = out.getWritePos();
    ArrayList<VariantBuilder.FieldEntry> fields = new ArrayList<>();
    for (VariantType.Part part : type.parts()) {
      fields.add(
          new VariantBuilder.FieldEntry(
              part.name(), out.addKey(part.name()), out.getWritePos() - start));
      switch (part.type()) {
        case INT -> out.appendLong(numbers.next().longValue());
        case FLOAT -> {
          double number = numbers.next();
          if (wide || !(Double.isNaN(number) || Reals.isSingle(number))) {
            out.appendDouble(number);
          } else {
            out.appendFloat(Reals.narrow(number));
          }
        }
        default -> shape(part.type(), numbers, wide);
      }
    }
    out.finishWritingObject(start, fields);
  }
}

package io.github.godotvariant.json;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.internal.ContainerLevel;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteCapability;

/** Writes a value as plain JSON. Containers are on an explicit stack instead of the call stack. */
final class PlainWriter {
  /** All integers up to this one are exact as doubles. */
  private static final long MAX_EXACT = 1L << 53;

  private static final NativeJson CONTAINER_KEYS = NativeJson.GODOT_4.withObjects(ObjectMode.FULL);

  private final JsonGenerator out;
  private final JsonOutput strings;
  private final boolean largeIntsAsStrings;

  /** Whether the format writes numbers as text, which cannot represent NaN and the infinities. */
  private final boolean isText;

  private final Deque<Frame> frames = new ArrayDeque<>();

  /** A container that is being written, and the number of its values that were written. */
  private static final class Frame extends ContainerLevel<Variant> {
    /**
     * The names that were written, if two keys of the dictionary can have the same name; otherwise
     * null.
     */
    final @Nullable Set<String> names;

    String name = "";

    Frame(Variant container, boolean hasAmbiguousNames) {
      super(container, VALUES);
      names = hasAmbiguousNames ? new HashSet<>() : null;
    }
  }

  PlainWriter(JsonGenerator out, boolean largeIntsAsStrings) {
    this.out = out;
    this.strings = new JsonOutput(out);
    this.largeIntsAsStrings = largeIntsAsStrings;
    isText = out.has(StreamWriteCapability.CAN_WRITE_FORMATTED_NUMBERS);
  }

  void write(Variant value) {
    writeValue(value);
    while (!frames.isEmpty()) {
      Frame frame = frames.peek();
      if (frame.hasNext()) {
        writeValue(next(frame));
        continue;
      }
      frames.pop();
      if (frame.container() instanceof VariantArray) {
        out.writeEndArray();
      } else {
        out.writeEndObject();
        if (frame.container() instanceof ObjectValue) {
          out.writeEndObject();
        }
      }
    }
  }

  private Variant next(Frame frame) {
    Variant next = frame.next();
    if (frame.container() instanceof VariantDictionary) {
      writeName(frame, nameOf(frame, next));
      return frame.next();
    } else if (frame.container() instanceof ObjectValue object) {
      writeName(frame, object.properties().get(frame.index() - 1).name());
    }
    return next;
  }

  private static boolean isText(Variant key) {
    return key.type() == VariantType.STRING || key.type() == VariantType.STRING_NAME;
  }

  private String nameOf(Frame frame, Variant key) {
    if (isText(key)) {
      return key.asString();
    } else if (key instanceof ResourceReference) {
      return key.toString();
    }
    return switch (key.type()) {
      case NODE_PATH -> ((NodePath) key).path();
      case ARRAY, DICTIONARY, OBJECT -> containerName(frame, key);
      default -> key.toString();
    };
  }

  /**
   * Returns the text for a key that is a container or an object: the JSON of {@link NativeJson},
   * whose length is proportional to the size of the key.
   */
  private String containerName(Frame frame, Variant key) {
    try {
      return CONTAINER_KEYS.write(key);
    } catch (InexpressibleVariantException e) {
      frames.pop(); // A key has the path of its dictionary.
      InexpressibleVariantException placed =
          new InexpressibleVariantException(
              e.problem() + ", in the key of pair " + frame.index() / 2,
              InexpressibleVariantException.NO_OFFSET,
              path());
      placed.initCause(e);
      throw placed;
    }
  }

  private void writeName(Frame frame, String text) {
    String name = JsonOutput.wellFormed(text);
    frame.name = name;
    if (frame.names != null && !frame.names.add(name)) {
      throw new InexpressibleVariantException(
          "two keys have the same text", InexpressibleVariantException.NO_OFFSET, path());
    }
    out.writeName(name);
  }

  /** Returns the path of the value that is being written. */
  private String path() {
    List<Variant> steps = new ArrayList<>();
    frames
        .descendingIterator()
        .forEachRemaining(
            frame -> {
              if (frame.container() instanceof VariantArray) {
                steps.add(IntValue.of(frame.index() - 1));
              } else {
                if (frame.container() instanceof ObjectValue) {
                  steps.add(StringValue.of("properties"));
                }
                steps.add(StringValue.of(frame.name));
              }
            });
    return VariantPath.of(steps).shown();
  }

  private void writeValue(Variant value) {
    switch (value.type()) {
      case NIL, CALLABLE -> out.writeNull();
      case BOOL -> out.writeBoolean(((BoolValue) value).value());
      case INT -> writeInteger(((IntValue) value).value());
      case FLOAT -> writeReal(((FloatValue) value).value());
      case STRING, STRING_NAME -> strings.string("", value.asString());
      case NODE_PATH -> strings.string("", ((NodePath) value).path());
      case RID -> writeId(((RID) value).id());
      case OBJECT -> writeObject(value);
      case SIGNAL -> writeSignal((Signal) value);
      case ARRAY -> {
        VariantArray array = (VariantArray) value;
        out.writeStartArray();
        enter(array, false);
      }
      case DICTIONARY -> {
        VariantDictionary dictionary = (VariantDictionary) value;
        out.writeStartObject();
        enter(dictionary, !dictionary.keys().stream().allMatch(PlainWriter::isPlain));
      }
      default -> writeLeaf(value);
    }
  }

  /**
   * Returns whether a key is a string that becomes a name without changes. Two such keys never have
   * the same name.
   */
  private static boolean isPlain(Variant key) {
    return isText(key) && JsonOutput.isWellFormed(key.asString());
  }

  private void enter(Variant container, boolean hasAmbiguousNames) {
    Frame frame = new Frame(container, hasAmbiguousNames);
    if (frame.hasNext()) {
      JsonOutput.checkDepth(frames.size() + 1);
    }
    frames.push(frame);
  }

  private void writeId(long id) {
    out.writeStartObject();
    out.writeName("id");
    writeInteger(id);
    out.writeEndObject();
  }

  private void writeObject(Variant value) {
    if (value instanceof ObjectIdValue object) {
      writeId(object.id());
      return;
    }
    if (value instanceof ResourceReference reference) {
      strings.string("", reference.toString());
      return;
    }
    ObjectValue object = (ObjectValue) value;
    out.writeStartObject();
    out.writeName("class");
    strings.string("", object.className());
    out.writeName("properties");
    out.writeStartObject();
    enter(object, true);
  }

  private void writeSignal(Signal signal) {
    out.writeStartObject();
    out.writeName("name");
    strings.string("", signal.name());
    out.writeName("object");
    writeId(signal.objectId());
    out.writeEndObject();
  }

  private void writeLeaf(Variant value) {
    if (value instanceof Shape shape) {
      double[] numbers = shape.toDoubles();
      writeShape(value.type(), i -> numbers[i], 0);
    } else if (value instanceof PackedByteArray array) {
      writeBytes(array);
    } else {
      out.writeStartArray();
      writeElements((PackedArray) value);
      out.writeEndArray();
    }
  }

  private void writeBytes(PackedByteArray array) {
    if (!JsonOutput.isJson(out)) {
      out.writeBinary(array.toArray()); // few other generators accept a stream
      return;
    }
    ByteBuffer bytes = array.asBuffer();
    out.writeBinary(
        new InputStream() {
          @Override
          public int read() {
            return bytes.hasRemaining() ? bytes.get() & 0xFF : -1;
          }

          @Override
          public int read(byte[] to, int from, int length) {
            int some = Math.min(length, bytes.remaining());
            bytes.get(to, from, some);
            return some == 0 && length > 0 ? -1 : some;
          }
        },
        array.size());
  }

  private void writeElements(PackedArray array) {
    VariantType type = array.elementType();
    int next = 0;
    for (int i = 0; i < array.size(); i++) {
      switch (array.type()) {
        case PACKED_INT32_ARRAY -> out.writeNumber((int) array.longAt(i));
        case PACKED_INT64_ARRAY -> writeInteger(array.longAt(i));
        case PACKED_FLOAT32_ARRAY -> writeComponent(array.doubleAt(i));
        case PACKED_FLOAT64_ARRAY -> writeReal(array.doubleAt(i));
        case PACKED_STRING_ARRAY -> strings.string("", ((PackedStringArray) array).get(i));
        default -> next = writeShape(type, array::doubleAt, next);
      }
    }
  }

  /**
   * Writes a math value whose components start at the index {@code from} of {@code numbers}.
   * Returns the index after the last component.
   */
  private int writeShape(VariantType type, IntToDoubleFunction numbers, int from) {
    int next = from;
    out.writeStartObject();
    for (VariantType.Part part : type.parts()) {
      out.writeName(part.name());
      switch (part.type()) {
        case INT -> out.writeNumber((int) numbers.applyAsDouble(next++));
        case FLOAT -> writeComponent(numbers.applyAsDouble(next++));
        default -> next = writeShape(part.type(), numbers, next);
      }
    }
    out.writeEndObject();
    return next;
  }

  private void writeInteger(long value) {
    if (largeIntsAsStrings && (value > MAX_EXACT || value < -MAX_EXACT)) {
      out.writeString(Long.toString(value));
    } else {
      out.writeNumber(value);
    }
  }

  /** Writes a component with the fewest digits for 32 bits if it fits in 32 bits. */
  private void writeComponent(double value) {
    if ((float) value == value && Math.abs(value) <= Float.MAX_VALUE) {
      if (isText) {
        out.writeNumber(RealNumbers.shortest((float) value));
      } else {
        out.writeNumber((float) value);
      }
    } else {
      writeReal(value);
    }
  }

  private void writeReal(double value) {
    if (!isText) {
      out.writeNumber(value);
    } else if (Double.isNaN(value)) {
      out.writeString("NaN");
    } else if (Double.isInfinite(value)) {
      out.writeString(value < 0 ? "-Infinity" : "Infinity");
    } else {
      out.writeNumber(RealNumbers.shortest(value));
    }
  }
}

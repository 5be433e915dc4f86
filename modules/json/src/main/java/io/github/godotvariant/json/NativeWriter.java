package io.github.godotvariant.json;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntShape;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.Shape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.ContainerLevel;
import io.github.godotvariant.internal.Reals;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** Writes a value in the engine's format, with an explicit stack for containers. */
final class NativeWriter {
  /** All integers up to this one are exact in the engine's JSON numbers, which are doubles. */
  private static final long MAX_EXACT = 1L << 53;

  private final JsonGenerator out;
  private final JsonOutput strings;
  private final RealFormatter reals = new RealFormatter();
  private final boolean fullObjects;

  /** Whether the engine that reads the JSON has components of 32 bits. */
  private final boolean isSinglePrecision;

  private final Deque<ContainerLevel<Variant>> levels = new ArrayDeque<>();

  NativeWriter(JsonGenerator out, boolean fullObjects, RealPrecision precision) {
    this.out = out;
    this.strings = new JsonOutput(out);
    this.fullObjects = fullObjects;
    this.isSinglePrecision = precision == RealPrecision.SINGLE;
  }

  void write(Variant value) {
    writeValue(value);
    while (!levels.isEmpty()) {
      ContainerLevel<Variant> level = levels.element();
      if (level.hasNext()) {
        if (level.container() instanceof ObjectValue object) {
          strings.string("", object.properties().get(level.index()).name());
        }
        writeValue(level.next());
        continue;
      }
      levels.pop();
      out.writeEndArray();
      if (!isPlain(level.container())) {
        out.writeEndObject();
      }
    }
  }

  /** Returns whether a container is written as a JSON array without an object around it. */
  private static boolean isPlain(Variant container) {
    return container instanceof VariantArray array && array.elementType().isUntyped();
  }

  private void writeValue(Variant value) {
    switch (value.type()) {
      case NIL -> out.writeNull();
      case BOOL -> out.writeBoolean(((BoolValue) value).value());
      case INT -> strings.string("i:", Long.toString(((IntValue) value).value()));
      case FLOAT -> writeFloat(((FloatValue) value).value());
      case STRING -> strings.string("s:", ((StringValue) value).value());
      case STRING_NAME -> strings.string("sn:", ((StringName) value).value());
      case NODE_PATH -> writeNodePath((NodePath) value);
      case ARRAY -> writeArray((VariantArray) value);
      case DICTIONARY -> writeDictionary((VariantDictionary) value);
      case OBJECT -> writeObject(value);
      default -> writeTyped(value);
    }
  }

  private void writeFloat(double value) {
    if (Double.isInfinite(value)) {
      out.writeString(value < 0 ? "f:-inf" : "f:inf");
    } else if (Double.doubleToRawLongBits(value) == RealNumbers.NAN_BITS) {
      out.writeString("f:nan");
    } else {
      reals.format("f:", value, false);
      out.writeString(reals.characters(), 0, reals.length());
    }
  }

  /** Writes a path as text or, if parsing the text gives another path, as an object. */
  private void writeNodePath(NodePath value) {
    String path = value.path();
    if (value.equals(NativeReader.parseNodePath(path))) {
      strings.string("np:", path);
      return;
    }
    beginObject("NodePath");
    writeTexts("names", value.names());
    writeTexts("subnames", value.subnames());
    out.writeBooleanProperty("absolute", value.isAbsolute());
    out.writeEndObject();
  }

  private void writeTexts(String name, List<String> texts) {
    out.writeName(name);
    out.writeStartArray();
    for (String text : texts) {
      strings.string("", text);
    }
    out.writeEndArray();
  }

  private void beginObject(String type) {
    out.writeStartObject();
    out.writeName("type");
    strings.string("", type);
  }

  private void writeArray(VariantArray value) {
    if (!isPlain(value)) {
      beginObject("Array");
      writeElementType("elem", value.elementType());
      out.writeName("args");
    }
    enter(value);
  }

  private void writeDictionary(VariantDictionary value) {
    beginObject("Dictionary");
    writeElementType("key", value.keyType());
    writeElementType("value", value.valueType());
    out.writeName("args");
    enter(value);
  }

  private void writeObject(Variant value) {
    if (value instanceof ObjectIdValue object) {
      String id = Long.toString(object.id());
      beginObject(NativeReader.OBJECT_ID_CLASS);
      out.writeStringProperty("id", id);
      out.writeName("props");
      out.writeStartArray();
      out.writeString(NativeReader.OBJECT_ID_PROPERTY);
      strings.string("i:", id);
      out.writeEndArray();
      out.writeEndObject();
      return;
    }
    if (!(value instanceof ObjectValue object)) {
      throw inexpressible("this JSON has no form for a resource that is only named");
    }
    if (!fullObjects) {
      throw inexpressible("a full object is not allowed here; ObjectMode.FULL allows it");
    }
    beginObject(object.className());
    out.writeName("props");
    enter(value);
  }

  private void enter(Variant container) {
    ContainerLevel<Variant> level = new ContainerLevel<>(container, VALUES);
    if (level.hasNext()) {
      JsonOutput.checkDepth(levels.size() + 1);
    }
    out.writeStartArray();
    levels.push(level);
  }

  private InexpressibleVariantException inexpressible(String problem) {
    return new InexpressibleVariantException(
        problem, InexpressibleVariantException.NO_OFFSET, path());
  }

  /** Returns the path of the value that is being written. */
  private String path() {
    StringBuilder path = new StringBuilder("$");
    levels
        .descendingIterator()
        .forEachRemaining(
            level -> {
              int index = level.index() - 1;
              if (level.container() instanceof ObjectValue) {
                path.append(".props");
                index = 2 * index + 1; // each value follows its name
              } else if (!isPlain(level.container())) {
                path.append(".args");
              }
              path.append('[').append(index).append(']');
            });
    return path.toString();
  }

  /**
   * Writes an element type. Adds the kind if the engine derives another element type from the name.
   */
  private void writeElementType(String key, ElementType type) {
    if (type.isUntyped()) {
      return;
    }
    String text = type.kind() == ElementType.Kind.BUILTIN ? type.toString() : type.name();
    out.writeName(key + "_type");
    strings.string("", text);
    if (!NativeReader.elementType(text).equals(type)) {
      out.writeName(key + "_kind");
      strings.string("", type.kind().name().toLowerCase(Locale.ROOT));
    }
  }

  /** Writes a JSON object with a type and, for most types, arguments. */
  private void writeTyped(Variant value) {
    beginObject(value.type().godotName());
    if (value instanceof RID rid) {
      if (rid.id() != 0) {
        out.writeStringProperty("id", Long.toString(rid.id()));
      }
    } else if (value instanceof Signal signal) {
      if (!signal.name().isEmpty() || signal.objectId() != 0) {
        out.writeName("name");
        strings.string("", signal.name());
        out.writeStringProperty("object_id", Long.toString(signal.objectId()));
      }
    } else if (value.type() != VariantType.CALLABLE) {
      out.writeName("args");
      out.writeStartArray();
      writeArguments(value);
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private void writeArguments(Variant value) {
    if (value instanceof Shape shape) {
      for (double component : shape.toDoubles()) {
        if (shape instanceof IntShape) {
          out.writeNumber((int) component);
        } else {
          writeComponent(shape.type(), component);
        }
      }
    } else if (value instanceof PackedStringArray array) {
      for (String text : array.asList()) {
        strings.string("", text);
      }
    } else {
      writeNumbers((PackedArray) value);
    }
  }

  private void writeNumbers(PackedArray array) {
    VariantType type = array.elementType();
    int count = array.size() * Math.max(1, type.components().size());
    boolean isFloat32 = array.type() == VariantType.PACKED_FLOAT32_ARRAY;
    for (int i = 0; i < count; i++) {
      switch (type) {
        case INT -> writeInteger(array.longAt(i));
        case FLOAT -> writeReal(array.doubleAt(i), isFloat32);
        default -> writeComponent(type, array.doubleAt(i));
      }
    }
  }

  /**
   * Writes a component of a math type. Every build of the engine rounds components of colors to 32
   * bits. A single-precision build also rounds other components, but only a double-precision build
   * has components that need more than 32 bits. Therefore components that need more bits are
   * written for a build that does not round them.
   */
  private void writeComponent(VariantType type, double component) {
    writeReal(
        component, type == VariantType.COLOR || (isSinglePrecision && Reals.isSingle(component)));
  }

  /**
   * Writes a number.
   *
   * @param isRounded whether the engine rounds the number to 32 bits after reading it
   */
  private void writeReal(double value, boolean isRounded) {
    reals.format("", value, isRounded);
    if (reals.hasBits()) {
      out.writeString(reals.characters(), 0, reals.length());
    } else {
      out.writeNumber(reals.characters(), 0, reals.length());
    }
  }

  /** Writes an integer as a number, or as a string if the engine's number would round it. */
  private void writeInteger(long value) {
    if (value >= -MAX_EXACT && value <= MAX_EXACT) {
      out.writeNumber(value);
    } else {
      out.writeString(Long.toString(value));
    }
  }
}

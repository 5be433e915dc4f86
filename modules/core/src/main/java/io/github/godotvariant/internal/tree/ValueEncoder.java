package io.github.godotvariant.internal.tree;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.ContainerLevel;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.PathBuilder;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole values. Recursion writes the outer containers, because recursion is fastest. A loop
 * writes deeper containers, because threads can have small stacks.
 *
 * <p>The encoder does not record paths. After an exception, it writes the value again with the loop
 * only. The loop fails at the same inner value and knows the containers around this value.
 */
public final class ValueEncoder {
  private final TypeCodecs types;
  private final WireWriter out;

  /**
   * The largest depth at which recursion writes elements of a container. A loop writes deeper
   * elements.
   */
  private int recursionEnd;

  /** The containers that the loop has entered, the innermost first. */
  private final Deque<ContainerLevel<Variant>> levels = new ArrayDeque<>();

  /** Checks the keys that rounding may change; null before the first such key. */
  private @Nullable RoundedKeys roundedKeys;

  /** Creates an encoder for any number of values. */
  public ValueEncoder(TypeCodecs types, WireWriter out) {
    this.types = types;
    this.out = out;
  }

  /** {@return the bytes of a value} Discards the previous content of the writer. */
  public byte[] encode(Variant value) {
    try {
      writeAlone(value);
      return out.copy();
    } finally {
      out.dropLargeArray();
    }
  }

  /** Copies the bytes of a value to a buffer. Discards the previous content of the writer. */
  public void encodeTo(Variant value, ByteBuffer target) {
    try {
      writeAlone(value);
      target.put(out.array, 0, out.size());
    } finally {
      out.dropLargeArray();
    }
  }

  private void writeAlone(Variant value) {
    out.clear();
    write(value);
  }

  /** Writes a value. After a {@link VariantException}, the position is unchanged. */
  public void write(Variant value) {
    if (!writeScalar(value)) {
      writeOutermost(value);
    }
  }

  private void writeOutermost(Variant container) {
    long from = out.offset();
    int depth = out.depth();
    recursionEnd = depth + Container.RECURSIVE_LEVELS;
    try {
      writeContainer(container, depth + 1);
    } catch (VariantException e) {
      out.truncate(from);
      VariantException located = withPath(e, container, depth);
      out.truncate(from);
      throw located;
    } finally {
      roundedKeys = null;
    }
  }

  /** Returns an exception with its path. Writes the container again to find the path. */
  private VariantException withPath(VariantException exception, Variant container, int depth) {
    levels.clear();
    roundedKeys = null;
    try {
      writeByLoop(container, depth + 1);
      return exception;
    } catch (VariantException e) {
      String path = path();
      levels.clear();
      return e instanceof VariantLimitException
          ? new VariantLimitException(e.problem(), e.byteOffset(), path)
          : new InexpressibleVariantException(e.problem(), e.byteOffset(), path);
    }
  }

  /** {@return the path of the value that the loop tried to write} */
  private String path() {
    PathBuilder path = new PathBuilder(out.path());
    Iterator<ContainerLevel<Variant>> outermostFirst = levels.descendingIterator();
    while (outermostFirst.hasNext() && !path.isEnded()) {
      ContainerLevel<Variant> level = outermostFirst.next();
      int offset = level.index() - 1;
      if (level.container() instanceof ObjectValue object) {
        path.name(object.properties().get(offset).name());
      } else if (level.container() instanceof VariantArray) {
        path.index(offset);
      } else if (level.isKey(offset)) {
        path.unread("key", offset / 2);
      } else {
        path.value(level.get(offset - 1), offset / 2);
      }
    }
    return path.toString();
  }

  /**
   * Writes a container.
   *
   * @param depth the number of containers around each value in the container
   */
  private void writeContainer(Object container, int depth) {
    if (depth > recursionEnd) {
      writeByLoop((Variant) container, depth);
    } else if (container instanceof VariantDictionary dictionary) {
      writeDictionary(dictionary, depth);
    } else if (container instanceof VariantArray array) {
      writeArray(array, depth);
    } else {
      writeObject((ObjectValue) container, depth);
    }
  }

  /**
   * Writes a value that is not a container. The loops over elements and entries call the four
   * methods in the body directly, because the JIT does not inline this method.
   *
   * @return false for a container or full object, which is not written
   */
  private boolean writeScalar(Object value) {
    return out.writeNumber(value)
        || out.writeVector(value)
        || out.writeText(value)
        || writeOther(value);
  }

  /**
   * Writes a value that is not a container and has no faster method. After an exception, the
   * position is unchanged.
   *
   * @return false for a container or full object, which is not written
   */
  private boolean writeOther(Object value) {
    Class<?> kind = value.getClass();
    if (kind == VariantDictionary.class
        || kind == VariantArray.class
        || kind == ObjectValue.class) {
      return false;
    }
    writeByCodec((Variant) value);
    return true;
  }

  private void writeByCodec(Variant value) {
    long from = out.offset();
    try {
      types.of(value.type()).write(out, value);
    } catch (VariantException e) {
      out.truncate(from);
      throw e;
    }
  }

  private void writeArray(VariantArray array, int depth) {
    WireWriter out = this.out;
    writeHeader(array, depth);
    for (Object element : VALUES.elements(array)) {
      if (!out.writeNumber(element)
          && !out.writeVector(element)
          && !out.writeText(element)
          && !writeOther(element)) {
        writeContainer(element, depth + 1);
      }
    }
  }

  private void writeDictionary(VariantDictionary dictionary, int depth) {
    WireWriter out = this.out;
    writeHeader(dictionary, depth);
    Object[] values = VALUES.values(dictionary);
    EncodedText[] keys =
        VALUES.encodedKeys(dictionary) instanceof EncodedText.Sequence known
                && known.isFor(out.table)
            ? known.keys
            : null;
    for (int i = 0; i < values.length; i++) {
      if (keys != null) {
        out.writeKey(keys[i]);
      } else if (!writeKey(dictionary, dictionary.keyAt(i))) {
        writeContainer(dictionary.keyAt(i), depth + 1);
      }
      Object value = values[i];
      if (!out.writeNumber(value)
          && !out.writeVector(value)
          && !out.writeText(value)
          && !writeOther(value)) {
        writeContainer(value, depth + 1);
      }
    }
  }

  private void writeObject(ObjectValue object, int depth) {
    writeHeader(object, depth);
    for (ObjectValue.Property property : object.properties()) {
      out.putText(property.name());
      if (!writeScalar(property.value())) {
        writeContainer(property.value(), depth + 1);
      }
    }
  }

  /** Writes a container and all containers inside it. */
  private void writeByLoop(Variant outermost, int depth) {
    levels.push(enter(outermost, depth));
    while (!levels.isEmpty()) {
      ContainerLevel<Variant> level = levels.element();
      if (!level.hasNext()) {
        levels.pop();
        continue;
      }
      Variant value = level.next();
      if (!writeNext(level, value)) {
        levels.push(enter(value, depth + levels.size()));
      }
    }
  }

  private ContainerLevel<Variant> enter(Variant container, int depth) {
    writeHeader(container, depth);
    return new ContainerLevel<>(container, VALUES);
  }

  /**
   * Writes the next value or key of an open container. Before the value of a property, writes the
   * name of the property. Returns false for a container: then at most the name is written.
   */
  private boolean writeNext(ContainerLevel<Variant> level, Variant value) {
    int offset = level.index() - 1;
    if (level.isKey(offset)) {
      return writeKey((VariantDictionary) level.container(), value);
    }
    if (level.container() instanceof ObjectValue object) {
      out.putText(object.properties().get(offset).name());
    }
    return writeScalar(value);
  }

  private void writeHeader(Variant container, int depth) {
    int size;
    if (container instanceof VariantDictionary dictionary) {
      size = dictionary.size();
      out.writeDictionaryHeader(dictionary.keyType(), dictionary.valueType(), size);
    } else if (container instanceof VariantArray array) {
      size = array.size();
      out.writeArrayHeader(array.elementType(), size);
    } else {
      ObjectValue object = (ObjectValue) container;
      size = object.properties().size();
      out.writeObjectHeader(object.className(), size);
    }
    if (size > 0) {
      out.checkDepth(depth);
    }
  }

  /** {@return whether writing in the dialect may round a component of a key} */
  public boolean mayRound(Variant key) {
    return out.table.roundsKeys && RoundedKeys.mayRound(key);
  }

  /**
   * Writes a key.
   *
   * @return false for a container, which is not written
   */
  private boolean writeKey(VariantDictionary dictionary, Variant key) {
    if (key instanceof StringValue text) {
      out.writeKey(text.value());
      return true;
    }
    if (mayRound(key)) {
      if (roundedKeys == null) {
        roundedKeys = new RoundedKeys(out.table.dialect);
      }
      roundedKeys.check(dictionary, key);
    }
    return writeScalar(key);
  }
}

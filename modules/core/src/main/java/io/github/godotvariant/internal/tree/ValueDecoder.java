package io.github.godotvariant.internal.tree;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.internal.type.TypeCodecs;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.wire.Container;
import io.github.godotvariant.internal.wire.EncodedText;
import io.github.godotvariant.internal.wire.KeyPrediction;
import io.github.godotvariant.internal.wire.TextCache;
import io.github.godotvariant.internal.wire.Utf8;
import io.github.godotvariant.internal.wire.Wire;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the next value and builds its tree. Recursion builds the outer {@link
 * Container#RECURSIVE_LEVELS} levels of containers, because recursion is fastest. A loop builds
 * deeper containers, because threads can have small stacks.
 *
 * <p>The decoder does not record paths. After an error, it skips the value again up to the error
 * with {@link WireCursor}, which knows the path.
 *
 * <p>Each input gets a new decoder, because the JVM stores references faster in new objects than in
 * old objects. The garbage collector needs write barriers for old objects. The class has more than
 * 500 lines because recursion, loop and fast paths work on the position of one object.
 */
public class ValueDecoder extends ValueReader {
  private static final Variant[] NO_KEYS = {};

  /**
   * Whether reading has reached an item of a container. If so, {@link #path} does not return the
   * path of an error, because the decoder does not record open containers.
   */
  private boolean hasReachedItem;

  /** Creates a decoder of the bytes from {@code start} up to {@code end}. */
  public ValueDecoder(
      TypeCodecs types,
      boolean fullObjects,
      ReadLimits limits,
      TextCache cache,
      byte[] in,
      int start,
      int end) {
    super(types, fullObjects, limits, cache, in, start, end);
  }

  /** Reads the next value with all values inside it, and counts it as read. */
  public final Variant read() {
    Variant value = value();
    done();
    return value;
  }

  /**
   * Reads like {@link #read}, but errors have no path, because finding the path takes as long as
   * reading the value up to the error.
   */
  public final Variant readWithoutPath() {
    valueAt = pos;
    Variant value = leafOrContainer(depth() + 1, pendingAfter(), cache.keys.root());
    done();
    return value;
  }

  /** Reads the next value with all values inside it. Call {@link #done} afterwards. */
  public final Variant value() {
    valueAt = pos;
    Variant value = number();
    if (value == null) {
      value = textOrVector();
      if (value == null) {
        value = other();
      }
    }
    return value;
  }

  /** Reads the next value, which must be an instance of a class. Call {@link #done} afterwards. */
  public final <T extends Variant> T value(Class<T> kind) {
    int offset = pos;
    long elements = elementsLeft;
    long heap = heapLeft;
    Variant value = value();
    if (kind.isInstance(value)) {
      return kind.cast(value);
    }
    pos = offset;
    restore(elements, heap);
    try {
      return value.as(kind); // throws
    } catch (VariantTypeException e) {
      throw wrongType(e.problem());
    }
  }

  private Variant other() {
    int offset = pos;
    long elements = elementsLeft;
    long heap = heapLeft;
    hasReachedItem = false;
    try {
      return leafOrContainer(depth() + 1, pendingAfter(), cache.keys.root());
    } catch (VariantException e) {
      if (!hasReachedItem) {
        throw e;
      }
      pos = offset;
      restore(elements, heap);
      throw withPath(e);
    }
  }

  /** Returns an exception with its path. Skips the value again up to the error to find the path. */
  private VariantException withPath(VariantException exception) {
    try {
      walk((int) exception.byteOffset() + start);
    } catch (VariantException e) {
      // Skipping does not check texts. If the error is in a text, skipping can find a later error
      // in the same value. Both errors have the same path.
      return e.byteOffset() > exception.byteOffset() ? withPath(exception, e.path()) : e;
    }
    return withPath(exception, path());
  }

  /**
   * Reads the value at the position. Callers first try {@link #number} and {@link #textOrVector},
   * which are faster.
   *
   * @param depth the depth of the elements if the value is a container
   * @param pending the minimum number of bytes that the outer containers need after the value
   * @param outerKey the innermost key around the value; if the value is a dictionary, this key
   *     predicts the first key of the dictionary
   */
  private Variant leafOrContainer(int depth, long pending, KeyPrediction outerKey) {
    int offset = pos;
    int header = header();
    if (depth <= depth() + Container.RECURSIVE_LEVELS && end - offset >= 8) {
      int count = Wire.getInt(in, offset + 4) & Wire.MAX_COUNT;
      if (header == table.dictionaryHeader) {
        if (count > 0 && count <= KeyPrediction.MAX_KEYS) {
          enterUntyped(Container.DICTIONARY, count, depth, pending);
          return dictionary(
              count, ElementType.UNTYPED, ElementType.UNTYPED, depth, pending, outerKey);
        }
      } else if (header == table.arrayHeader && count > 0) {
        enterUntyped(Container.ARRAY, count, depth, pending);
        return array(new Object[count], ElementType.UNTYPED, depth, pending, outerKey);
      }
    }
    Variant value = codec(header).read(this, header);
    if (value != null) {
      return value;
    }
    return depth <= depth() + Container.RECURSIVE_LEVELS
        ? container(depth, pending, outerKey)
        : nestedContainer(depth, pending);
  }

  private void enterUntyped(Container kind, int count, int depth, long pending) {
    int offset = pos;
    pos = offset + 8;
    entered = kind;
    checkContainer(depth, count, pending, offset);
    hasReachedItem = true;
  }

  /** Reads the container at the position. */
  private Variant container(int depth, long pending, KeyPrediction outerKey) {
    int offset = pos;
    int count = readHeader(header());
    if (enteredNull()) {
      return Variant.NIL;
    }
    checkContainer(depth, count, pending, offset);
    if (count == 0) {
      return empty();
    }
    hasReachedItem = true;
    ElementType type = enteredType;
    return switch (entered) {
      case ARRAY -> array(new Object[count], type, depth, pending, outerKey);
      case OBJECT -> object(enteredClass, new Object[2 * count], depth, pending, outerKey);
      case DICTIONARY ->
          count <= KeyPrediction.MAX_KEYS
              ? dictionary(count, type, enteredValueType, depth, pending, outerKey)
              : pairs(
                  offset,
                  new Variant[count],
                  new Object[count],
                  0,
                  type,
                  enteredValueType,
                  depth,
                  pending);
    };
  }

  /**
   * Returns an empty container with the kind and the declared types of the header that was read
   * last.
   */
  private Variant empty() {
    return switch (entered) {
      case ARRAY -> VariantArray.EMPTY.withElementType(enteredType);
      case DICTIONARY ->
          enteredType.isUntyped() && enteredValueType.isUntyped()
              ? VariantDictionary.EMPTY
              : VariantDictionary.EMPTY.withTypes(enteredType, enteredValueType);
      case OBJECT -> new ObjectValue(enteredClass, List.of());
    };
  }

  private Variant array(
      Object[] values, ElementType type, int depth, long pending, KeyPrediction outerKey) {
    for (int i = 0; i < values.length; i++) {
      Variant value = number();
      if (value == null) {
        value = textOrVector();
        if (value == null) {
          long after = (long) (values.length - i - 1) * Wire.MIN_VALUE;
          value = leafOrContainer(depth + 1, pending + after, outerKey);
        }
      }
      values[i] = value;
    }
    return VALUES.array(values, type);
  }

  /**
   * Reads a small dictionary with the tree of {@link KeyPrediction}, a cache of the keys of earlier
   * dictionaries. If a key cannot be put into the tree, for example an int or a long text, {@link
   * #pairs} reads this pair and all later pairs.
   */
  private Variant dictionary(
      int count,
      ElementType keyType,
      ElementType valueType,
      int depth,
      long pending,
      KeyPrediction outerKey) {
    byte[] in = this.in;
    Object[] values = new Object[count];
    KeyPrediction node = cache.keys.root();
    KeyPrediction expected = outerKey.predictedInside;
    for (int i = 0; i < values.length; i++) {
      if (expected != null && expected.isAt(in, pos, end)) {
        pos += expected.size;
        node = expected;
      } else {
        KeyPrediction next = otherKey(node, outerKey);
        if (next == null) {
          charge(0, node.cost);
          return pairs(pos, node.keyArray(count), values, i, keyType, valueType, depth, pending);
        }
        node = next;
      }
      expected = node.predictedNext;
      Variant value = number();
      if (value == null) {
        value = textOrVector();
        if (value == null) {
          long after = (long) (values.length - i - 1) * Container.DICTIONARY.minItemBytes;
          value = leafOrContainer(depth + 1, pending + after, node);
        }
      }
      values[i] = value;
    }
    charge(0, node.cost);
    return VALUES.dictionary(node.keys(table), values, keyType, valueType);
  }

  /**
   * Reads the remaining pairs of a dictionary. The keys can be of any type and length.
   *
   * @param offset the index that the exception reports if too many keys have the same hash code
   * @param from the number of pairs that were already read
   */
  private Variant pairs(
      int offset,
      Variant[] keys,
      Object[] values,
      int from,
      ElementType keyType,
      ElementType valueType,
      int depth,
      long pending) {
    for (int i = from; i < values.length; i++) {
      long after = pending + (long) (values.length - i - 1) * Container.DICTIONARY.minItemBytes;
      keys[i] = item(depth + 1, after + Wire.MIN_VALUE);
      values[i] = item(depth + 1, after);
    }
    return dictionaryOf(offset, keys, values, keyType, valueType);
  }

  private Variant dictionaryOf(
      int offset, Variant[] keys, Object[] values, ElementType keyType, ElementType valueType) {
    try {
      return VALUES.dictionary(keys, values, keyType, valueType, table.keyRule);
    } catch (VariantLimitException e) {
      throw limit(e.problem(), offset);
    }
  }

  private Variant item(int depth, long pending) {
    Variant value = number();
    if (value == null) {
      value = textOrVector();
      if (value == null) {
        value = leafOrContainer(depth, pending, cache.keys.root());
      }
    }
    return value;
  }

  /**
   * Reads the properties of an object.
   *
   * @param properties the array to which names and values are written alternately
   */
  private Variant object(
      String className, Object[] properties, int depth, long pending, KeyPrediction outerKey) {
    for (int i = 0; i < properties.length; i += 2) {
      properties[i] = text("name of property", i / 2, "");
      Variant value = number();
      if (value == null) {
        value = textOrVector();
        if (value == null) {
          long after = (long) (properties.length / 2 - i / 2 - 1) * Container.OBJECT.minItemBytes;
          value = leafOrContainer(depth + 1, pending + after, outerKey);
        }
      }
      properties[i + 1] = value;
    }
    return VALUES.object(className, properties);
  }

  /** A container that {@link #nestedContainer} is reading. */
  private static final class OpenContainer {
    final int offset;
    final long pending;
    final Container kind;
    final ElementType type;
    final ElementType valueType;
    final String className;
    final Variant[] keys;
    final Object[] values;
    final int items;

    /** The number of items that were read: keys, values and property names. */
    int next;

    /** Reads the header of the container at the position of a decoder. */
    OpenContainer(ValueDecoder in, int depth, long pending) {
      offset = in.pos;
      this.pending = pending;
      int count = in.readHeader(in.header());
      if (!in.enteredNull()) {
        in.checkContainer(depth, count, pending, offset);
      }
      kind = in.entered;
      type = in.enteredType;
      valueType = in.enteredValueType;
      className = in.enteredClass;
      items = kind == Container.ARRAY ? count : 2 * count;
      keys = kind == Container.DICTIONARY ? new Variant[count] : NO_KEYS;
      values = new Object[kind == Container.OBJECT ? items : count];
    }

    /** Returns the minimum number of bytes that the containers need after the next item. */
    long pendingAfter() {
      return pending + (long) (items - next - 1) * Wire.MIN_VALUE;
    }

    boolean isNameNext() {
      return kind == Container.OBJECT && (next & 1) == 0;
    }

    void add(Object item) {
      if (kind != Container.DICTIONARY) {
        values[next] = item;
      } else if ((next & 1) == 0) {
        keys[next >> 1] = (Variant) item;
      } else {
        values[next >> 1] = item;
      }
      next++;
    }

    Variant build(ValueDecoder in) {
      if (items == 0) {
        return in.enteredNull() ? Variant.NIL : in.empty();
      }
      return switch (kind) {
        case ARRAY -> VALUES.array(values, type);
        case DICTIONARY -> in.dictionaryOf(offset, keys, values, type, valueType);
        case OBJECT -> VALUES.object(className, values);
      };
    }
  }

  /** Reads the container at the position with all values inside it, without recursion. */
  private Variant nestedContainer(int depth, long pending) {
    Deque<OpenContainer> outer = new ArrayDeque<>();
    OpenContainer open = new OpenContainer(this, depth, pending);
    while (true) {
      while (open.next < open.items) {
        if (open.isNameNext()) {
          open.add(text("name of property", open.next / 2, ""));
          continue;
        }
        Variant value = leaf();
        if (value == null) {
          outer.push(open);
          open = new OpenContainer(this, depth + outer.size(), open.pendingAfter());
        } else {
          open.add(value);
        }
      }
      Variant built = open.build(this);
      if (outer.isEmpty()) {
        return built;
      }
      open = outer.pop();
      open.add(built);
    }
  }

  /** Reads the value at the position if it is not a container. Returns null for a container. */
  private @Nullable Variant leaf() {
    Variant value = number();
    if (value == null) {
      value = textOrVector();
      if (value == null) {
        int header = header();
        value = codec(header).read(this, header);
      }
    }
    return value;
  }

  /**
   * Reads the value at the position if it is a bool or number with a common header. The method is
   * small so that the JIT inlines it into the loops.
   *
   * @return null for any other value, and if fewer than 12 bytes remain
   */
  private @Nullable Variant number() {
    int offset = pos;
    if (end - offset < 12) {
      return null;
    }
    long word = Wire.getLong(in, offset);
    int header = (int) word;
    if (header == table.intHeader) {
      pos = offset + 8;
      return IntValue.of(word >> 32);
    }
    if (header == table.floatHeader) {
      pos = offset + 8;
      return FloatValue.of(Float.intBitsToFloat((int) (word >>> 32)));
    }
    if (header == table.wideFloatHeader) {
      pos = offset + 12;
      return FloatValue.of(Double.longBitsToDouble(Wire.getLong(in, offset + 4)));
    }
    if (header == table.boolHeader) {
      pos = offset + 8;
      return BoolValue.of(word >>> 32 != 0);
    }
    return null;
  }

  /**
   * Reads the value at the position if it is a short text, or a vector or quaternion with a common
   * header. Returns null for any other value, and if fewer than 16 bytes remain.
   */
  private @Nullable Variant textOrVector() {
    int offset = pos;
    if (end - offset < 16) {
      return null;
    }
    long word = Wire.getLong(in, offset);
    int header = (int) word;
    if (header == table.stringHeader || header == table.nameHeader) {
      return recentText(word);
    }
    if (header == table.vector3Header) {
      pos = offset + 16;
      return new Vector3(
          real(offset + 4, 0, false), real(offset + 4, 1, false), real(offset + 4, 2, false));
    }
    if (header == table.vector2Header) {
      pos = offset + 12;
      return new Vector2(real(offset + 4, 0, false), real(offset + 4, 1, false));
    }
    return header == table.quaternionHeader && end - offset >= 20 ? quaternion() : null;
  }

  private Variant quaternion() {
    charge(0, 4 * ReadBudget.COMPONENT);
    int offset = pos + 4;
    pos = offset + 16;
    return new Quaternion(
        real(offset, 0, false),
        real(offset, 1, false),
        real(offset, 2, false),
        real(offset, 3, false));
  }

  /**
   * Reads a key that was not predicted, and makes it the prediction for the next dictionary.
   *
   * @param node the node of the key before this key; the root before the first key
   * @param outerKey the innermost key around the dictionary
   * @return the node of the key; null if the tree cannot contain the key, which is then not read
   */
  private @Nullable KeyPrediction otherKey(KeyPrediction node, KeyPrediction outerKey) {
    int id = table.idOf(header());
    if (id != table.stringHeader && id != table.nameHeader) {
      return null;
    }
    int length = textLength(pos + 4);
    int offset = pos + 8;
    if (length == 0 || length > EncodedText.MAX_LENGTH) {
      return null;
    }
    int size = 8 + length + Wire.padding(length);
    KeyPrediction next = node.child(in, pos, size);
    if (next == null && Utf8.isPlainAscii(in, offset, length)) {
      next =
          node.childOf(new EncodedText(id, in, offset, length), id == table.nameHeader, cache.keys);
    }
    if (next != null) {
      pos += size;
      if (node.isRoot()) {
        outerKey.predictedInside = next;
      } else {
        node.predictedNext = next;
      }
    }
    return next;
  }
}

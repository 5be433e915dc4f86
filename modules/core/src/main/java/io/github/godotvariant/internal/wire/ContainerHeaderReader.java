package io.github.godotvariant.internal.wire;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.Harmless;
import io.github.godotvariant.internal.values.ReadBudget;

/**
 * Reads the bytes before the items of a container: the header, the declared types or the class, and
 * the count. The results of the last one are in fields, so that no object is created for them.
 */
public abstract class ContainerHeaderReader extends WireReader {
  /** The kind and the declarations of the container whose header was read last. */
  Container entered = Container.ARRAY;

  ElementType enteredType = ElementType.UNTYPED;
  ElementType enteredValueType = ElementType.UNTYPED;
  String enteredClass = "";

  /** Whether a container declares a class or script. Full objects change how these are read. */
  boolean sawNamedTypes;

  ContainerHeaderReader(
      WireTable table, boolean fullObjects, ReadLimits limits, byte[] in, int start, int end) {
    super(table, fullObjects, limits, in, start, end);
  }

  /**
   * Reads the bytes before the items of the container at the position, into the {@code entered}
   * fields.
   *
   * @return the number of elements, pairs or properties; 0 for the null form of an object
   */
  public final int readHeader(int header) {
    pos += 4;
    if (enteredType != ElementType.UNTYPED) {
      enteredType = ElementType.UNTYPED;
    }
    if (enteredValueType != ElementType.UNTYPED) {
      enteredValueType = ElementType.UNTYPED;
    }
    if (header == table.dictionaryHeader || header == table.arrayHeader) {
      entered = header == table.dictionaryHeader ? Container.DICTIONARY : Container.ARRAY;
      return count() & Wire.MAX_COUNT;
    }
    switch (table.leaf(header).type()) {
      case OBJECT -> {
        entered = Container.OBJECT;
        enteredClass = text("class name of object");
        return enteredClass.isEmpty() ? 0 : propertyCount();
      }
      case ARRAY -> {
        entered = Container.ARRAY;
        if (table.typedArrays) {
          enteredType = elementType(header >>> 16 & 3);
        }
      }
      default -> {
        entered = Container.DICTIONARY;
        if (table.typedDictionaries) {
          enteredType = elementType(header >>> 16 & 3);
          enteredValueType = elementType(header >>> 18 & 3);
        }
      }
    }
    return count() & Wire.MAX_COUNT;
  }

  /** Reads the declared type at the position. The header has two bits for its kind. */
  private ElementType elementType(int kind) {
    switch (kind) {
      case 0:
        return ElementType.UNTYPED;
      case 1:
        need(4, "element type", pos);
        TypeCodec codec = table.byId(Wire.getInt(in, pos));
        if (!codec.isReadable()) {
          throw malformed("element type has unknown id " + Wire.getInt(in, pos), pos);
        }
        pos += 4;
        return ElementType.of(codec.type());
      case 2:
        sawNamedTypes = true;
        String className = text("class name of elements");
        return fullObjects && className.isEmpty()
            ? ElementType.of(VariantType.OBJECT)
            : ElementType.ofClass(className);
      default:
        sawNamedTypes = true;
        int at = pos;
        String path = text("script path of elements");
        if (fullObjects && !path.startsWith(Wire.RESOURCES)) {
          throw malformed(
              "script path of elements does not start with "
                  + Wire.RESOURCES
                  + ": "
                  + Harmless.shown(path),
              at);
        }
        return ElementType.ofScript(path);
    }
  }

  private int propertyCount() {
    int count = count();
    if (count < 0 && !table.engineLeniency) {
      throw malformed("Object has negative property count " + count, pos - 4);
    }
    return Math.max(0, count);
  }

  private int count() {
    need(4, entered.countName, pos);
    pos += 4;
    return Wire.getInt(in, pos - 4);
  }

  /** {@return whether the container whose header was read last is the null form of an object} */
  public final boolean enteredNull() {
    return entered == Container.OBJECT && enteredClass.isEmpty();
  }

  /** {@return the class of the object whose header was read last; empty for the null object} */
  public final String className() {
    return enteredClass;
  }

  /**
   * {@return the declarations of the container whose header was read last, such as {@code [int]}}
   */
  public final String declared() {
    return switch (entered) {
      case ARRAY -> enteredType.isUntyped() ? "" : "[" + enteredType + "]";
      case DICTIONARY ->
          enteredType.isUntyped() && enteredValueType.isUntyped()
              ? ""
              : "[" + enteredType + ", " + enteredValueType + "]";
      case OBJECT -> " " + enteredClass;
    };
  }

  /**
   * Checks and charges the container whose header was read last. The elements of all open
   * containers must fit into the bytes that remain, so that nested large counts reserve no more
   * memory than the input has bytes.
   *
   * @param depth the depth of its elements
   * @param pending bytes that the outer containers need at least after it
   * @param at index of its header
   */
  final void checkContainer(int depth, int count, long pending, int at) {
    if (count == 0) {
      charge(0, ReadBudget.CONTAINER);
      return;
    }
    if (depth > limits.depth()) {
      throw limit(Counts.tooDeep(limits.depth()), at);
    }
    long needed = (long) count * entered.unit;
    if (needed + pending > end - pos) {
      checkCount(entered.noun, count, entered.unit, pos - 4, pos);
      throw malformed(
          entered.noun
              + " count "
              + count
              + " needs at least "
              + Counts.bytes(needed)
              + ", and what follows "
              + pending
              + ", but "
              + Counts.remain(end - pos),
          pos - 4);
    }
    charge(count, ReadBudget.CONTAINER + (long) count * entered.elementCost);
  }

  /**
   * Describes the bytes before the items of the container whose header was read last.
   *
   * @param from index of its header
   */
  public final void describeHeader(int from, int header, Fields fields) {
    TypeCodec codec = table.leaf(header);
    if (entered == Container.OBJECT) {
      fields.header(from, codec, ", in full");
      int next = fields.text(this, from + 4, "class name");
      if (!enteredClass.isEmpty()) {
        fields.count(this, next, ", negative in the bytes");
      }
      return;
    }
    boolean isArray = entered == Container.ARRAY;
    boolean isTyped = isArray ? table.typedArrays : table.typedDictionaries;
    int kinds = isTyped ? header >>> 16 : 0;
    boolean isDeclared = !enteredType.isUntyped() || !enteredValueType.isUntyped();
    fields.header(from, codec, isDeclared ? ", typed" : "");
    String first = isArray ? "element" : "key";
    int next = describeType(from + 4, kinds & 3, enteredType, first, fields);
    if (!isArray) {
      next = describeType(next, kinds >>> 2 & 3, enteredValueType, "value", fields);
    }
    fields.count(this, next, ", and the bit \"shared\", ignored");
  }

  /** Describes the bytes of a text without a header, at an offset. */
  public final void describeText(int offset, String name, Fields fields) {
    fields.text(this, start + offset, name);
  }

  /** Describes a declared type and returns the index after it. */
  private int describeType(int at, int kind, ElementType type, String what, Fields fields) {
    if (kind == 0) {
      return at;
    }
    if (kind == 1) {
      fields.add(at, 4, what + " type", type.toString());
      return at + 4;
    }
    return fields.text(this, at, what + (kind == 2 ? " class" : " script"));
  }
}

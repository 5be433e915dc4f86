package io.github.godotvariant;

import io.github.godotvariant.internal.BasisOrder;
import io.github.godotvariant.internal.ContainerLevel;
import io.github.godotvariant.internal.Decimals;
import io.github.godotvariant.internal.PathNames;
import io.github.godotvariant.internal.Reals;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints values in the engine's notation. Printing loses some information, such as the content of
 * signals and callables, and the sign of zeros.
 *
 * <p>A stack in this object contains the containers that are being printed, so that deep nesting
 * does not overflow the thread's stack.
 */
final class TextPrinter {
  /** The number of chars that are buffered before the buffer is passed to the target. */
  private static final int BUFFER_LENGTH = 8192;

  private static final int MAX_ORDERS = 16;

  /** A container that is being printed. */
  private static final class Frame extends ContainerLevel<Variant> {
    /** The positions of the dictionary's pairs in print order. */
    private final int[] order;

    Frame(Variant container, int[] order) {
      super(container, ValueAccess.INSTANCE);
      this.order = order;
    }

    Variant nextInOrder() {
      int index = index();
      Variant next = next();
      return container() instanceof VariantDictionary
          ? get(2 * order[index / 2] + index % 2)
          : next;
    }
  }

  private final TextNotation notation;

  /**
   * The text after an opening bracket and before a closing bracket: a space in Godot 3, empty in
   * Godot 4.
   */
  private final String padding;

  private final @Nullable Appendable target;
  private final StringBuilder out = new StringBuilder();
  private final Decimals decimals = new Decimals(out);

  /**
   * The keys of recently printed dictionaries. Dictionaries with the same keys have the same order,
   * which {@link #recentOrders} contains at the same index.
   */
  private final @Nullable DictionaryKeys[] recentKeys = new DictionaryKeys[MAX_ORDERS];

  private final int[][] recentOrders = new int[MAX_ORDERS][];

  /** The containers that are being printed, innermost first. */
  private final Deque<Frame> frames = new ArrayDeque<>();

  private TextPrinter(TextNotation notation, @Nullable Appendable target) {
    this.notation = notation;
    this.padding = notation.isGodot3() ? " " : "";
    this.target = target;
  }

  /** Returns the text in the notation of Godot 4, which can express every value. */
  static String of(Variant value) {
    TextPrinter printer = new TextPrinter(TextNotation.GODOT_4, null);
    try {
      printer.print(value);
    } catch (IOException e) {
      throw new AssertionError("a printer without a target cannot fail", e);
    }
    return printer.out.toString();
  }

  static void print(Variant value, TextNotation notation, Appendable target) throws IOException {
    TextPrinter printer = new TextPrinter(notation, target);
    printer.print(value);
    target.append(printer.out);
  }

  private void print(Variant value) throws IOException {
    begin(value);
    while (!frames.isEmpty()) {
      Frame frame = frames.element();
      if (frame.hasNext()) {
        separate(frame);
        begin(frame.nextInOrder());
      } else {
        end(frames.pop());
      }
      flush();
    }
  }

  private void flush() throws IOException {
    if (target != null && out.length() >= BUFFER_LENGTH) {
      target.append(out);
      out.setLength(0);
    }
  }

  /**
   * Prints a value. Of a container, prints only the text before the first child, and pushes the
   * container on the stack.
   */
  private void begin(Variant value) throws IOException {
    switch (value.type()) {
      case NIL -> out.append("null");
      case BOOL -> out.append(value.asBoolean());
      case INT -> out.append(value.asLong());
      case FLOAT -> number(((FloatValue) value).value());
      case STRING -> quoted(value.asString(), false);
      case STRING_NAME -> {
        godot3Name(value);
        out.append('&');
        quoted(value.asString(), true);
      }
      case NODE_PATH -> {
        out.append("NodePath(");
        quoted(text((NodePath) value), true);
        out.append(')');
      }
      case RID -> rid((RID) value);
      case OBJECT -> object(value);
      case CALLABLE, SIGNAL -> {
        godot3Name(value);
        out.append(value.type().godotName()).append("()");
      }
      case ARRAY -> {
        VariantArray array = (VariantArray) value;
        if (!array.elementType().isUntyped()) {
          requireGodot4("a typed array");
          out.append("Array[").append(array.elementType()).append("](");
        }
        out.append('[').append(padding);
        open(array, new int[0]);
      }
      case DICTIONARY -> {
        VariantDictionary dictionary = (VariantDictionary) value;
        if (isTyped(dictionary)) {
          requireGodot4("a typed dictionary");
          out.append("Dictionary[").append(dictionary.keyType()).append(", ");
          out.append(dictionary.valueType()).append("](");
        }
        out.append(dictionary.isEmpty() && !notation.isGodot3() ? "{" : "{\n");
        open(dictionary, order(dictionary));
      }
      default -> {
        out.append(name(value)).append('(').append(padding);
        if (value instanceof PackedArray packed) {
          elements(packed);
        } else {
          components((Shape) value);
        }
        out.append(padding).append(')');
      }
    }
  }

  private int[] order(VariantDictionary dictionary) {
    int slot = System.identityHashCode(dictionary.keys) & MAX_ORDERS - 1;
    if (recentKeys[slot] != dictionary.keys) {
      recentOrders[slot] = TextOrder.of(dictionary, notation);
      recentKeys[slot] = dictionary.keys;
    }
    return recentOrders[slot];
  }

  private static boolean isTyped(VariantDictionary dictionary) {
    return !dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped();
  }

  private String name(Variant value) {
    return notation.isGodot3() ? godot3Name(value) : value.type().godotName();
  }

  /**
   * Returns the Godot 3 name of a value's type. If Godot 3 does not have the type, returns the
   * Godot 4 name or, in a notation of Godot 3, throws an exception.
   *
   * @throws InexpressibleVariantException if the notation is for Godot 3 and Godot 3 does not have
   *     the type
   */
  private String godot3Name(Variant value) {
    String name = value.type().godot3Name();
    if (name == null) {
      requireGodot4("a " + value.type().godotName());
      return value.type().godotName();
    }
    return name;
  }

  private void requireGodot4(String noun) {
    if (notation.isGodot3()) {
      throw new InexpressibleVariantException(
          noun + " cannot be written in the text of Godot 3", VariantException.NO_OFFSET, path());
    }
  }

  private void open(Variant container, int[] order) {
    frames.push(new Frame(container, order));
  }

  /**
   * Prints the text before the next child of a container: a separator, or for an object the name of
   * the property.
   */
  private void separate(Frame frame) {
    int index = frame.index();
    if (frame.container() instanceof ObjectValue object) {
      out.append(index == 0 ? "\"" : ",\"")
          .append(object.properties().get(index).name())
          .append("\":");
    } else if (frame.container() instanceof VariantDictionary) {
      out.append(index % 2 == 1 ? ": " : index > 0 ? ",\n" : "");
    } else if (index > 0) {
      out.append(", ");
    }
  }

  private void end(Frame frame) {
    if (frame.container() instanceof VariantArray array) {
      out.append(padding).append(array.elementType().isUntyped() ? "]" : "])");
    } else if (frame.container() instanceof VariantDictionary dictionary) {
      if (!dictionary.isEmpty() || notation == TextNotation.GODOT_3_2) {
        out.append('\n');
      }
      out.append(isTyped(dictionary) ? "})" : "}");
    } else {
      out.append(")\n");
    }
  }

  private void object(Variant value) throws IOException {
    if (value instanceof ObjectIdValue object) {
      out.append("Object(EncodedObjectAsID,\"object_id\":").append(object.id());
      out.append(",\"script\":null)\n");
    } else if (value instanceof ResourceReference reference) {
      out.append(reference.kind().godotName()).append('(').append(padding);
      for (int i = 0; i < reference.arguments().size(); i++) {
        if (i > 0) {
          out.append(", ");
        }
        Variant argument = reference.arguments().get(i);
        if (argument instanceof StringValue text) {
          quoted(text.value(), false);
        } else {
          out.append(argument.asLong());
        }
      }
      // Godot 3 prints no space after the path of a file.
      out.append(reference.kind() == ResourceReference.Kind.FILE ? "" : padding).append(')');
    } else {
      out.append("Object(").append(((ObjectValue) value).className()).append(',');
      open(value, new int[0]);
    }
  }

  /** Returns the text of a node path. Godot 4 omits the colon if the only subname is empty. */
  private String text(NodePath path) {
    String text = path.path();
    return !notation.isGodot3() && path.subnames().equals(List.of(""))
        ? text.substring(0, text.length() - 1)
        : text;
  }

  private void rid(RID rid) {
    // Godot 3 has no notation for a RID and prints nothing.
    if (!notation.isGodot3()) {
      out.append("RID(");
      if (rid.id() != 0) {
        out.append(rid.id());
      }
      out.append(')');
    }
  }

  /**
   * Prints a float with a point, an exponent or letters, which distinguish the float from an int.
   */
  private void number(double value) {
    int start = out.length();
    real(value);
    if (isSigned(value)) {
      out.append(".0");
      return;
    }
    for (int i = start; i < out.length(); i++) {
      char c = out.charAt(i);
      if (c != '-' && (c < '0' || c > '9')) {
        return;
      }
    }
    out.append(".0");
  }

  private void real(double value) {
    if (!notation.isGodot3()) {
      decimals.append(value);
    } else if (isSigned(value)) {
      out.append(Double.isNaN(value) ? "-nan" : "-inf");
    } else {
      decimals.appendRounded(Reals.narrow(value));
    }
  }

  /**
   * Returns whether a value is printed as an infinity or a NaN with a minus sign, as only Godot 3.2
   * does. The value is narrowed to 32 bits first, as in that release.
   */
  private boolean isSigned(double value) {
    return notation == TextNotation.GODOT_3_2
        && !Float.isFinite((float) value)
        && Double.doubleToRawLongBits(value) < 0;
  }

  /**
   * Prints a text in quotes.
   *
   * @param escapesControls whether control characters are escaped, as in a C string: true for
   *     names, paths and packed strings, false for a String
   */
  private void quoted(String text, boolean escapesControls) throws IOException {
    out.append('"');
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char escape = c == '"' || c == '\\' ? c : escapesControls && c <= '?' ? control(c) : 0;
      if (escape != 0) {
        out.append(text, from, i).append('\\').append(escape);
        from = i + 1;
      }
      if ((i & (BUFFER_LENGTH - 1)) == BUFFER_LENGTH - 1) {
        out.append(text, from, i + 1);
        from = i + 1;
        flush();
      }
    }
    if (from == 0) {
      out.append(text);
    } else {
      out.append(text, from, text.length());
    }
    out.append('"');
  }

  /**
   * Returns the character to print after a backslash for an escaped character, or 0 if the
   * character is not escaped.
   */
  private char control(char c) {
    return switch (c) {
      case '\'' -> '\'';
      case '\n' -> 'n';
      case '\r' -> 'r';
      case '\t' -> 't';
      case '\f' -> 'f';
      case '\b' -> 'b';
      case 0x07 -> 'a';
      case 0x0B -> 'v';
      case '?' -> notation.isGodot3() ? c : 0;
      default -> 0;
    };
  }

  private void components(Shape shape) {
    boolean isWhole = shape instanceof IntShape;
    double[] numbers = shape.toDoubles();
    for (int i = 0; i < numbers.length; i++) {
      separate(i);
      double number = numbers[BasisOrder.transposedIndex(numbers.length, i)];
      if (isWhole) {
        out.append((int) number);
      } else {
        real(number);
      }
    }
  }

  private void elements(PackedArray array) throws IOException {
    int length = array.length();
    boolean isWhole = array.elementType() == VariantType.INT;
    for (int i = 0; i < length; i++) {
      separate(i);
      if (isWhole) {
        out.append(array.longAt(i));
      } else if (array instanceof PackedStringArray strings) {
        quoted(strings.get(i), true);
      } else {
        real(array.doubleAt(i));
      }
      flush();
    }
  }

  private void separate(int index) {
    if (index > 0) {
      out.append(", ");
    }
  }

  /**
   * Returns the path of the value that is being printed. For a key that is not a string, the path
   * contains the position of the entry.
   */
  private String path() {
    StringBuilder path = new StringBuilder("$");
    for (Iterator<Frame> outside = frames.descendingIterator(); outside.hasNext(); ) {
      Frame frame = outside.next();
      int index = frame.index() - 1;
      if (frame.container() instanceof VariantArray) {
        path.append('[').append(index).append(']');
      } else if (frame.container() instanceof ObjectValue object) {
        PathNames.appendShort(path, object.properties().get(index).name());
      } else {
        Variant key = frame.get(2 * frame.order[index / 2]);
        if (frame.isKey(index)) {
          path.append("{key ").append(index / 2).append('}');
        } else if (KeyEquality.isText(key)) {
          PathNames.appendShort(path, key.asString());
        } else {
          path.append("{value ").append(index / 2).append('}');
        }
      }
    }
    return path.toString();
  }
}

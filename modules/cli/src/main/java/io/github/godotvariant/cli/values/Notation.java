package io.github.godotvariant.cli.values;

import io.github.godotvariant.Basis;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.TypeRow;
import java.util.Arrays;

/**
 * Prints values in one line, after their type: in the engine's notation without the name of the
 * type, with the sign of zeros, and with escaped control characters. Records whether it has
 * shortened a value.
 */
public final class Notation {
  /** The indices of matrix components, by columns, in the order of the text, by rows. */
  private static final int[] ROWS = {0, 3, 6, 1, 4, 7, 2, 5, 8};

  private final Detail detail;
  private final Dialect dialect;
  private boolean shortened;

  public Notation(Detail detail) {
    this(detail, Dialect.GODOT_4);
  }

  /**
   * Creates a notation.
   *
   * @param dialect the dialect that names the types
   */
  public Notation(Detail detail, Dialect dialect) {
    this.detail = detail;
    this.dialect = dialect;
  }

  /** {@return the type with its element types, as {@code gdvar inspect} prints it} */
  public String type(Variant value) {
    String type = godot4Type(value);
    return type.equals(value.type().godotName()) ? type(value.type(), dialect) : type;
  }

  /** {@return the type with its element types, in the names of Godot 4} */
  public static String godot4Type(Variant value) {
    if (value instanceof VariantArray array && !array.elementType().isUntyped()) {
      return "Array[" + array.elementType() + "]";
    }
    if (value instanceof VariantDictionary dictionary
        && !(dictionary.keyType().isUntyped() && dictionary.valueType().isUntyped())) {
      return "Dictionary[" + dictionary.keyType() + ", " + dictionary.valueType() + "]";
    }
    if (value instanceof ObjectValue object) {
      return "Object " + object.className();
    }
    return value.type().godotName();
  }

  /** {@return the name of a type in a dialect} */
  public static String type(VariantType type, Dialect dialect) {
    return dialect.row(type).map(TypeRow::name).orElse(type.godotName());
  }

  /** {@return whether a value has been shortened} */
  public boolean hasShortened() {
    return shortened;
  }

  /**
   * {@return a value that is not a container, such as {@code "Élodie"} or {@code (12.25, -3.5)}}
   */
  public String of(Variant value) {
    return switch (value.type()) {
      case STRING -> quoted(value.asString());
      case STRING_NAME -> "&" + quoted(value.asString());
      case NODE_PATH -> quoted(((NodePath) value).path());
      case RID -> Long.toUnsignedString(((RID) value).id());
      case OBJECT ->
          value instanceof ObjectIdValue object
              ? "id " + Long.toUnsignedString(object.id())
              : withoutType(value);
      case SIGNAL -> {
        Signal signal = (Signal) value;
        yield quoted(signal.name()) + " of object " + Long.toUnsignedString(signal.objectId());
      }
      default -> value instanceof PackedArray array ? packed(array) : withoutType(value);
    };
  }

  private String packed(PackedArray array) {
    int each = Math.max(1, array.elementType().components().size());
    int shown = Math.min(array.size(), detail.packed() / each);
    shortened |= shown < array.size();
    return elements(array, 0, shown) + (shown < array.size() ? ", …" : "");
  }

  /**
   * Returns a key with its type, unless the key shows it: {@code "a"}, {@code 1} and {@code 1.0}
   * do, but {@code (0, 1)} has several possible types.
   *
   * @param type the name of the type
   */
  public String key(Variant key, String type) {
    String content = of(key);
    return switch (key.type()) {
      case NIL, BOOL, INT, FLOAT, STRING, STRING_NAME -> content;
      default -> type + (content.startsWith("(") ? content : "(" + content + ")");
    };
  }

  /** {@return some elements of a packed array, separated by commas} */
  public String elements(PackedArray array, int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(i > from ? ", " : "").append(element(array, i));
    }
    return text.toString();
  }

  private String element(PackedArray array, int i) {
    return switch (array.elementType()) {
      case INT -> Long.toString(array.longAt(i));
      case FLOAT -> signed(FloatValue.of(array.doubleAt(i)));
      case STRING -> quoted(((PackedStringArray) array).get(i));
      default -> withoutType(array.elements().get(i));
    };
  }

  /** Returns {@code Vector2(1, 2)} without its type; empty for {@code Callable()}. */
  private static String withoutType(Variant value) {
    String text = Text.printable(signed(value));
    String name = value.type().godotName();
    if (!text.startsWith(name + "(")) {
      return text;
    }
    return text.equals(name + "()") ? "" : text.substring(name.length());
  }

  /** Returns the engine's text with the sign of zeros. */
  private static String signed(Variant value) {
    String text = value.toString();
    double[] components =
        value instanceof FloatValue number
            ? new double[] {number.value()}
            : value instanceof RealShape shape ? shape.toDoubles() : new double[0];
    if (Arrays.stream(components).noneMatch(Notation::isNegativeZero)) {
      return text;
    }
    int open = text.indexOf('(') + 1;
    String[] numbers = text.substring(open, text.length() - (open > 0 ? 1 : 0)).split(", ");
    boolean rows = value instanceof Basis || value instanceof Transform3D;
    for (int i = 0; i < numbers.length; i++) {
      int at = rows && i < ROWS.length ? ROWS[i] : i;
      numbers[i] = isNegativeZero(components[at]) ? "-" + numbers[i] : numbers[i];
    }
    return text.substring(0, open) + String.join(", ", numbers) + (open > 0 ? ")" : "");
  }

  private static boolean isNegativeZero(double number) {
    return number == 0 && 1 / number < 0;
  }

  /** Returns a text in quotes, with its length if it is shortened. */
  private String quoted(String text) {
    String start = start(text);
    String quoted = Text.printable(start.replace("\\", "\\\\").replace("\"", "\\\""));
    return start.length() == text.length()
        ? "\"" + quoted + "\""
        : "\"" + quoted + "…\" (" + Text.count(length(text), "character") + ")";
  }

  /** {@return a text without quotes, shortened if it is too long} */
  public String plain(String text) {
    String start = start(text);
    return Text.printable(start) + (start.length() == text.length() ? "" : "…");
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private String start(String text) {
    if (length(text) <= detail.characters()) {
      return text;
    }
    shortened = true;
    return text.substring(0, text.offsetByCodePoints(0, detail.characters()));
  }
}

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
 * Converts values to text in one line, which is printed after the name of the type. The text is the
 * engine's notation without the name of the type. In addition, negative zeros have a sign, and
 * control characters are escaped. Records whether a value was shortened.
 */
public final class Notation {
  /**
   * For each number of a matrix in the text, the index of this number in {@code toDoubles()}. The
   * text contains the numbers by rows, but {@code toDoubles()} returns them by columns.
   */
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
   * @param dialect the dialect whose type names are printed
   */
  public Notation(Detail detail, Dialect dialect) {
    this.detail = detail;
    this.dialect = dialect;
  }

  /**
   * {@return the name of the type of a value, such as {@code Array[int]} or, in a dialect of Godot
   * 3, {@code PoolByteArray}}
   */
  public String type(Variant value) {
    String type = godot4Type(value);
    return type.equals(value.type().godotName()) ? type(value.type(), dialect) : type;
  }

  /**
   * {@return the name of the type of a value in Godot 4, such as {@code Array[int]} or {@code
   * Object Node}}
   */
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

  /** {@return whether this object has shortened a value} */
  public boolean hasShortened() {
    return shortened;
  }

  /**
   * {@return the text of a value that is not a container, such as {@code "Élodie"} or {@code
   * (12.25, -3.5)}}
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
   * Returns the text of a dictionary key. The text starts with the name of the type, unless the
   * rest of the text shows the type: {@code "a"}, {@code 1} and {@code 1.0} show the type, but
   * {@code (0, 1)} does not.
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

  /**
   * {@return the elements of a packed array from index {@code from}, inclusive, to index {@code
   * to}, exclusive, separated by commas}
   */
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

  /**
   * Returns the engine's text of a value without the name of the type, such as {@code (1, 2)} for
   * {@code Vector2(1, 2)}; empty for {@code Callable()}.
   */
  private static String withoutType(Variant value) {
    String text = Text.printable(signed(value));
    String name = value.type().godotName();
    if (!text.startsWith(name + "(")) {
      return text;
    }
    return text.equals(name + "()") ? "" : text.substring(name.length());
  }

  /** Returns the engine's text of a value, with a minus sign for each negative zero. */
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

  /**
   * Returns a text in quotes; if the text is too long, its start and the number of its characters.
   */
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

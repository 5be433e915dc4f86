package io.github.godotvariant.cli.values;

import io.github.godotvariant.Basis;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
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
 * Values in one line, for a place where their type is known: the engine's notation without the
 * type's name, with the sign of zeros, and with control characters escaped. Remembers whether it
 * left something out.
 */
public final class Notation {
  /** Where the numbers of a matrix, which text has row by row, stand column by column. */
  private static final int[] ROWS = {0, 3, 6, 1, 4, 7, 2, 5, 8};

  private final Detail detail;
  private final Dialect dialect;
  private boolean shortened;

  public Notation(Detail detail) {
    this(detail, Dialect.GODOT_4);
  }

  /**
   * A notation.
   *
   * @param dialect whose names types have
   */
  public Notation(Detail detail, Dialect dialect) {
    this.detail = detail;
    this.dialect = dialect;
  }

  /** The type with what it is made of, as {@code gdvar inspect} shows it. */
  public String type(Variant value) {
    String type = godot4Type(value);
    return type.equals(value.type().godotName()) ? type(value.type(), dialect) : type;
  }

  /** The type with what it is made of, in the names of Godot 4. */
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

  /** What a dialect calls a type. */
  public static String type(VariantType type, Dialect dialect) {
    return dialect.row(type).map(TypeRow::name).orElse(type.godotName());
  }

  /** Whether anything was shortened so far. */
  public boolean hasShortened() {
    return shortened;
  }

  /** A value that is no container, for example {@code "Élodie"} or {@code (12.25, -3.5)}. */
  public String of(Variant value) {
    if (value instanceof StringValue text) {
      return quoted(text.value());
    }
    if (value instanceof StringName name) {
      return "&" + quoted(name.value());
    }
    if (value instanceof NodePath path) {
      return quoted(path.path());
    }
    if (value instanceof RID rid) {
      return Long.toUnsignedString(rid.id());
    }
    if (value instanceof ObjectId object) {
      return "id " + Long.toUnsignedString(object.id());
    }
    if (value instanceof Signal signal) {
      return quoted(signal.name()) + " of object " + Long.toUnsignedString(signal.objectId());
    }
    if (value instanceof PackedArray array) {
      int each = Math.max(1, array.elementType().components().size());
      int shown = Math.min(array.size(), detail.packed() / each);
      shortened |= shown < array.size();
      return elements(array, 0, shown) + (shown < array.size() ? ", …" : "");
    }
    return withoutType(value);
  }

  /**
   * A key, where nothing else tells its type: {@code "a"}, {@code 1} and {@code 1.0} do so
   * themselves, but {@code (0, 1)} might be several.
   *
   * @param type what the type is called
   */
  public String key(Variant key, String type) {
    String content = of(key);
    return switch (key.type()) {
      case NIL, BOOL, INT, FLOAT, STRING, STRING_NAME -> content;
      default -> type + (content.startsWith("(") ? content : "(" + content + ")");
    };
  }

  /** Some elements of a packed array, separated by commas. */
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

  /** {@code Vector2(1, 2)} without its first word; {@code Callable()} has nothing else to say. */
  private static String withoutType(Variant value) {
    String text = Text.printable(signed(value));
    String name = value.type().godotName();
    if (!text.startsWith(name + "(")) {
      return text;
    }
    return text.equals(name + "()") ? "" : text.substring(name.length());
  }

  /** The engine's text, but with the sign of zeros, which that leaves out. */
  private static String signed(Variant value) {
    String text = value.toString();
    double[] components =
        value instanceof FloatValue number
            ? new double[] {number.value()}
            : value instanceof RealShape shape ? shape.toArray() : new double[0];
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

  /** A text in quotes. One that is too long says how long it is. */
  private String quoted(String text) {
    String start = start(text);
    String quoted = Text.printable(start.replace("\\", "\\\\").replace("\"", "\\\""));
    return start.length() == text.length()
        ? "\"" + quoted + "\""
        : "\"" + quoted + "…\" (" + Text.count(length(text), "character") + ")";
  }

  /** A text as it is, cut off where it is too long. */
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

package io.github.godotvariant;

import io.github.godotvariant.internal.MessageText;
import io.github.godotvariant.internal.PathNames;

/**
 * Prints values in one line of bounded length for logs and messages. The line uses the engine's
 * notation; a number replaces omitted parts. Only the printed parts of a value are visited.
 */
final class ShortTextPrinter {
  /** The number of chars after which no further element is started. */
  private static final int SUFFICIENT_LENGTH = 80;

  private ShortTextPrinter() {}

  static String of(Variant value) {
    StringBuilder text = new StringBuilder();
    append(text, value, true);
    return text.toString();
  }

  /** Returns the short form, prefixed with the type if the form does not already begin with it. */
  static String withType(Variant value) {
    String type = value.type().godotName();
    String text = value.isNil() ? type : of(value);
    return text.startsWith(type) ? text : type + " " + text;
  }

  private static void append(StringBuilder text, Variant value, boolean isWhole) {
    if (value instanceof StringValue string) {
      appendString(text, string.value(), isWhole);
    } else if (value instanceof StringName name) {
      appendString(text.append('&'), name.value(), isWhole);
    } else if (value instanceof VariantArray array) {
      String type = array.elementType().isUntyped() ? "" : escaped(array.elementType());
      text.append(type.isEmpty() ? "" : "Array[" + type + "](").append('[');
      appendContent(text, array, array.size(), isWhole, "element", "elements");
      text.append(type.isEmpty() ? "]" : "])");
    } else if (value instanceof VariantDictionary dictionary) {
      append(text, dictionary, isWhole);
    } else if (value instanceof PackedArray array) {
      text.append(array.type()).append('(');
      appendContent(text, array, array.size(), isWhole, "element", "elements");
      text.append(')');
    } else if (value instanceof ObjectValue object) {
      text.append("Object(").append(MessageText.excerpt(object.className())).append(", ");
      appendCount(text, object.properties().size(), "property", "properties");
      text.append(')');
    } else if (value instanceof Shape) {
      text.append(value);
    } else {
      text.append(MessageText.excerpt(value.toString()));
    }
  }

  private static void append(StringBuilder text, VariantDictionary dictionary, boolean isWhole) {
    boolean isTyped = !dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped();
    if (isTyped) {
      text.append("Dictionary[").append(escaped(dictionary.keyType())).append(", ");
      text.append(escaped(dictionary.valueType())).append("](");
    }
    text.append('{');
    appendContent(text, dictionary, dictionary.size(), isWhole, "entry", "entries");
    text.append(isTyped ? "})" : "}");
  }

  private static String escaped(ElementType type) {
    return MessageText.excerpt(type.toString());
  }

  private static void appendString(StringBuilder text, String string, boolean isWhole) {
    String quoted = PathNames.quotedShort(string);
    text.append(quoted);
    if (isWhole && quoted.endsWith("…\"")) {
      text.append(" (").append(string.codePointCount(0, string.length())).append(" characters)");
    }
  }

  /**
   * Appends elements or entries until the text is long enough, or only their number for a nested
   * container.
   */
  private static void appendContent(
      StringBuilder text,
      Variant container,
      int size,
      boolean isWhole,
      String singular,
      String plural) {
    if (!isWhole) {
      if (size > 0) {
        appendCount(text, size, singular, plural);
      }
      return;
    }
    int start = text.length();
    for (int i = 0; i < size; i++) {
      if (text.length() - start > SUFFICIENT_LENGTH) {
        text.append(", … ").append(size - i).append(" more");
        return;
      }
      text.append(i == 0 ? "" : ", ");
      if (container instanceof VariantArray array) {
        append(text, array.get(i), false);
      } else if (container instanceof PackedArray array) {
        append(text, array.element(i), false);
      } else if (container instanceof VariantDictionary dictionary) {
        append(text, dictionary.keyAt(i), false);
        text.append(": ");
        append(text, dictionary.valueAt(i), false);
      }
    }
  }

  private static void appendCount(StringBuilder text, int count, String singular, String plural) {
    text.append(count).append(' ').append(count == 1 ? singular : plural);
  }
}

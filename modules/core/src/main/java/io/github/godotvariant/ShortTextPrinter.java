package io.github.godotvariant;

import io.github.godotvariant.internal.MessageText;
import io.github.godotvariant.internal.PathNames;

/**
 * Prints values in one line of limited length for logs and messages. The line uses the engine's
 * notation, and shows the number of omitted elements. Printing does not visit the omitted elements,
 * so that large values take little time.
 */
final class ShortTextPrinter {
  /**
   * The number of chars of content after which {@link #of(Variant)} omits the remaining elements.
   */
  private static final int SUFFICIENT_LENGTH = 80;

  /**
   * The number of chars that a line with a maximum length reserves for the numbers of omitted
   * elements, such as {@code … 5 more}.
   */
  private static final int NUMBERS_LENGTH = 40;

  /**
   * The number of levels of nested containers whose content is shown in a line with a maximum
   * length.
   */
  private static final int MAX_LEVELS = 8;

  /**
   * The number of chars of a string that are printed in a line with a maximum length even if the
   * line is already long enough.
   */
  private static final int MIN_STRING_LENGTH = 16;

  private final StringBuilder text = new StringBuilder();

  /**
   * Whether the line has a maximum length. A string is then cut only if it does not fit in the
   * line.
   */
  private final boolean isBounded;

  /**
   * The length of {@code text} after which the remaining elements are omitted; -1 if not known yet.
   */
  private int sufficientLength;

  private ShortTextPrinter(boolean isBounded, int sufficientLength) {
    this.isBounded = isBounded;
    this.sufficientLength = sufficientLength;
  }

  static String of(Variant value) {
    ShortTextPrinter printer = new ShortTextPrinter(false, -1);
    printer.append(value, 1, true);
    return printer.text.toString();
  }

  static String of(Variant value, int maxLength) {
    if (maxLength < 1) {
      throw new IllegalArgumentException("maximum length " + maxLength + " must be positive");
    }
    ShortTextPrinter printer = new ShortTextPrinter(true, Math.max(0, maxLength - NUMBERS_LENGTH));
    printer.append(value, MAX_LEVELS, true);
    return cut(printer.text, maxLength);
  }

  private static String cut(StringBuilder text, int maxLength) {
    if (text.length() > maxLength) {
      int end = maxLength - 1;
      boolean isInPair = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
      text.setLength(isInPair ? end - 1 : end);
      text.append('…');
    }
    return text.toString();
  }

  /**
   * Returns the name of the type and the short text of a value. If the text already starts with the
   * name of the type, returns only the text.
   */
  static String withType(Variant value) {
    String type = value.type().godotName();
    String text = value.isNil() ? type : of(value);
    return text.startsWith(type) ? text : type + " " + text;
  }

  /**
   * Appends a value.
   *
   * @param levels the number of levels of nested containers whose content is shown; 0 for none
   * @param isWhole whether this is the outermost value of the line
   */
  private void append(Variant value, int levels, boolean isWhole) {
    if (value instanceof StringValue string) {
      appendString(string.value(), isWhole);
    } else if (value instanceof StringName name) {
      text.append('&');
      appendString(name.value(), isWhole);
    } else if (value instanceof VariantArray array) {
      String type = array.elementType().isUntyped() ? "" : escaped(array.elementType());
      text.append(type.isEmpty() ? "" : "Array[" + type + "](").append('[');
      appendContent(array, array.size(), levels, "element", "elements");
      text.append(type.isEmpty() ? "]" : "])");
    } else if (value instanceof VariantDictionary dictionary) {
      append(dictionary, levels);
    } else if (value instanceof PackedArray array) {
      text.append(array.type()).append('(');
      appendContent(array, array.size(), levels, "element", "elements");
      text.append(')');
    } else if (value instanceof ObjectValue object) {
      text.append("Object(").append(MessageText.excerpt(object.className())).append(", ");
      appendCount(object.properties().size(), "property", "properties");
      text.append(')');
    } else if (value instanceof Shape) {
      text.append(value);
    } else {
      text.append(MessageText.excerpt(value.toString()));
    }
  }

  private void append(VariantDictionary dictionary, int levels) {
    boolean isTyped = !dictionary.keyType().isUntyped() || !dictionary.valueType().isUntyped();
    if (isTyped) {
      text.append("Dictionary[").append(escaped(dictionary.keyType())).append(", ");
      text.append(escaped(dictionary.valueType())).append("](");
    }
    text.append('{');
    appendContent(dictionary, dictionary.size(), levels, "entry", "entries");
    text.append(isTyped ? "})" : "}");
  }

  private static String escaped(ElementType type) {
    return MessageText.excerpt(type.toString());
  }

  private void appendString(String string, boolean isWhole) {
    int maxString =
        isBounded
            ? Math.max(MIN_STRING_LENGTH, sufficientLength - text.length())
            : MessageText.MAX_LENGTH;
    String quoted = PathNames.quotedShort(string, maxString);
    text.append(quoted);
    boolean isCut =
        string.length() > maxString
            || (quoted.endsWith("…\"")
                && !quoted.equals(PathNames.quotedShort(string, Integer.MAX_VALUE)));
    if ((isWhole || isBounded) && isCut) {
      text.append(" (").append(string.codePointCount(0, string.length())).append(" characters)");
    }
  }

  /**
   * Appends the elements or entries of a container until the text is long enough. If {@code levels}
   * is 0, appends only the number of elements or entries.
   */
  private void appendContent(
      Variant container, int size, int levels, String singular, String plural) {
    if (sufficientLength < 0) {
      sufficientLength = text.length() + SUFFICIENT_LENGTH;
    }
    if (levels == 0) {
      if (size > 0) {
        appendCount(size, singular, plural);
      }
      return;
    }
    for (int i = 0; i < size; i++) {
      if (text.length() > sufficientLength) {
        if (i == 0) {
          appendCount(size, singular, plural);
        } else {
          text.append(", … ").append(size - i).append(" more");
        }
        return;
      }
      text.append(i == 0 ? "" : ", ");
      if (container instanceof VariantArray array) {
        append(array.get(i), levels - 1, false);
      } else if (container instanceof PackedArray array) {
        append(array.element(i), levels - 1, false);
      } else if (container instanceof VariantDictionary dictionary) {
        append(dictionary.keyAt(i), levels - 1, false);
        text.append(": ");
        append(dictionary.valueAt(i), levels - 1, false);
      }
    }
  }

  private void appendCount(int count, String singular, String plural) {
    text.append(count).append(' ').append(count == 1 ? singular : plural);
  }
}

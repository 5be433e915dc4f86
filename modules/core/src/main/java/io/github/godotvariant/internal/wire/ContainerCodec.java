package io.github.godotvariant.internal.wire;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TextRule;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.StepText;
import org.jspecify.annotations.Nullable;

/**
 * Writes the headers of arrays, dictionaries and full objects with declared types. Their items are
 * read, skipped and written one by one. {@link ContainerHeaderReader} reads the headers.
 */
final class ContainerCodec extends TypeCodec {
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final String STAND_IN_CLASS = "EncodedObjectAsID";

  ContainerCodec(TypeRow row) {
    super(row);
  }

  @Override
  @Nullable Variant read(WireReader in, int header) {
    return null;
  }

  @Override
  public int scan(WireReader in, int header, @Nullable Fields fields) {
    return 0;
  }

  @Override
  void write(WireWriter out, Variant value) {
    throw new IllegalStateException("a container is written value by value");
  }

  static void writeArrayHeader(WireWriter out, ElementType type, int size) {
    int id = out.codec(VariantType.ARRAY).id();
    if (!type.isUntyped() && !out.table.typedArrays) {
      throw out.inexpressible("typed arrays cannot be written in " + out.table.dialect.name());
    }
    writeHeader(out, id | kind(out, type) << 16, type, ElementType.UNTYPED, size);
  }

  static void writeDictionaryHeader(
      WireWriter out, ElementType keyType, ElementType valueType, int size) {
    int id = out.codec(VariantType.DICTIONARY).id();
    if (!(keyType.isUntyped() && valueType.isUntyped()) && !out.table.typedDictionaries) {
      throw out.inexpressible(
          "typed dictionaries cannot be written in " + out.table.dialect.name());
    }
    int header = id | kind(out, keyType) << 16 | kind(out, valueType) << 18;
    writeHeader(out, header, keyType, valueType, size);
  }

  static void writeObjectHeader(WireWriter out, String className, int properties) {
    int id = out.codec(VariantType.OBJECT).id();
    if (!out.fullObjects) {
      throw out.inexpressible(
          "a full object of class "
              + StepText.quotedShort(className)
              + " is only written in ObjectMode.FULL");
    }
    if (className.equals(BYTE_ORDER_MARK) && out.table.text != TextRule.PLAIN) {
      throw out.inexpressible("a class name of only U+FEFF is read as none, the null object");
    }
    writeHeader(out, id, ElementType.ofClass(className), ElementType.UNTYPED, properties);
  }

  private static void writeHeader(
      WireWriter out, int header, ElementType first, ElementType second, int size) {
    long from = out.offset();
    try {
      out.ensureCapacity(4);
      out.putInt(header);
      putType(out, first);
      putType(out, second);
      out.ensureCapacity(4);
      out.putInt(size);
    } catch (VariantException e) {
      out.backTo(from);
      throw e;
    }
  }

  /**
   * {@return the bits for a declared type}. Without full objects, scripts are written as classes.
   */
  private static int kind(WireWriter out, ElementType type) {
    return switch (type.kind()) {
      case UNTYPED -> 0;
      case BUILTIN -> 1;
      case CLASS -> 2;
      case SCRIPT -> out.fullObjects ? 3 : 2;
    };
  }

  /** Puts a declared type. Without full objects, engines write one class instead of all others. */
  private static void putType(WireWriter out, ElementType type) {
    switch (type.kind()) {
      case UNTYPED -> {}
      case BUILTIN -> {
        out.ensureCapacity(4);
        out.putInt(out.codec(type.builtin()).id());
      }
      case CLASS -> out.putText(out.fullObjects ? type.name() : STAND_IN_CLASS);
      case SCRIPT -> {
        if (out.fullObjects && !type.name().startsWith(Wire.RESOURCES)) {
          throw out.inexpressible(
              "element script "
                  + StepText.quotedShort(type.name())
                  + " does not start with "
                  + Wire.RESOURCES);
        }
        out.putText(out.fullObjects ? type.name() : STAND_IN_CLASS);
      }
    }
  }
}

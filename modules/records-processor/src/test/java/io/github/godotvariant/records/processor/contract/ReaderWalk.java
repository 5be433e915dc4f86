package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantReader;
import java.util.ArrayList;
import java.util.List;

/** Reads a value with one call for each part. All names of the reader's methods are here. */
final class ReaderWalk {
  private static final CanonicalForm FORM = CanonicalForm.TYPED;

  private final VariantReader reader;
  private final KeyRule keyRule;

  ReaderWalk(VariantReader reader, KeyRule keyRule) {
    this.reader = reader;
    this.keyRule = keyRule;
  }

  /** Reads the next value and returns its canonical form. */
  String read() {
    return switch (reader.peek()) {
      case NIL -> {
        reader.nextNil();
        yield "NIL";
      }
      case BOOL -> reader.nextBoolean() ? "true" : "false";
      case INT -> Long.toString(reader.nextLong());
      case FLOAT -> CanonicalForm.bits(reader.nextDouble());
      case STRING -> CanonicalForm.text(reader.nextString());
      case STRING_NAME -> "&" + CanonicalForm.text(reader.nextString());
      case ARRAY -> array();
      case DICTIONARY -> dictionary();
      case OBJECT -> object();
      default -> FORM.of(reader.nextValue());
    };
  }

  private String array() {
    int count = reader.beginArray();
    ElementType type = reader.elementType();
    List<String> elements = new ArrayList<>();
    while (reader.hasNext()) {
      elements.add(read());
    }
    checkCount(count, elements.size());
    reader.endArray();
    return FORM.array(type, elements);
  }

  private String dictionary() {
    int count = reader.beginDictionary();
    ElementType keyType = reader.elementType();
    ElementType valueType = reader.valueType();
    List<Variant> keys = new ArrayList<>();
    List<String> values = new ArrayList<>();
    while (reader.hasNext()) {
      keys.add(reader.nextValue());
      values.add(read());
    }
    checkCount(count, keys.size());
    reader.endDictionary();
    return FORM.dictionary(keyType, valueType, FORM.merge(keyRule, keys, values));
  }

  private String object() {
    String className;
    try {
      className = reader.beginObject();
    } catch (VariantTypeException e) {
      return FORM.of(reader.nextValue()); // an instance id
    }
    List<String> properties = new ArrayList<>();
    while (reader.hasNext()) {
      String name = reader.nextName();
      properties.add(CanonicalForm.text(name) + "=" + read());
    }
    reader.endObject();
    return className.isEmpty() ? "NIL" : FORM.object(className, properties);
  }

  private static void checkCount(int declared, int read) {
    if (declared != read) {
      throw new IllegalStateException(declared + " declared but " + read + " read");
    }
  }
}

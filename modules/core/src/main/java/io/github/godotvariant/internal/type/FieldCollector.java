package io.github.godotvariant.internal.type;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.internal.wire.Utf8;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireReader;

/** Receives the fields of a value, with the name and meaning of each field, for inspection. */
public abstract class FieldCollector {
  /**
   * Receives a field.
   *
   * @param offset index of the field's first byte in the array
   * @param length length of the field in bytes, at least 1
   */
  protected abstract void accept(int offset, int length, String name, String meaning);

  /** Adds a field if {@code length} is not 0. */
  public final void add(int offset, int length, String name, String meaning) {
    if (length > 0) {
      accept(offset, length, name, meaning);
    }
  }

  /**
   * Adds a field for the header of a value. The suffix, which may be empty, is appended to the
   * meaning of the field.
   */
  public final void header(int offset, TypeRow row, String suffix) {
    add(offset, 4, "header", row.name() + " (id " + row.wireId() + ")" + suffix);
  }

  /**
   * Adds fields for length, text and padding of a string. The caller has checked the length of the
   * string. Returns the index after the padding.
   */
  public final int text(WireReader in, int offset, String name) {
    int length = Wire.getInt(in.in, offset);
    add(offset, 4, "length of " + name, Counts.bytes(length));
    String text = Utf8.decode(in.in, offset + 4, length, in.table.text);
    add(offset + 4, length, name, text == null ? "not UTF-8" : StringValue.of(text).toString());
    return padding(in, offset + 4 + length, Wire.padding(length));
  }

  /** Adds a field for padding bytes, which should be zero. Returns the index after the padding. */
  final int padding(WireReader in, int offset, int length) {
    boolean isZero = true;
    for (int i = 0; i < length; i++) {
      isZero &= in.in[offset + i] == 0;
    }
    add(offset, length, "padding", isZero ? "" : "not zero, ignored");
    return offset + length;
  }
}

package io.github.godotvariant.internal.wire;

import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TypeRow;
import org.jspecify.annotations.Nullable;

/** String and StringName: a header, a length, UTF-8 and zeros up to a multiple of 4. */
final class TextCodec extends TypeCodec {
  private final boolean isName;

  TextCodec(TypeRow row) {
    super(row);
    isName = type() == VariantType.STRING_NAME;
  }

  @Override
  Variant read(WireReader in, int header) {
    in.pos += 4;
    String text = in.text("string");
    return isName ? StringName.of(text) : StringValue.of(text);
  }

  @Override
  public int scan(WireReader in, int header, @Nullable Fields fields) {
    int at = in.pos;
    int size = 4 + in.textSize(at + 4, "string");
    if (fields != null) {
      fields.header(at, this, "");
      fields.text(in, at + 4, "text");
    }
    return size;
  }

  @Override
  void write(WireWriter out, Variant value) {
    out.ensureCapacity(4);
    out.putInt(id());
    out.putText(value.asString());
  }
}

package io.github.godotvariant.internal.type;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.RID;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireReader;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.internal.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * The codec for bool, int, float, and RIDs that are written with a number. Each value has a header
 * and one number. In most layouts of int and float, a flag selects the width.
 */
final class NumberCodec extends TypeCodec {
  NumberCodec(TypeRow row) {
    super(row);
  }

  @Override
  public Variant read(WireReader in, int header) {
    return switch (type()) {
      case INT -> IntValue.of(in.readLong(header));
      case FLOAT -> FloatValue.of(in.readDouble(header));
      case BOOL -> BoolValue.of(in.readBool());
      default -> rid(in);
    };
  }

  private RID rid(WireReader in) {
    in.need(12, type());
    in.pos += 12;
    return new RID(Wire.getLong(in.in, in.pos - 8));
  }

  private int size(WireTable table, int header) {
    return switch (type()) {
      case INT -> table.intSize(header);
      case FLOAT -> table.floatSize(header);
      case BOOL -> 8;
      default -> 12;
    };
  }

  @Override
  public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
    int size = size(in.table, header);
    in.need(size, type());
    if (fields != null) {
      int offset = in.pos;
      boolean isWide = size == 12 && (header & Wire.FLAG) != 0;
      fields.header(offset, row, isWide ? ", 64 bits" : "");
      Variant value = read(in, header);
      in.pos = offset;
      fields.add(offset + 4, size - 4, "value", value.toString());
    }
    return size;
  }

  @Override
  public void write(WireWriter out, Variant value) {
    switch (type()) {
      case INT -> out.writeLong(((IntValue) value).value());
      case FLOAT -> out.writeDouble(((FloatValue) value).value());
      case BOOL -> out.writeBool(value == BoolValue.TRUE);
      default -> {
        out.ensureCapacity(12);
        out.putInt(id());
        out.putLong(((RID) value).id());
      }
    }
  }
}

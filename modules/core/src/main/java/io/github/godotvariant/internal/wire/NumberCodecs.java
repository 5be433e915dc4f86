package io.github.godotvariant.internal.wire;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.Reals;
import org.jspecify.annotations.Nullable;

/** Bool, int and float: a header and one number. In most layouts a flag selects its width. */
final class NumberCodecs {
  private NumberCodecs() {}

  /** A type whose size depends only on the header. */
  abstract static class Fixed extends TypeCodec {
    Fixed(TypeRow row) {
      super(row);
    }

    /** Returns the size of a value in bytes, header included. */
    abstract int size(int header);

    @Override
    abstract Variant read(WireReader in, int header);

    @Override
    public final int scan(WireReader in, int header, @Nullable Fields fields) {
      int size = size(header);
      in.need(size, type());
      if (fields != null) {
        int at = in.pos;
        boolean wide = size == 12 && (header & Wire.FLAG) != 0;
        fields.header(at, this, wide ? ", 64 bits" : "");
        Variant value = read(in, header);
        in.pos = at;
        fields.add(at + 4, size - 4, "value", value.toString());
      }
      return size;
    }
  }

  /** A bool as an unsigned number of 32 bits. */
  static final class Bool extends Fixed {
    Bool(TypeRow row) {
      super(row);
    }

    @Override
    int size(int header) {
      return 8;
    }

    @Override
    Variant read(WireReader in, int header) {
      return BoolValue.of(bool(in));
    }

    boolean bool(WireReader in) {
      in.need(8, type());
      in.pos += 8;
      return Wire.getInt(in.in, in.pos - 4) != 0;
    }

    @Override
    void write(WireWriter out, Variant value) {
      out.ensureCapacity(8);
      out.putInt(id());
      out.putInt(value == BoolValue.TRUE ? 1 : 0);
    }
  }

  /** An int of 64 bits, or of 32 bits if the layout has both and the number fits. */
  static final class Int extends Fixed {
    private final boolean flagged;

    Int(TypeRow row) {
      super(row);
      flagged = row.layout().kind() == Layout.Kind.INT_BY_FLAG;
    }

    @Override
    int size(int header) {
      return isWide(header) ? 12 : 8;
    }

    private boolean isWide(int header) {
      return !flagged || (header & Wire.FLAG) != 0;
    }

    @Override
    Variant read(WireReader in, int header) {
      return IntValue.of(number(in, header));
    }

    long number(WireReader in, int header) {
      int size = size(header);
      in.need(size, type());
      int at = in.pos + 4;
      in.pos += size;
      return size == 8 ? Wire.getInt(in.in, at) : Wire.getLong(in.in, at);
    }

    @Override
    void write(WireWriter out, Variant value) {
      write(out, ((IntValue) value).value());
    }

    void write(WireWriter out, long number) {
      out.ensureCapacity(12);
      if (flagged && (int) number == number) {
        out.putInt(id());
        out.putInt((int) number);
      } else {
        out.putInt(flagged ? id() | Wire.FLAG : id());
        out.putLong(number);
      }
    }
  }

  /** A float of 32 or 64 bits. If the layout has both, 32 bits are used if they are exact. */
  static final class Real extends Fixed {
    private final Layout.Kind kind;
    private final String dialect;

    Real(TypeRow row, WireTable table) {
      super(row);
      kind = row.layout().kind();
      dialect = table.dialect.name();
    }

    @Override
    int size(int header) {
      return isWide(header) ? 12 : 8;
    }

    private boolean isWide(int header) {
      return kind == Layout.Kind.FLOAT_BY_FLAG
          ? (header & Wire.FLAG) != 0
          : kind == Layout.Kind.FLOAT_64;
    }

    @Override
    Variant read(WireReader in, int header) {
      return FloatValue.of(number(in, header));
    }

    double number(WireReader in, int header) {
      int size = size(header);
      in.need(size, type());
      int at = in.pos + 4;
      in.pos += size;
      // The conversion makes a signalling NaN quiet, as in the engine.
      return size == 8
          ? Float.intBitsToFloat(Wire.getInt(in.in, at))
          : Double.longBitsToDouble(Wire.getLong(in.in, at));
    }

    @Override
    void write(WireWriter out, Variant value) {
      write(out, ((FloatValue) value).value());
    }

    void write(WireWriter out, double number) {
      out.ensureCapacity(12);
      float narrow = (float) number;
      if (kind == Layout.Kind.FLOAT_BY_FLAG && narrow == number) {
        out.putInt(id());
        out.putInt(Float.floatToRawIntBits(narrow));
      } else if (kind == Layout.Kind.FLOAT_32) {
        if (!Reals.isSingle(number)) {
          throw out.inexpressible("float " + number + " is not exact in the 32 bits of " + dialect);
        }
        out.putInt(id());
        out.putInt(Float.floatToRawIntBits(Reals.narrow(number)));
      } else {
        out.putInt(kind == Layout.Kind.FLOAT_BY_FLAG ? id() | Wire.FLAG : id());
        out.putLong(Double.doubleToRawLongBits(number));
      }
    }
  }
}

package io.github.godotvariant.internal.type;

import io.github.godotvariant.CallableValue;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.RID;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Signal;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireReader;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.internal.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Codecs for Nil, and for values that refer to objects of a running engine: Callable, Signal,
 * Object and the RID of Godot 3.
 */
final class HandleCodecs {
  private HandleCodecs() {}

  /** The codec for Nil, Callable and the RID of Godot 3, which have only a header. */
  static final class HeaderOnlyCodec extends TypeCodec {
    private final Variant value;
    private final String dialect;

    HeaderOnlyCodec(TypeRow row, WireTable table) {
      super(row);
      dialect = table.dialect.name();
      value =
          switch (row.type()) {
            case CALLABLE -> CallableValue.EMPTY;
            case RID -> new RID(0);
            default -> Variant.NIL;
          };
    }

    @Override
    public Variant read(WireReader in, int header) {
      in.pos += 4;
      return value;
    }

    @Override
    public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
      if (fields != null) {
        fields.header(in.pos, row, "");
      }
      return 4;
    }

    @Override
    public void write(WireWriter out, Variant written) {
      if (written instanceof RID rid && rid.id() != 0) {
        throw out.inexpressible("the number of a RID cannot be written in " + dialect);
      }
      out.ensureCapacity(4);
      out.putInt(id());
    }
  }

  /** The codec for Signal: a name and the instance id of an object. */
  static final class SignalCodec extends TypeCodec {
    private static final String OBJECT_ID = "object id of signal";
    private static final String NAME = "signal name";

    SignalCodec(TypeRow row) {
      super(row);
    }

    @Override
    public Variant read(WireReader in, int header) {
      in.pos += 4;
      String name = in.text(NAME);
      in.need(8, OBJECT_ID, in.pos);
      in.pos += 8;
      return new Signal(name, Wire.getLong(in.in, in.pos - 8));
    }

    @Override
    public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
      int offset = in.pos;
      int idOffset = offset + 4 + in.textSize(offset + 4, NAME);
      in.need(8, OBJECT_ID, idOffset);
      if (fields != null) {
        fields.header(offset, row, "");
        fields.text(in, offset + 4, NAME);
        fields.add(idOffset, 8, "object id", Long.toUnsignedString(Wire.getLong(in.in, idOffset)));
      }
      return idOffset + 8 - offset;
    }

    @Override
    public void write(WireWriter out, Variant value) {
      Signal signal = (Signal) value;
      out.ensureCapacity(4);
      out.putInt(id());
      out.putText(signal.name());
      out.ensureCapacity(8);
      out.putLong(signal.objectId());
    }
  }

  /**
   * The codec for an Object that is null or an instance id. A full object is a container and is
   * read by other classes.
   */
  static final class ObjectIdCodec extends TypeCodec {
    private final boolean isFlagged;

    ObjectIdCodec(TypeRow row, WireTable table) {
      super(row);
      isFlagged = table.flagsObjects;
    }

    /**
     * Returns the number of bytes after the header: 8 for an instance id, 4 for a null object of a
     * dialect without flags, or 0 for a full object.
     */
    private int length(WireReader in, int header) {
      if (isFlagged ? (header & Wire.FLAG) != 0 : !in.fullObjects) {
        int offset = in.pos + 4;
        // Without a flag, only a first word of zero distinguishes the null object from an id.
        if (!isFlagged && in.end - offset >= 4 && Wire.getInt(in.in, offset) == 0) {
          return 4;
        }
        in.need(12, VariantType.OBJECT);
        return 8;
      }
      if (!in.fullObjects) {
        throw in.forbidden();
      }
      return 0;
    }

    @Override
    public @Nullable Variant read(WireReader in, int header) {
      int length = length(in, header);
      if (length == 0) {
        return null;
      }
      in.pos += 4 + length;
      long id = length == 8 ? Wire.getLong(in.in, in.pos - 8) : 0;
      return id == 0 ? Variant.NIL : new ObjectIdValue(id);
    }

    @Override
    public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
      int length = length(in, header);
      if (length == 0) {
        return 0;
      }
      if (fields != null) {
        int offset = in.pos;
        boolean isFlagged = (header & Wire.FLAG) != 0;
        fields.header(offset, row, isFlagged ? ", as instance id" : "");
        if (length == 8) {
          String id = Long.toUnsignedString(Wire.getLong(in.in, offset + 4));
          fields.add(offset + 4, 8, "instance id", id);
        } else {
          fields.add(offset + 4, 4, "null", "");
        }
      }
      return 4 + length;
    }

    @Override
    public void write(WireWriter out, Variant value) {
      if (value instanceof ResourceReference) {
        throw out.inexpressible("a reference to a resource can only be written as text");
      }
      long instance = ((ObjectIdValue) value).id();
      String dialect = out.table.dialect.name();
      if (!isFlagged && out.fullObjects) {
        throw out.inexpressible(
            "an instance id cannot be distinguished from a full object in " + dialect);
      }
      if (!isFlagged && (int) instance == 0) {
        throw out.inexpressible(
            "an instance id whose low 32 bits are zero cannot be distinguished from the null"
                + " object in "
                + dialect);
      }
      out.ensureCapacity(12);
      out.putInt(isFlagged ? id() | Wire.FLAG : id());
      out.putLong(instance);
    }
  }
}

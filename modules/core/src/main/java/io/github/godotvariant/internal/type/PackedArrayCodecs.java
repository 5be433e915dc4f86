package io.github.godotvariant.internal.type;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireReader;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.internal.wire.WireWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Codecs for packed arrays: a count, then the elements. */
public abstract class PackedArrayCodecs extends TypeCodec {
  private final String countName;

  PackedArrayCodecs(TypeRow row) {
    super(row);
    countName = "count of ".concat(row.name()); // the first + on strings takes milliseconds
  }

  static TypeCodec of(TypeRow row, WireTable table) {
    return switch (row.layout().kind()) {
      case PACKED_BYTES -> new NumberArrayCodec(row, Element.BYTE, table);
      case PACKED_INTS -> new NumberArrayCodec(row, Element.INT, table);
      case PACKED_LONGS -> new NumberArrayCodec(row, Element.LONG, table);
      case PACKED_FLOATS, PACKED_COLORS, PACKED_REALS ->
          new NumberArrayCodec(row, Element.FLOAT, table);
      case PACKED_DOUBLES -> new NumberArrayCodec(row, Element.DOUBLE, table);
      default -> new StringArrayCodec(row, table);
    };
  }

  /**
   * Reads and checks the count at {@code offset}, and counts the elements against the limits. Each
   * element has at least {@code elementBytes} bytes. If {@code negativeIsNone}, a negative count
   * means 0; otherwise it is an error.
   */
  final int count(WireReader in, int offset, int elementBytes, boolean negativeIsNone) {
    in.need(4, countName, offset);
    int count = Wire.getInt(in.in, offset);
    if (count < 0) {
      if (!negativeIsNone) {
        throw in.malformed(name() + " has negative count " + count, offset);
      }
      count = 0;
    }
    in.checkCount(name(), count, elementBytes, offset, offset + 4);
    // Bytes do not count as elements, because the length of the input limits their number.
    long elements = elementBytes == 1 ? 0 : count;
    in.charge(elements, ReadBudget.OBJECT + (long) count * elementBytes);
    return count;
  }

  /**
   * Returns a view of the numbers of the array at the position. Call {@link #scan} first, which
   * checks the count.
   */
  public ByteBuffer numbers(WireReader in, int header) {
    throw new IllegalStateException(name() + " is not an array of numbers");
  }

  /**
   * The codec for arrays of numbers. Components of vectors, and of colors in the {@code MANUAL_…}
   * dialects, can have 32 or 64 bits.
   */
  private static final class NumberArrayCodec extends PackedArrayCodecs {
    private final Element element;
    private final boolean isReal;
    private final WireTable table;

    /** The number of components of an element; 1 if the elements are numbers. */
    private final int components;

    /** The kind of numbers with which arrays are written. */
    private final Element writtenElement;

    /** The header with which arrays are written. */
    private final int header;

    NumberArrayCodec(TypeRow row, Element element, WireTable table) {
      super(row);
      this.element = element;
      this.table = table;
      isReal = row.layout().kind() == Layout.Kind.PACKED_REALS;
      components = Math.max(1, row.layout().components().size());
      writtenElement = isReal && table.hasDoublePrecision ? Element.DOUBLE : element;
      header = isReal ? table.realHeader(id()) : id();
    }

    private boolean isWide(int header) {
      return isReal && table.hasWideReals(header);
    }

    @Override
    public Element element(int header) {
      return isWide(header) ? Element.DOUBLE : element;
    }

    /**
     * Checks the elements and counts them against the limits. Returns the number of bytes of all
     * elements, without header and count.
     */
    private int size(WireReader in, int header) {
      int elementSize = element(header).bytes * components;
      return count(in, in.pos + 4, elementSize, false) * elementSize;
    }

    /**
     * Returns the number of padding bytes after a byte array. If the dialect is lenient, as engines
     * are, padding bytes can be missing at the end of the input.
     */
    private int padding(WireReader in, int size, int offset) {
      int padding = element == Element.BYTE ? Wire.padding(size) : 0;
      if (padding > in.end - offset - size) {
        if (!table.isLenient) {
          throw in.tooShort("padding of " + name(), padding, offset + size);
        }
        padding = in.end - offset - size;
      }
      return padding;
    }

    @Override
    public Variant read(WireReader in, int header) {
      int size = size(in, header);
      int offset = in.pos + 8;
      in.pos = offset + size + padding(in, size, offset);
      in.hasReadDoubles |= isWide(header);
      ByteBuffer data = ByteBuffer.wrap(in.in, offset, size).slice().order(ByteOrder.LITTLE_ENDIAN);
      return array(element(header), data);
    }

    /** Copies the elements from little-endian bytes. */
    private PackedArray array(Element element, ByteBuffer data) {
      return switch (element) {
        case BYTE -> {
          byte[] bytes = new byte[data.remaining()];
          data.get(bytes);
          yield PackedByteArray.unsafeWrap(bytes);
        }
        case INT -> {
          int[] ints = new int[data.remaining() / 4];
          data.asIntBuffer().get(ints);
          yield PackedInt32Array.unsafeWrap(ints);
        }
        case LONG -> {
          long[] longs = new long[data.remaining() / 8];
          data.asLongBuffer().get(longs);
          yield PackedInt64Array.unsafeWrap(longs);
        }
        case FLOAT -> PackedArray.unsafeWrap(type(), floats(data));
        case DOUBLE -> PackedArray.unsafeWrap(type(), doubles(data));
      };
    }

    private float[] floats(ByteBuffer data) {
      float[] floats = new float[data.remaining() / 4];
      data.asFloatBuffer().get(floats);
      if (writtenElement == Element.DOUBLE) {
        // An engine of double precision widens these components, which changes a signalling NaN.
        for (int i = 0; i < floats.length; i++) {
          floats[i] = Wire.quiet(floats[i]);
        }
      }
      return floats;
    }

    private double[] doubles(ByteBuffer data) {
      double[] doubles = new double[data.remaining() / 8];
      data.asDoubleBuffer().get(doubles);
      if (writtenElement == Element.FLOAT) {
        for (int i = 0; i < doubles.length; i++) {
          doubles[i] = Wire.quiet(doubles[i]);
        }
      }
      return doubles;
    }

    @Override
    public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
      int offset = in.pos;
      int size = size(in, header);
      int padding = padding(in, size, offset + 8);
      if (fields != null) {
        fields.header(offset, row, isWide(header) ? ", 64-bit components" : "");
        fields.add(offset + 4, 4, "count", Integer.toString(Wire.getInt(in.in, offset + 4)));
        fields.add(offset + 8, size, "elements", "");
        fields.padding(in, offset + 8 + size, padding);
      }
      return 8 + size + padding;
    }

    @Override
    public ByteBuffer numbers(WireReader in, int header) {
      int size = Wire.getInt(in.in, in.pos + 4) * element(header).bytes * components;
      return ByteBuffer.wrap(in.in, in.pos + 8, size)
          .slice()
          .asReadOnlyBuffer()
          .order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void write(WireWriter out, Variant value) {
      PackedArray array = (PackedArray) value;
      int count = array.size();
      long size = (long) count * writtenElement.bytes * components;
      out.ensureCapacity(8);
      out.putInt(header);
      out.putInt(count);
      int padding = writtenElement == Element.BYTE ? Wire.padding(count) : 0;
      if (out.countOnly(size + padding)) {
        return;
      }
      out.ensureCapacity(size + padding);
      if (writtenElement == Element.BYTE) {
        out.putBytes(((PackedByteArray) array).asBuffer());
      } else {
        put(array, out.reserve((int) size));
      }
    }

    /** Copies the elements to little-endian bytes. */
    private void put(PackedArray array, ByteBuffer data) {
      switch (writtenElement) {
        case INT -> data.asIntBuffer().put(((PackedInt32Array) array).asBuffer());
        case LONG -> data.asLongBuffer().put(((PackedInt64Array) array).asBuffer());
        case DOUBLE ->
            data.asDoubleBuffer()
                .put(
                    array instanceof PackedFloat64Array doubles
                        ? doubles.asBuffer()
                        : ((PackedVectorArray<?>) array).asDoubleBuffer());
        default ->
            data.asFloatBuffer()
                .put(
                    array instanceof PackedFloat32Array floats
                        ? floats.asBuffer()
                        : ((PackedVectorArray<?>) array).asFloatBuffer());
      }
    }
  }

  /**
   * The codec for arrays of strings. Engines write a NUL after each string and include the NUL in
   * the length.
   */
  private static final class StringArrayCodec extends PackedArrayCodecs {
    private final boolean isLenient;
    private final int terminator;

    StringArrayCodec(TypeRow row, WireTable table) {
      super(row);
      isLenient = table.isLenient;
      terminator = table.dialect.hasTerminatedPackedStrings() ? 1 : 0;
    }

    @Override
    public Variant read(WireReader in, int header) {
      int count = count(in, in.pos + 4, 4, isLenient);
      in.pos += 8;
      String[] texts = new String[count];
      for (int i = 0; i < count; i++) {
        texts[i] = in.text("string", i, name());
      }
      return PackedStringArray.unsafeWrap(texts);
    }

    @Override
    public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
      int offset = in.pos;
      int count = count(in, offset + 4, 4, isLenient);
      int end = in.endOfTexts(offset + 8, count, "string", name());
      if (fields != null) {
        int word = Wire.getInt(in.in, offset + 4);
        fields.header(offset, row, "");
        fields.add(
            offset + 4, 4, "count", word < 0 ? word + ", taken as 0" : Integer.toString(word));
        int next = offset + 8;
        for (int i = 0; i < count; i++) {
          next = fields.text(in, next, "string " + i);
        }
      }
      return end - offset;
    }

    @Override
    public void write(WireWriter out, Variant value) {
      PackedStringArray strings = (PackedStringArray) value;
      out.ensureCapacity(8);
      out.putInt(id());
      out.putInt(strings.size());
      for (int i = 0; i < strings.size(); i++) {
        out.putText(strings.get(i), terminator);
      }
    }
  }
}

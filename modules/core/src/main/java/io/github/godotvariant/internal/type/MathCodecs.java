package io.github.godotvariant.internal.type;

import io.github.godotvariant.Basis;
import io.github.godotvariant.Color;
import io.github.godotvariant.IntShape;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.Decimals;
import io.github.godotvariant.internal.Reals;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireReader;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.internal.wire.WireWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Codecs for vectors, rectangles, transforms and colors, which have a fixed number of components.
 * {@link VariantType#components} has the names of the components, and the layout in the dialect's
 * entry for the type has their encoded order.
 */
abstract class MathCodecs extends TypeCodec {
  final int count;

  /**
   * For each component, in the order of the Java value: the index of the component in the encoded
   * order.
   */
  final int[] encodedIndexes;

  /**
   * The number of bytes that the value counts against the memory limit. 0 for small values, which
   * are included in the bytes that an element of a container counts.
   */
  private final long cost;

  MathCodecs(TypeRow row) {
    super(row);
    List<String> names = row.type().components();
    count = names.size();
    encodedIndexes = new int[count];
    for (int i = 0; i < count; i++) {
      encodedIndexes[i] = row.layout().components().indexOf(names.get(i));
    }
    cost =
        switch (row.type()) {
          case VECTOR2, VECTOR3, VECTOR2I, VECTOR3I, COLOR -> 0;
          default -> (long) ReadBudget.COMPONENT * count;
        };
  }

  static TypeCodec of(TypeRow row, WireTable table) {
    return row.layout().kind() == Layout.Kind.INTS
        ? new IntShapeCodec(row)
        : new RealShapeCodec(row, table);
  }

  /** Returns whether components of 64 bits follow a header. */
  boolean isWide(int header) {
    return false;
  }

  abstract String text(WireReader in, int offset, boolean isWide);

  /** Checks that the value at the position is complete, and counts the value against the limits. */
  final void check(WireReader in, boolean isWide) {
    in.need(4 + count * (isWide ? 8 : 4), type());
    if (cost > 0) {
      in.charge(0, cost);
    }
  }

  @Override
  public final int scan(WireReader in, int header, @Nullable FieldCollector fields) {
    boolean isWide = isWide(header);
    check(in, isWide);
    int width = isWide ? 8 : 4;
    if (fields != null) {
      int offset = in.pos;
      fields.header(offset, row, isWide ? ", 64-bit components" : "");
      for (int i = 0; i < count; i++) {
        int next = offset + 4 + i * width;
        fields.add(next, width, row.layout().components().get(i), text(in, next, isWide));
      }
    }
    return 4 + count * width;
  }

  /** A codec for math values with floating-point components. */
  private static final class RealShapeCodec extends MathCodecs {
    /**
     * Whether the components always have 32 bits, as those of colors in engines of both precisions.
     */
    private final boolean isNarrow;

    private final boolean writesWide;

    /** The header with which values are written. */
    private final int header;

    private final WireTable table;

    RealShapeCodec(TypeRow row, WireTable table) {
      super(row);
      this.table = table;
      isNarrow = row.layout().kind() == Layout.Kind.FLOATS;
      writesWide = !isNarrow && table.hasDoublePrecision;
      header = isNarrow ? id() : table.realHeader(id());
    }

    @Override
    boolean isWide(int header) {
      return !isNarrow && table.hasWideReals(header);
    }

    @Override
    String text(WireReader in, int offset, boolean isWide) {
      return isWide
          ? Decimals.text(Double.longBitsToDouble(Wire.getLong(in.in, offset)))
          : Decimals.text(Float.intBitsToFloat(Wire.getInt(in.in, offset)));
    }

    /**
     * Checks the value at the position and moves past the value. Returns the index of the first
     * component.
     */
    private int start(WireReader in, boolean isWide) {
      check(in, isWide);
      int offset = in.pos + 4;
      in.pos = offset + count * (isWide ? 8 : 4);
      in.hasReadDoubles |= isWide;
      return offset;
    }

    /**
     * Writes the header and moves past the components, which the caller writes. Returns the index
     * of the first component.
     */
    private int start(WireWriter out) {
      out.ensureCapacity(4 + 8L * count);
      out.putInt(header);
      int offset = out.pos;
      out.pos = offset + count * (writesWide ? 8 : 4);
      return offset;
    }

    @Override
    public Variant read(WireReader in, int header) {
      boolean isWide = isWide(header);
      int offset = start(in, isWide);
      return switch (type()) {
        case VECTOR2 -> vector2(in, offset, 0, isWide);
        case VECTOR3 -> vector3(in, offset, 0, isWide);
        case QUATERNION ->
            new Quaternion(
                real(in, offset, 0, isWide),
                real(in, offset, 1, isWide),
                real(in, offset, 2, isWide),
                real(in, offset, 3, isWide));
        case TRANSFORM2D ->
            new Transform2D(
                vector2(in, offset, 0, isWide),
                vector2(in, offset, 2, isWide),
                vector2(in, offset, 4, isWide));
        case BASIS -> basis(in, offset, isWide);
        case TRANSFORM3D ->
            new Transform3D(basis(in, offset, isWide), vector3(in, offset, 9, isWide));
        case COLOR ->
            isNarrow
                ? new Color(
                    narrow(in, offset, 0),
                    narrow(in, offset, 1),
                    narrow(in, offset, 2),
                    narrow(in, offset, 3))
                : fromArray(in, offset, isWide);
        default -> fromArray(in, offset, isWide); // rare types have no case of their own
      };
    }

    private Variant fromArray(WireReader in, int offset, boolean isWide) {
      double[] components = new double[count];
      for (int i = 0; i < count; i++) {
        components[i] = real(in, offset, i, isWide);
      }
      return RealShape.of(type(), components);
    }

    /** Reads a component of the value whose encoded components start at {@code offset}. */
    private double real(WireReader in, int offset, int component, boolean isWide) {
      return in.real(offset, encodedIndexes[component], isWide);
    }

    /**
     * Reads a component of a color with 32-bit components. Unlike in other types, a NaN keeps its
     * bits in all dialects.
     */
    private double narrow(WireReader in, int offset, int component) {
      return Reals.widen(
          Float.intBitsToFloat(Wire.getInt(in.in, offset + 4 * encodedIndexes[component])));
    }

    private Vector2 vector2(WireReader in, int offset, int from, boolean isWide) {
      return new Vector2(real(in, offset, from, isWide), real(in, offset, from + 1, isWide));
    }

    private Vector3 vector3(WireReader in, int offset, int from, boolean isWide) {
      return new Vector3(
          real(in, offset, from, isWide),
          real(in, offset, from + 1, isWide),
          real(in, offset, from + 2, isWide));
    }

    private Basis basis(WireReader in, int offset, boolean isWide) {
      return new Basis(
          vector3(in, offset, 0, isWide),
          vector3(in, offset, 3, isWide),
          vector3(in, offset, 6, isWide));
    }

    @Override
    public void write(WireWriter out, Variant value) {
      int offset = start(out);
      if (value instanceof Quaternion q) {
        real(out, offset, 0, q.x());
        real(out, offset, 1, q.y());
        real(out, offset, 2, q.z());
        real(out, offset, 3, q.w());
      } else if (value instanceof Color c) {
        real(out, offset, 0, c.r());
        real(out, offset, 1, c.g());
        real(out, offset, 2, c.b());
        real(out, offset, 3, c.a());
      } else if (value instanceof Basis b) {
        basis(out, offset, b);
      } else if (value instanceof Transform3D t) {
        basis(out, offset, t.basis());
        vector3(out, offset, 9, t.origin());
      } else {
        double[] components = ((RealShape) value).toDoubles(); // rare types may create an array
        for (int i = 0; i < count; i++) {
          real(out, offset, i, components[i]);
        }
      }
    }

    private void basis(WireWriter out, int offset, Basis b) {
      vector3(out, offset, 0, b.x());
      vector3(out, offset, 3, b.y());
      vector3(out, offset, 6, b.z());
    }

    private void vector3(WireWriter out, int offset, int from, Vector3 v) {
      real(out, offset, from, v.x());
      real(out, offset, from + 1, v.y());
      real(out, offset, from + 2, v.z());
    }

    private void real(WireWriter out, int offset, int component, double number) {
      int index = encodedIndexes[component];
      if (writesWide) {
        Wire.putLong(out.array, offset + 8 * index, Double.doubleToRawLongBits(number));
      } else {
        Wire.putInt(out.array, offset + 4 * index, Reals.narrowBits(number));
      }
    }
  }

  /** A codec for math values with 32-bit integers. */
  private static final class IntShapeCodec extends MathCodecs {
    IntShapeCodec(TypeRow row) {
      super(row);
    }

    @Override
    String text(WireReader in, int offset, boolean isWide) {
      return Integer.toString(Wire.getInt(in.in, offset));
    }

    @Override
    public Variant read(WireReader in, int header) {
      check(in, false);
      int offset = in.pos + 4;
      in.pos = offset + 4 * count;
      // Maps of tiles have many keys of this type. This path needs no array of components.
      if (type() == VariantType.VECTOR2I) {
        return new Vector2i(
            Wire.getInt(in.in, offset + 4 * encodedIndexes[0]),
            Wire.getInt(in.in, offset + 4 * encodedIndexes[1]));
      }
      int[] components = new int[count];
      for (int i = 0; i < count; i++) {
        components[i] = Wire.getInt(in.in, offset + 4 * encodedIndexes[i]);
      }
      return IntShape.of(type(), components);
    }

    @Override
    public void write(WireWriter out, Variant value) {
      out.ensureCapacity(4 + 4L * count);
      out.putInt(id());
      int offset = out.pos;
      out.pos = offset + 4 * count;
      if (value instanceof Vector2i v) {
        Wire.putInt(out.array, offset + 4 * encodedIndexes[0], v.x());
        Wire.putInt(out.array, offset + 4 * encodedIndexes[1], v.y());
        return;
      }
      int[] components = ((IntShape) value).toArray();
      for (int i = 0; i < count; i++) {
        Wire.putInt(out.array, offset + 4 * encodedIndexes[i], components[i]);
      }
    }
  }
}

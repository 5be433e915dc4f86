package io.github.godotvariant.text;

import io.github.godotvariant.Basis;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedArray;
import io.github.godotvariant.Projection;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What typed arrays and dictionaries make of values of another type than they declare. As in the
 * engine, but nothing is taken for something else: a number that does not fit, and a list in which
 * something is no element of the packed array, become nothing. Rotations are not computed, and
 * names of colours are not known.
 */
final class Elements {
  private static final double BEYOND_LONG = 0x1p63;
  private static final Vector3 ZERO = new Vector3(0, 0, 0);

  private final boolean wide;

  /**
   * Makes elements.
   *
   * @param wide whether real components keep 64 bits
   */
  Elements(boolean wide) {
    this.wide = wide;
  }

  /** A value as another type; null if it is none. */
  @Nullable Variant as(VariantType type, Variant value) {
    if (value.type() == type) {
      return value;
    }
    return switch (type) {
      case BOOL, INT, FLOAT -> number(type, value);
      case STRING ->
          value instanceof StringName name
              ? StringValue.of(name.value())
              : value instanceof NodePath path ? StringValue.of(path.path()) : null;
      case STRING_NAME -> value instanceof StringValue text ? StringName.of(text.value()) : null;
      case NODE_PATH -> value instanceof StringValue text ? path(text.value()) : null;
      case VECTOR2 -> value instanceof Vector2i v ? new Vector2(real(v.x()), real(v.y())) : null;
      case VECTOR3 ->
          value instanceof Vector3i v ? new Vector3(real(v.x()), real(v.y()), real(v.z())) : null;
      case VECTOR4 ->
          value instanceof Vector4i v
              ? new Vector4(real(v.x()), real(v.y()), real(v.z()), real(v.w()))
              : null;
      case VECTOR2I -> value instanceof Vector2 v ? whole(v) : null;
      case VECTOR3I ->
          value instanceof Vector3 v && fit(v.x(), v.y(), v.z())
              ? new Vector3i((int) v.x(), (int) v.y(), (int) v.z())
              : null;
      case VECTOR4I ->
          value instanceof Vector4 v && fit(v.x(), v.y(), v.z(), v.w())
              ? new Vector4i((int) v.x(), (int) v.y(), (int) v.z(), (int) v.w())
              : null;
      case RECT2 ->
          value instanceof Rect2i r
              ? new Rect2(
                  new Vector2(real(r.position().x()), real(r.position().y())),
                  new Vector2(real(r.size().x()), real(r.size().y())))
              : null;
      case RECT2I -> value instanceof Rect2 r ? whole(r) : null;
      case TRANSFORM2D -> value instanceof Transform3D t ? flat(t) : null;
      case TRANSFORM3D -> transform(value);
      case PROJECTION -> value instanceof Transform3D t ? projection(t) : null;
      case COLOR -> value instanceof IntValue rgba ? color((int) rgba.value()) : null;
      case ARRAY ->
          value instanceof PackedArray packed ? VariantArray.copyOf(packed.elements()) : null;
      default ->
          value instanceof VariantArray list && type.elementType().isPresent()
              ? packed(type, list)
              : null;
    };
  }

  private static @Nullable Variant number(VariantType type, Variant value) {
    if (value instanceof BoolValue bool) {
      long number = bool.value() ? 1 : 0;
      return type == VariantType.INT ? IntValue.of(number) : FloatValue.of((double) number);
    }
    if (value instanceof IntValue number) {
      return type == VariantType.BOOL
          ? BoolValue.of(number.value() != 0)
          : FloatValue.of((double) number.value());
    }
    if (value instanceof FloatValue number) {
      double real = number.value();
      if (type == VariantType.BOOL) {
        return BoolValue.of(real != 0);
      }
      return real >= -BEYOND_LONG && real < BEYOND_LONG ? IntValue.of((long) real) : null;
    }
    return null;
  }

  private static @Nullable NodePath path(String text) {
    try {
      return NodePath.parse(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private double real(int component) {
    return wide ? component : (float) component;
  }

  private static boolean fit(double... components) {
    for (double one : components) {
      if (!(one > Integer.MIN_VALUE - 1.0 && one < Integer.MAX_VALUE + 1.0)) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Vector2i whole(Vector2 v) {
    return fit(v.x(), v.y()) ? new Vector2i((int) v.x(), (int) v.y()) : null;
  }

  private static @Nullable Rect2i whole(Rect2 r) {
    Vector2i position = whole(r.position());
    Vector2i size = whole(r.size());
    return position == null || size == null ? null : new Rect2i(position, size);
  }

  private static Transform2D flat(Transform3D t) {
    Basis basis = t.basis();
    return new Transform2D(
        new Vector2(basis.x().x(), basis.x().y()),
        new Vector2(basis.y().x(), basis.y().y()),
        new Vector2(t.origin().x(), t.origin().y()));
  }

  private static @Nullable Transform3D transform(Variant value) {
    if (value instanceof Basis basis) {
      return new Transform3D(basis, ZERO);
    }
    if (value instanceof Transform2D t) {
      return new Transform3D(
          new Basis(
              new Vector3(t.x().x(), t.x().y(), 0),
              new Vector3(t.y().x(), t.y().y(), 0),
              new Vector3(0, 0, 1)),
          new Vector3(t.origin().x(), t.origin().y(), 0));
    }
    return value instanceof Projection p
        ? new Transform3D(new Basis(cut(p.x()), cut(p.y()), cut(p.z())), cut(p.w()))
        : null;
  }

  private static Vector3 cut(Vector4 v) {
    return new Vector3(v.x(), v.y(), v.z());
  }

  private static Projection projection(Transform3D t) {
    Basis basis = t.basis();
    return new Projection(
        longer(basis.x(), 0), longer(basis.y(), 0), longer(basis.z(), 0), longer(t.origin(), 1));
  }

  private static Vector4 longer(Vector3 v, double w) {
    return new Vector4(v.x(), v.y(), v.z(), w);
  }

  private static Color color(int rgba) {
    return new Color(
        (rgba >>> 24) / 255f,
        (rgba >>> 16 & 0xFF) / 255f,
        (rgba >>> 8 & 0xFF) / 255f,
        (rgba & 0xFF) / 255f);
  }

  private @Nullable PackedArray packed(VariantType type, VariantArray list) {
    VariantType elementType = type.elementType().orElseThrow();
    List<Variant> elements = new ArrayList<>(list.size());
    for (Variant one : list) {
      Variant element = as(elementType, one);
      if (element == null) {
        return null;
      }
      elements.add(element);
    }
    try {
      return PackedArray.of(type, elements);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}

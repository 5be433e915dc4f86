package io.github.godotvariant.json;

import io.github.godotvariant.VariantType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the components of fixed shapes are called, in the order in which the shapes give them. */
final class ShapeMembers {
  private static final Map<VariantType, List<Step>> STEPS = new EnumMap<>(VariantType.class);

  /** One thing to write. */
  enum Kind {
    /** A name, and an object begins. */
    OPEN,
    /** A name, and the next component. */
    COMPONENT,
    /** An object ends. */
    CLOSE
  }

  /**
   * One thing to write.
   *
   * @param name empty where an object ends
   */
  record Step(Kind kind, String name) {}

  static {
    shape(VariantType.VECTOR2, "x y");
    shape(VariantType.VECTOR2I, "x y");
    shape(VariantType.RECT2, "position{x y}size{x y}");
    shape(VariantType.RECT2I, "position{x y}size{x y}");
    shape(VariantType.VECTOR3, "x y z");
    shape(VariantType.VECTOR3I, "x y z");
    shape(VariantType.TRANSFORM2D, "x{x y}y{x y}origin{x y}");
    shape(VariantType.VECTOR4, "x y z w");
    shape(VariantType.VECTOR4I, "x y z w");
    shape(VariantType.PLANE, "normal{x y z}d");
    shape(VariantType.QUATERNION, "x y z w");
    shape(VariantType.AABB, "position{x y z}size{x y z}");
    shape(VariantType.BASIS, "x{x y z}y{x y z}z{x y z}");
    shape(VariantType.TRANSFORM3D, "basis{x{x y z}y{x y z}z{x y z}}origin{x y z}");
    shape(VariantType.PROJECTION, "x{x y z w}y{x y z w}z{x y z w}w{x y z w}");
    shape(VariantType.COLOR, "r g b a");
    STEPS.put(VariantType.PACKED_VECTOR2_ARRAY, of(VariantType.VECTOR2));
    STEPS.put(VariantType.PACKED_VECTOR3_ARRAY, of(VariantType.VECTOR3));
    STEPS.put(VariantType.PACKED_VECTOR4_ARRAY, of(VariantType.VECTOR4));
    STEPS.put(VariantType.PACKED_COLOR_ARRAY, of(VariantType.COLOR));
  }

  private ShapeMembers() {}

  /** The members of a shape, or of each element of a packed array of them. */
  static List<Step> of(VariantType type) {
    return Objects.requireNonNull(STEPS.get(type), "members");
  }

  private static void shape(VariantType type, String members) {
    List<Step> steps = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= members.length(); i++) {
      char c = i < members.length() ? members.charAt(i) : ' ';
      if (c != ' ' && c != '{' && c != '}') {
        continue;
      }
      if (i > from) {
        steps.add(new Step(c == '{' ? Kind.OPEN : Kind.COMPONENT, members.substring(from, i)));
      }
      if (c == '}') {
        steps.add(new Step(Kind.CLOSE, ""));
      }
      from = i + 1;
    }
    STEPS.put(type, List.copyOf(steps));
  }
}

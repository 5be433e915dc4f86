package io.github.godotvariant.codec;

import static io.github.godotvariant.codec.ManualCases.BASIS;
import static io.github.godotvariant.codec.ManualCases.ORIGIN;
import static io.github.godotvariant.codec.ManualCases.V12;
import static io.github.godotvariant.codec.ManualCases.V123;
import static io.github.godotvariant.codec.ManualCases.V34;
import static io.github.godotvariant.codec.ManualCases.V456;
import static io.github.godotvariant.codec.ManualCases.V56;
import static io.github.godotvariant.codec.ManualCases.malformed;
import static io.github.godotvariant.codec.ManualCases.roundTrip;

import io.github.godotvariant.AABB;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.codec.ManualCases.Case;
import io.github.godotvariant.internal.Reals;
import java.util.List;

/** The cases of {@link ManualCases} for builds with 64-bit components. */
final class ManualDoubleCases {
  /** Fields of type Float take 8 bytes, as the rule for offsets on the page says. */
  static final List<Case> DOUBLED =
      List.of(
          roundTrip(5, new Vector2(1, 0.1), "05000000 000000000000f03f 9a9999999999b93f"),
          malformed(5, "05000000 0000803f 00000040"),
          roundTrip(
              6,
              new Rect2(V12, V34),
              "06000000 000000000000f03f 0000000000000040 0000000000000840 0000000000001040"),
          roundTrip(7, V123, "07000000 000000000000f03f 0000000000000040 0000000000000840"),
          roundTrip(
              8,
              new Transform2D(V12, V34, V56),
              "08000000 000000000000f03f 0000000000000040 0000000000000840"
                  + " 0000000000001040 0000000000001440 0000000000001840"),
          roundTrip(
              9,
              new Plane(V123, 4),
              "09000000 000000000000f03f 0000000000000040 0000000000000840 0000000000001040"),
          roundTrip(
              10,
              new Quaternion(1, 2, 3, 4),
              "0a000000 000000000000f03f 0000000000000040 0000000000000840 0000000000001040"),
          roundTrip(
              11,
              new AABB(V123, V456),
              "0b000000 000000000000f03f 0000000000000040 0000000000000840"
                  + " 0000000000001040 0000000000001440 0000000000001840"),
          roundTrip(
              12,
              BASIS,
              "0c000000 000000000000f03f 0000000000000040 0000000000000840"
                  + " 0000000000001040 0000000000001440 0000000000001840"
                  + " 0000000000001c40 0000000000002040 0000000000002240"),
          roundTrip(
              13,
              new Transform3D(BASIS, ORIGIN),
              "0d000000 000000000000f03f 0000000000000040 0000000000000840"
                  + " 0000000000001040 0000000000001440 0000000000001840"
                  + " 0000000000001c40 0000000000002040 0000000000002240"
                  + " 0000000000002440 0000000000002640 0000000000002840"),
          roundTrip(
              14,
              new Color(0.25f, 0.5f, 0.75f, 1),
              "0e000000 000000000000d03f 000000000000e03f 000000000000e83f 000000000000f03f"),
          roundTrip(
              14,
              new Color(
                  Reals.widen(Float.intBitsToFloat(0x7f800001)),
                  Double.NEGATIVE_INFINITY,
                  Float.MIN_VALUE,
                  -0.0f),
              "0e000000 000000200000f07f 000000000000f0ff 000000000000a036 0000000000000080"),
          // 1e300, 0.1 and the last bit of a NaN do not fit in 32 bits.
          roundTrip(
              14,
              new Color(1e300, 0.1, 0.75, Double.longBitsToDouble(0x7ff8000000000001L)),
              "0e000000 9c7500883ce4377e 9a9999999999b93f 000000000000e83f 010000000000f87f"),
          // These types have no field of type Float.
          roundTrip(1, BoolValue.TRUE, "01000000 01000000"),
          roundTrip(21, PackedInt32Array.of(1, -1), "15000000 02000000 01000000 ffffffff"));

  static final List<Case> DOUBLED_POOL_ARRAYS =
      List.of(
          roundTrip(22, PackedFloat32Array.of(0.5f, 1), "16000000 02000000 0000003f 0000803f"),
          roundTrip(
              24,
              PackedVector2Array.unsafeWrap(new double[] {1, 0.1}),
              "18000000 01000000 000000000000f03f 9a9999999999b93f"),
          roundTrip(
              25,
              PackedVector3Array.unsafeWrap(new double[] {1, 2, 3}),
              "19000000 01000000 000000000000f03f 0000000000000040 0000000000000840"),
          roundTrip(
              26,
              PackedColorArray.of(new Color(1e300, 0.1, 0.75, 1)),
              "1a000000 01000000"
                  + " 9c7500883ce4377e 9a9999999999b93f 000000000000e83f 000000000000f03f"));

  static final List<Case> DOUBLED_PACKED_ARRAYS =
      List.of(
          roundTrip(22, PackedInt64Array.of(1), "16000000 01000000 0100000000000000"),
          roundTrip(23, PackedFloat32Array.of(0.5f, 1), "17000000 02000000 0000003f 0000803f"),
          roundTrip(24, PackedFloat64Array.of(0.1), "18000000 01000000 9a9999999999b93f"),
          roundTrip(
              26,
              PackedVector2Array.unsafeWrap(new double[] {1, 0.1}),
              "1a000000 01000000 000000000000f03f 9a9999999999b93f"),
          roundTrip(
              27,
              PackedVector3Array.unsafeWrap(new double[] {1, 2, 3}),
              "1b000000 01000000 000000000000f03f 0000000000000040 0000000000000840"),
          roundTrip(
              28,
              PackedColorArray.of(new Color(1e300, 0.1, 0.75, 1)),
              "1c000000 01000000"
                  + " 9c7500883ce4377e 9a9999999999b93f 000000000000e83f 000000000000f03f"));
}

package io.github.godotvariant.codec;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;

/**
 * Every type of every table of the manual, with bytes assembled by hand from the page, field by
 * field. No encoder produced them.
 */
final class ManualCases {
  enum Expectation {
    /** The bytes decode to the value, and the value encodes to the bytes. */
    ROUND_TRIP,
    /** The bytes decode to the value, which encodes to other bytes. */
    DECODED,
    /** The codec rejects both the bytes and the value. */
    REJECTED,
    /** The codec rejects the bytes; the value does not matter. */
    MALFORMED
  }

  record Case(int id, Expectation expectation, ObjectMode objects, Variant value, String hex) {}

  static Case roundTrip(int id, Variant value, String hex) {
    return new Case(id, Expectation.ROUND_TRIP, ObjectMode.IDS, value, hex);
  }

  private static Case decoded(int id, Variant value, String hex) {
    return new Case(id, Expectation.DECODED, ObjectMode.IDS, value, hex);
  }

  private static Case rejected(int id, Variant value, String hex) {
    return new Case(id, Expectation.REJECTED, ObjectMode.IDS, value, hex);
  }

  static Case malformed(int id, String hex) {
    return new Case(id, Expectation.MALFORMED, ObjectMode.IDS, Variant.NIL, hex);
  }

  private static Case full(int id, Expectation expectation, Variant value, String hex) {
    return new Case(id, expectation, ObjectMode.FULL, value, hex);
  }

  static final Vector2 V12 = new Vector2(1, 2);
  static final Vector2 V34 = new Vector2(3, 4);
  static final Vector2 V56 = new Vector2(5, 6);
  static final Vector3 V123 = new Vector3(1, 2, 3);
  static final Vector3 V456 = new Vector3(4, 5, 6);
  static final Vector3 V789 = new Vector3(7, 8, 9);
  static final Basis BASIS = new Basis(V123, V456, V789);
  static final Vector3 ORIGIN = new Vector3(10, 11, 12);
  private static final NodePath ROOT_A_B = new NodePath(List.of("root", "a"), List.of("b"), true);

  static final ObjectValue NODE =
      new ObjectValue("Node", List.of(new ObjectValue.Property("name", StringValue.of("a"))));

  /** The types of all editions, up to the first two packed arrays. */
  private static final List<Case> COMMON =
      List.of(
          roundTrip(0, Variant.NIL, "00000000"),
          roundTrip(1, BoolValue.FALSE, "01000000 00000000"),
          roundTrip(1, BoolValue.TRUE, "01000000 01000000"),
          malformed(1, "01000000 010000"),
          roundTrip(4, StringValue.of(""), "04000000 00000000"),
          roundTrip(4, StringValue.of("a"), "04000000 01000000 61 000000"),
          roundTrip(4, StringValue.of("é"), "04000000 02000000 c3a9 0000"),
          roundTrip(4, StringValue.of("€"), "04000000 03000000 e282ac 00"),
          roundTrip(4, StringValue.of("abcd"), "04000000 04000000 61626364"),
          roundTrip(4, StringValue.of("abcde"), "04000000 05000000 6162636465 000000"),
          // The page gives no character a special meaning.
          roundTrip(4, StringValue.of("a\0b"), "04000000 03000000 610062 00"),
          roundTrip(4, StringValue.of("\uFEFFa"), "04000000 04000000 efbbbf61"),
          decoded(4, StringValue.of("a"), "04000000 01000000 61 ffffff"),
          malformed(4, "04000000 01000000 61"),
          malformed(4, "04000000 02000000 c328 0000"),
          roundTrip(5, V12, "05000000 0000803f 00000040"),
          roundTrip(5, new Vector2(-1.5, 0.25), "05000000 0000c0bf 0000803e"),
          malformed(5, "05000000 0000803f"),
          roundTrip(6, new Rect2(V12, V34), "06000000 0000803f 00000040 00004040 00008040"),
          roundTrip(7, V123, "07000000 0000803f 00000040 00004040"),
          roundTrip(
              8,
              new Transform2D(V12, V34, V56),
              "08000000 0000803f 00000040 00004040 00008040 0000a040 0000c040"),
          roundTrip(9, new Plane(V123, 4), "09000000 0000803f 00000040 00004040 00008040"),
          roundTrip(10, new Quaternion(1, 2, 3, 4), "0a000000 0000803f 00000040 00004040 00008040"),
          roundTrip(
              11,
              new AABB(V123, V456),
              "0b000000 0000803f 00000040 00004040 00008040 0000a040 0000c040"),
          roundTrip(
              12,
              BASIS,
              "0c000000 0000803f 00000040 00004040"
                  + " 00008040 0000a040 0000c040"
                  + " 0000e040 00000041 00001041"),
          roundTrip(
              13,
              new Transform3D(BASIS, ORIGIN),
              "0d000000 0000803f 00000040 00004040"
                  + " 00008040 0000a040 0000c040"
                  + " 0000e040 00000041 00001041"
                  + " 00002041 00003041 00004041"),
          roundTrip(
              14, new Color(0.25f, 0.5f, 0.75f, 1), "0e000000 0000803e 0000003f 0000403f 0000803f"),
          roundTrip(
              15,
              ROOT_A_B,
              "0f000000 02000080 01000000 01000000"
                  + " 04000000 726f6f74 01000000 61 000000 01000000 62 000000"),
          roundTrip(
              15,
              new NodePath(List.of("abcde"), List.of(), false),
              "0f000000 01000080 00000000 00000000 05000000 6162636465 000000"),
          roundTrip(
              15, new NodePath(List.of(), List.of(), false), "0f000000 00000080 00000000 00000000"),
          roundTrip(
              15, new NodePath(List.of(), List.of(), true), "0f000000 00000080 00000000 01000000"),
          // Only bit 0 of the flags has a meaning.
          decoded(
              15,
              new NodePath(List.of("a"), List.of(), true),
              "0f000000 01000080 00000000 ffffffff 01000000 61 000000"),
          decoded(15, ROOT_A_B, "0f000000 09000000 2f726f6f742f613a62 000000"),
          decoded(15, new NodePath(List.of(), List.of(), false), "0f000000 00000000"),
          // The text is split like in the engine.
          decoded(15, ROOT_A_B, "0f000000 0b000000 2f726f6f742f2f612f3a62 00"),
          decoded(15, new NodePath(List.of("a"), List.of(), false), "0f000000 02000000 613a 0000"),
          malformed(15, "0f000000 04000000 613a3a62"),
          malformed(15, "0f000000 02000080 00000000 00000000 01000000 61 000000"),
          rejected(16, new RID(0), "10000000"),
          rejected(16, new RID(7), "10000000 0700000000000000"),
          roundTrip(18, VariantDictionary.EMPTY, "12000000 00000000"),
          roundTrip(
              18,
              VariantDictionary.of("a", true, false, null),
              "12000000 02000000 04000000 01000000 61 000000 01000000 01000000"
                  + " 01000000 00000000 00000000"),
          decoded(
              18,
              VariantDictionary.of("a", true),
              "12000000 01000080 04000000 01000000 61 000000 01000000 01000000"),
          malformed(18, "12000000 01000000 04000000 01000000 61 000000"),
          roundTrip(19, VariantArray.EMPTY, "13000000 00000000"),
          roundTrip(
              19,
              VariantArray.of(null, true, VariantArray.of("a")),
              "13000000 03000000 00000000 01000000 01000000"
                  + " 13000000 01000000 04000000 01000000 61 000000"),
          decoded(19, VariantArray.of(true), "13000000 01000080 01000000 01000000"),
          malformed(19, "13000000 02000000 01000000 01000000"),
          roundTrip(20, PackedByteArray.of(), "14000000 00000000"),
          roundTrip(20, PackedByteArray.of((byte) 255), "14000000 01000000 ff 000000"),
          roundTrip(
              20,
              PackedByteArray.of((byte) 1, (byte) 2, (byte) 3, (byte) 4),
              "14000000 04000000 01 02 03 04"),
          roundTrip(
              20,
              PackedByteArray.of((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5),
              "14000000 05000000 01 02 03 04 05 000000"),
          malformed(20, "14000000 01000000 ff"),
          roundTrip(21, PackedInt32Array.of(), "15000000 00000000"),
          roundTrip(21, PackedInt32Array.of(1, -1), "15000000 02000000 01000000 ffffffff"),
          malformed(21, "15000000 ffffffff"));

  /** Types are the low 16 bits, flags the high 16; flag 1 is ENCODE_FLAG_64. */
  private static final List<Case> FLAGS =
      List.of(
          roundTrip(2, IntValue.of(5), "02000000 05000000"),
          roundTrip(2, IntValue.of(-1), "02000000 ffffffff"),
          roundTrip(2, IntValue.of(0x80000000L), "02000100 0000008000000000"),
          roundTrip(2, IntValue.of(-0x80000001L), "02000100 ffffff7fffffffff"),
          decoded(2, IntValue.of(5), "02000100 0500000000000000"),
          decoded(2, IntValue.of(5), "0200feff 05000000"),
          malformed(2, "02010000 05000000"),
          roundTrip(3, FloatValue.of(0.5), "03000000 0000003f"),
          roundTrip(3, FloatValue.of(0.1), "03000100 9a9999999999b93f"),
          decoded(3, FloatValue.of(0.5), "03000100 000000000000e03f"));

  private static final List<Case> WIDE_INT =
      List.of(
          roundTrip(2, IntValue.of(5), "02000000 0500000000000000"),
          roundTrip(2, IntValue.of(-1), "02000000 ffffffffffffffff"),
          roundTrip(2, IntValue.of(Long.MIN_VALUE), "02000000 0000000000000080"),
          malformed(2, "02000000 05000000"),
          malformed(2, "02000100 0500000000000000"));

  private static final List<Case> NARROW_FLOAT =
      List.of(
          roundTrip(3, FloatValue.of(0.5), "03000000 0000003f"),
          roundTrip(3, FloatValue.of(Double.NEGATIVE_INFINITY), "03000000 000080ff"),
          malformed(3, "03000100 000000000000e03f"));

  private static final List<Case> WIDE_FLOAT =
      List.of(
          roundTrip(3, FloatValue.of(0.5), "03000000 000000000000e03f"),
          roundTrip(3, FloatValue.of(0.1), "03000000 9a9999999999b93f"),
          malformed(3, "03000000 0000003f"),
          malformed(3, "03000100 000000000000e03f"));

  private static final List<Case> NO_OBJECTS =
      List.of(
          rejected(17, new ObjectIdValue(7), "11000000 0700000000000000"),
          rejected(17, NODE, "11000000 00000000"),
          full(
              17,
              Expectation.REJECTED,
              NODE,
              "11000000 04000000 4e6f6465 01000000"
                  + " 04000000 6e616d65 04000000 01000000 61 000000"));

  /** The object mode selects the form of an object; four zero bytes are null. */
  private static final List<Case> OBJECTS =
      List.of(
          decoded(17, Variant.NIL, "11000000 00000000"),
          full(17, Expectation.DECODED, Variant.NIL, "11000000 00000000"),
          decoded(
              17,
              VariantArray.of(null, true),
              "13000000 02000000 11000000 00000000 01000000 01000000"),
          full(
              17,
              Expectation.DECODED,
              VariantArray.of(null, true),
              "13000000 02000000 11000000 00000000 01000000 01000000"),
          roundTrip(17, new ObjectIdValue(7), "11000000 0700000000000000"),
          roundTrip(17, new ObjectIdValue(0x80000005fd0005acL), "11000000 ac0500fd05000080"),
          malformed(17, "11000000 07000000"),
          full(
              17,
              Expectation.ROUND_TRIP,
              NODE,
              "11000000 04000000 4e6f6465 01000000"
                  + " 04000000 6e616d65 04000000 01000000 61 000000"),
          full(
              17,
              Expectation.ROUND_TRIP,
              new ObjectValue(
                  "Node2D",
                  List.of(
                      new ObjectValue.Property("child", NODE),
                      new ObjectValue.Property("on", BoolValue.TRUE))),
              "11000000 06000000 4e6f64653244 0000 02000000"
                  + " 05000000 6368696c64 000000 11000000 04000000 4e6f6465 01000000"
                  + " 04000000 6e616d65 04000000 01000000 61 000000"
                  + " 02000000 6f6e 0000 01000000 01000000"));

  private static final List<Case> POOL_ARRAYS =
      List.of(
          roundTrip(22, PackedFloat32Array.of(0.5f, 1), "16000000 02000000 0000003f 0000803f"),
          roundTrip(
              23,
              PackedStringArray.of("", "a", "abcd"),
              "17000000 03000000 00000000 01000000 61 000000 04000000 61626364"),
          malformed(23, "17000000 ffffffff"),
          roundTrip(
              24,
              PackedVector2Array.of(1, 2, 3, 4),
              "18000000 02000000 0000803f 00000040 00004040 00008040"),
          roundTrip(
              25,
              PackedVector3Array.of(1, 2, 3, 4, 5, 6),
              "19000000 02000000 0000803f 00000040 00004040 00008040 0000a040 0000c040"),
          roundTrip(
              26,
              PackedColorArray.of(0.25f, 0.5f, 0.75f, 1),
              "1a000000 01000000 0000803e 0000003f 0000403f 0000803f"),
          malformed(27, "1b000000 00000000"));

  private static final List<Case> PACKED_ARRAYS =
      List.of(
          roundTrip(
              22,
              PackedInt64Array.of(1, -1),
              "16000000 02000000 0100000000000000 ffffffffffffffff"),
          roundTrip(23, PackedFloat32Array.of(0.5f, 1), "17000000 02000000 0000003f 0000803f"),
          roundTrip(
              24,
              PackedFloat64Array.of(0.5, 0.1),
              "18000000 02000000 000000000000e03f 9a9999999999b93f"),
          roundTrip(
              25,
              PackedStringArray.of("", "a", "abcd"),
              "19000000 03000000 00000000 01000000 61 000000 04000000 61626364"),
          malformed(25, "19000000 ffffffff"),
          roundTrip(
              26,
              PackedVector2Array.of(1, 2, 3, 4),
              "1a000000 02000000 0000803f 00000040 00004040 00008040"),
          roundTrip(
              27,
              PackedVector3Array.of(1, 2, 3, 4, 5, 6),
              "1b000000 02000000 0000803f 00000040 00004040 00008040 0000a040 0000c040"),
          roundTrip(
              28,
              PackedColorArray.of(0.25f, 0.5f, 0.75f, 1),
              "1c000000 01000000 0000803e 0000003f 0000403f 0000803f"),
          malformed(29, "1d000000 00000000"));

  private static final String POOL_NAMES =
      "Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane Quat AABB Basis Transform"
          + " Color NodePath RID Object Dictionary Array PoolByteArray PoolIntArray PoolRealArray"
          + " PoolStringArray PoolVector2Array PoolVector3Array PoolColorArray";

  private static final String PACKED_NAMES =
      POOL_NAMES.substring(0, POOL_NAMES.indexOf("PoolByteArray"))
          + "PackedByteArray PackedInt32Array PackedInt64Array PackedFloat32Array"
          + " PackedFloat64Array PackedStringArray PackedVector2Array PackedVector3Array"
          + " PackedColorArray";

  /** An edition of the page, with the names of its headings in the order of ids. */
  record Edition(Dialect dialect, String names, List<Case> cases, List<Case> doubled) {
    @Override
    public String toString() {
      return dialect.name();
    }
  }

  private static Edition edition(
      Dialect dialect, String names, List<Case> doubled, List<List<Case>> cases) {
    List<Case> all = new ArrayList<>(COMMON);
    cases.forEach(all::addAll);
    List<Case> allDoubled = new ArrayList<>(ManualDoubleCases.DOUBLED);
    allDoubled.addAll(doubled);
    return new Edition(dialect, names, all, allDoubled);
  }

  static List<Edition> editions() {
    return List.of(
        edition(
            Dialect.MANUAL_3_0,
            POOL_NAMES,
            ManualDoubleCases.DOUBLED_POOL_ARRAYS,
            List.of(WIDE_INT, NARROW_FLOAT, NO_OBJECTS, POOL_ARRAYS)),
        edition(
            Dialect.MANUAL_3_5,
            POOL_NAMES,
            ManualDoubleCases.DOUBLED_POOL_ARRAYS,
            List.of(FLAGS, NO_OBJECTS, POOL_ARRAYS)),
        edition(
            Dialect.MANUAL_4_0_DEV,
            PACKED_NAMES,
            ManualDoubleCases.DOUBLED_PACKED_ARRAYS,
            List.of(WIDE_INT, WIDE_FLOAT, NO_OBJECTS, PACKED_ARRAYS)),
        edition(
            Dialect.MANUAL_4,
            PACKED_NAMES.replace("Quat ", "Quaternion ").replace("Transform ", "Transform3D "),
            ManualDoubleCases.DOUBLED_PACKED_ARRAYS,
            List.of(FLAGS, OBJECTS, PACKED_ARRAYS)));
  }
}

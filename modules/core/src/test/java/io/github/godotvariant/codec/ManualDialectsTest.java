package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.Color;
import io.github.godotvariant.FloatValue;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.NilValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectId;
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
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.Reals;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every type of every table of the manual, in bytes that were put together by hand from the page,
 * field by field: no encoder, ours or another, had a part in them.
 */
class ManualDialectsTest {
  enum Way {
    /** The bytes are read as the value, and the value is written as the bytes. */
    BOTH,
    /** The bytes are read as the value, which is written in another form. */
    READ,
    /** The bytes are refused, and so is the value. */
    NEITHER,
    /** The bytes are refused; what is written is another case. */
    REFUSED
  }

  record Case(int id, Way way, ObjectMode objects, Variant value, String hex) {}

  private static Case both(int id, Variant value, String hex) {
    return new Case(id, Way.BOTH, ObjectMode.IDS, value, hex);
  }

  private static Case read(int id, Variant value, String hex) {
    return new Case(id, Way.READ, ObjectMode.IDS, value, hex);
  }

  private static Case neither(int id, Variant value, String hex) {
    return new Case(id, Way.NEITHER, ObjectMode.IDS, value, hex);
  }

  private static Case refused(int id, String hex) {
    return new Case(id, Way.REFUSED, ObjectMode.IDS, NilValue.NIL, hex);
  }

  private static Case full(int id, Way way, Variant value, String hex) {
    return new Case(id, way, ObjectMode.FULL, value, hex);
  }

  private static final Vector2 V12 = new Vector2(1, 2);
  private static final Vector2 V34 = new Vector2(3, 4);
  private static final Vector2 V56 = new Vector2(5, 6);
  private static final Vector3 V123 = new Vector3(1, 2, 3);
  private static final Vector3 V456 = new Vector3(4, 5, 6);
  private static final Vector3 V789 = new Vector3(7, 8, 9);
  private static final Basis BASIS = new Basis(V123, V456, V789);
  private static final Vector3 ORIGIN = new Vector3(10, 11, 12);
  private static final NodePath ROOT_A_B = new NodePath(List.of("root", "a"), List.of("b"), true);
  private static final ObjectValue NODE =
      new ObjectValue("Node", List.of(new ObjectValue.Property("name", StringValue.of("a"))));

  /** What all editions say alike, up to the first two packed arrays. */
  private static final List<Case> COMMON =
      List.of(
          both(0, NilValue.NIL, "00000000"),
          both(1, BoolValue.FALSE, "01000000 00000000"),
          both(1, BoolValue.TRUE, "01000000 01000000"),
          refused(1, "01000000 010000"),
          both(4, StringValue.of(""), "04000000 00000000"),
          both(4, StringValue.of("a"), "04000000 01000000 61 000000"),
          both(4, StringValue.of("é"), "04000000 02000000 c3a9 0000"),
          both(4, StringValue.of("€"), "04000000 03000000 e282ac 00"),
          both(4, StringValue.of("abcd"), "04000000 04000000 61626364"),
          both(4, StringValue.of("abcde"), "04000000 05000000 6162636465 000000"),
          // The page knows of no characters that mean something else.
          both(4, StringValue.of("a\0b"), "04000000 03000000 610062 00"),
          both(4, StringValue.of("\uFEFFa"), "04000000 04000000 efbbbf61"),
          read(4, StringValue.of("a"), "04000000 01000000 61 ffffff"),
          refused(4, "04000000 01000000 61"),
          refused(4, "04000000 02000000 c328 0000"),
          both(5, V12, "05000000 0000803f 00000040"),
          both(5, new Vector2(-1.5, 0.25), "05000000 0000c0bf 0000803e"),
          refused(5, "05000000 0000803f"),
          both(6, new Rect2(V12, V34), "06000000 0000803f 00000040 00004040 00008040"),
          both(7, V123, "07000000 0000803f 00000040 00004040"),
          both(
              8,
              new Transform2D(V12, V34, V56),
              "08000000 0000803f 00000040 00004040 00008040 0000a040 0000c040"),
          both(9, new Plane(V123, 4), "09000000 0000803f 00000040 00004040 00008040"),
          both(10, new Quaternion(1, 2, 3, 4), "0a000000 0000803f 00000040 00004040 00008040"),
          both(
              11,
              new AABB(V123, V456),
              "0b000000 0000803f 00000040 00004040 00008040 0000a040 0000c040"),
          both(
              12,
              BASIS,
              "0c000000 0000803f 00000040 00004040"
                  + " 00008040 0000a040 0000c040"
                  + " 0000e040 00000041 00001041"),
          both(
              13,
              new Transform3D(BASIS, ORIGIN),
              "0d000000 0000803f 00000040 00004040"
                  + " 00008040 0000a040 0000c040"
                  + " 0000e040 00000041 00001041"
                  + " 00002041 00003041 00004041"),
          both(
              14, new Color(0.25f, 0.5f, 0.75f, 1), "0e000000 0000803e 0000003f 0000403f 0000803f"),
          both(
              15,
              ROOT_A_B,
              "0f000000 02000080 01000000 01000000"
                  + " 04000000 726f6f74 01000000 61 000000 01000000 62 000000"),
          both(
              15,
              new NodePath(List.of("abcde"), List.of(), false),
              "0f000000 01000080 00000000 00000000 05000000 6162636465 000000"),
          both(
              15, new NodePath(List.of(), List.of(), false), "0f000000 00000080 00000000 00000000"),
          both(15, new NodePath(List.of(), List.of(), true), "0f000000 00000080 00000000 01000000"),
          // Only bit 0 of the flags has a meaning.
          read(
              15,
              new NodePath(List.of("a"), List.of(), true),
              "0f000000 01000080 00000000 ffffffff 01000000 61 000000"),
          read(15, ROOT_A_B, "0f000000 09000000 2f726f6f742f613a62 000000"),
          read(15, new NodePath(List.of(), List.of(), false), "0f000000 00000000"),
          // Cut up as the engine cuts up the text of a NodePath.
          read(15, ROOT_A_B, "0f000000 0b000000 2f726f6f742f2f612f3a62 00"),
          read(15, new NodePath(List.of("a"), List.of(), false), "0f000000 02000000 613a 0000"),
          refused(15, "0f000000 04000000 613a3a62"),
          refused(15, "0f000000 02000080 00000000 00000000 01000000 61 000000"),
          neither(16, new RID(0), "10000000"),
          neither(16, new RID(7), "10000000 0700000000000000"),
          both(18, VariantDictionary.EMPTY, "12000000 00000000"),
          both(
              18,
              VariantDictionary.of("a", true, false, null),
              "12000000 02000000 04000000 01000000 61 000000 01000000 01000000"
                  + " 01000000 00000000 00000000"),
          read(
              18,
              VariantDictionary.of("a", true),
              "12000000 01000080 04000000 01000000 61 000000 01000000 01000000"),
          refused(18, "12000000 01000000 04000000 01000000 61 000000"),
          both(19, VariantArray.EMPTY, "13000000 00000000"),
          both(
              19,
              VariantArray.of(null, true, VariantArray.of("a")),
              "13000000 03000000 00000000 01000000 01000000"
                  + " 13000000 01000000 04000000 01000000 61 000000"),
          read(19, VariantArray.of(true), "13000000 01000080 01000000 01000000"),
          refused(19, "13000000 02000000 01000000 01000000"),
          both(20, PackedByteArray.of(), "14000000 00000000"),
          both(20, PackedByteArray.of((byte) 255), "14000000 01000000 ff 000000"),
          both(
              20,
              PackedByteArray.of((byte) 1, (byte) 2, (byte) 3, (byte) 4),
              "14000000 04000000 01 02 03 04"),
          both(
              20,
              PackedByteArray.of((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5),
              "14000000 05000000 01 02 03 04 05 000000"),
          refused(20, "14000000 01000000 ff"),
          both(21, PackedInt32Array.of(), "15000000 00000000"),
          both(21, PackedInt32Array.of(1, -1), "15000000 02000000 01000000 ffffffff"),
          refused(21, "15000000 ffffffff"));

  /** Types are the low 16 bits, flags the high 16; flag 1 is ENCODE_FLAG_64. */
  private static final List<Case> FLAGS =
      List.of(
          both(2, IntValue.of(5), "02000000 05000000"),
          both(2, IntValue.of(-1), "02000000 ffffffff"),
          both(2, IntValue.of(0x80000000L), "02000100 0000008000000000"),
          both(2, IntValue.of(-0x80000001L), "02000100 ffffff7fffffffff"),
          read(2, IntValue.of(5), "02000100 0500000000000000"),
          read(2, IntValue.of(5), "0200feff 05000000"),
          refused(2, "02010000 05000000"),
          both(3, FloatValue.of(0.5), "03000000 0000003f"),
          both(3, FloatValue.of(0.1), "03000100 9a9999999999b93f"),
          read(3, FloatValue.of(0.5), "03000100 000000000000e03f"));

  private static final List<Case> WIDE_INT =
      List.of(
          both(2, IntValue.of(5), "02000000 0500000000000000"),
          both(2, IntValue.of(-1), "02000000 ffffffffffffffff"),
          both(2, IntValue.of(Long.MIN_VALUE), "02000000 0000000000000080"),
          refused(2, "02000000 05000000"),
          refused(2, "02000100 0500000000000000"));

  private static final List<Case> NARROW_FLOAT =
      List.of(
          both(3, FloatValue.of(0.5), "03000000 0000003f"),
          both(3, FloatValue.of(Double.NEGATIVE_INFINITY), "03000000 000080ff"),
          refused(3, "03000100 000000000000e03f"));

  private static final List<Case> WIDE_FLOAT =
      List.of(
          both(3, FloatValue.of(0.5), "03000000 000000000000e03f"),
          both(3, FloatValue.of(0.1), "03000000 9a9999999999b93f"),
          refused(3, "03000000 0000003f"),
          refused(3, "03000100 000000000000e03f"));

  private static final List<Case> NO_OBJECTS =
      List.of(
          neither(17, new ObjectId(7), "11000000 0700000000000000"),
          neither(17, NODE, "11000000 00000000"),
          full(
              17,
              Way.NEITHER,
              NODE,
              "11000000 04000000 4e6f6465 01000000"
                  + " 04000000 6e616d65 04000000 01000000 61 000000"));

  /** Null, instance id, full object: told apart by agreement, and null by its zero. */
  private static final List<Case> OBJECTS =
      List.of(
          read(17, NilValue.NIL, "11000000 00000000"),
          full(17, Way.READ, NilValue.NIL, "11000000 00000000"),
          read(
              17,
              VariantArray.of(null, true),
              "13000000 02000000 11000000 00000000 01000000 01000000"),
          full(
              17,
              Way.READ,
              VariantArray.of(null, true),
              "13000000 02000000 11000000 00000000 01000000 01000000"),
          both(17, new ObjectId(7), "11000000 0700000000000000"),
          both(17, new ObjectId(0x80000005fd0005acL), "11000000 ac0500fd05000080"),
          refused(17, "11000000 07000000"),
          full(
              17,
              Way.BOTH,
              NODE,
              "11000000 04000000 4e6f6465 01000000"
                  + " 04000000 6e616d65 04000000 01000000 61 000000"),
          full(
              17,
              Way.BOTH,
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
          both(22, PackedFloat32Array.of(0.5f, 1), "16000000 02000000 0000003f 0000803f"),
          both(
              23,
              PackedStringArray.of("", "a", "abcd"),
              "17000000 03000000 00000000 01000000 61 000000 04000000 61626364"),
          refused(23, "17000000 ffffffff"),
          both(
              24,
              PackedVector2Array.of(1, 2, 3, 4),
              "18000000 02000000 0000803f 00000040 00004040 00008040"),
          both(
              25,
              PackedVector3Array.of(1, 2, 3, 4, 5, 6),
              "19000000 02000000 0000803f 00000040 00004040 00008040 0000a040 0000c040"),
          both(
              26,
              PackedColorArray.of(0.25f, 0.5f, 0.75f, 1),
              "1a000000 01000000 0000803e 0000003f 0000403f 0000803f"),
          refused(27, "1b000000 00000000"));

  private static final List<Case> PACKED_ARRAYS =
      List.of(
          both(
              22,
              PackedInt64Array.of(1, -1),
              "16000000 02000000 0100000000000000 ffffffffffffffff"),
          both(23, PackedFloat32Array.of(0.5f, 1), "17000000 02000000 0000003f 0000803f"),
          both(
              24,
              PackedFloat64Array.of(0.5, 0.1),
              "18000000 02000000 000000000000e03f 9a9999999999b93f"),
          both(
              25,
              PackedStringArray.of("", "a", "abcd"),
              "19000000 03000000 00000000 01000000 61 000000 04000000 61626364"),
          refused(25, "19000000 ffffffff"),
          both(
              26,
              PackedVector2Array.of(1, 2, 3, 4),
              "1a000000 02000000 0000803f 00000040 00004040 00008040"),
          both(
              27,
              PackedVector3Array.of(1, 2, 3, 4, 5, 6),
              "1b000000 02000000 0000803f 00000040 00004040 00008040 0000a040 0000c040"),
          both(
              28,
              PackedColorArray.of(0.25f, 0.5f, 0.75f, 1),
              "1c000000 01000000 0000803e 0000003f 0000403f 0000803f"),
          refused(29, "1d000000 00000000"));

  /** Fields called Float take 8 bytes; the page's rule for offsets makes room for just that. */
  private static final List<Case> DOUBLED =
      List.of(
          both(5, new Vector2(1, 0.1), "05000000 000000000000f03f 9a9999999999b93f"),
          refused(5, "05000000 0000803f 00000040"),
          both(
              6,
              new Rect2(V12, V34),
              "06000000 000000000000f03f 0000000000000040 0000000000000840 0000000000001040"),
          both(7, V123, "07000000 000000000000f03f 0000000000000040 0000000000000840"),
          both(
              8,
              new Transform2D(V12, V34, V56),
              "08000000 000000000000f03f 0000000000000040 0000000000000840"
                  + " 0000000000001040 0000000000001440 0000000000001840"),
          both(
              9,
              new Plane(V123, 4),
              "09000000 000000000000f03f 0000000000000040 0000000000000840 0000000000001040"),
          both(
              10,
              new Quaternion(1, 2, 3, 4),
              "0a000000 000000000000f03f 0000000000000040 0000000000000840 0000000000001040"),
          both(
              11,
              new AABB(V123, V456),
              "0b000000 000000000000f03f 0000000000000040 0000000000000840"
                  + " 0000000000001040 0000000000001440 0000000000001840"),
          both(
              12,
              BASIS,
              "0c000000 000000000000f03f 0000000000000040 0000000000000840"
                  + " 0000000000001040 0000000000001440 0000000000001840"
                  + " 0000000000001c40 0000000000002040 0000000000002240"),
          both(
              13,
              new Transform3D(BASIS, ORIGIN),
              "0d000000 000000000000f03f 0000000000000040 0000000000000840"
                  + " 0000000000001040 0000000000001440 0000000000001840"
                  + " 0000000000001c40 0000000000002040 0000000000002240"
                  + " 0000000000002440 0000000000002640 0000000000002840"),
          both(
              14,
              new Color(0.25f, 0.5f, 0.75f, 1),
              "0e000000 000000000000d03f 000000000000e03f 000000000000e83f 000000000000f03f"),
          both(
              14,
              new Color(
                  Reals.widen(Float.intBitsToFloat(0x7f800001)),
                  Double.NEGATIVE_INFINITY,
                  Float.MIN_VALUE,
                  -0.0f),
              "0e000000 000000200000f07f 000000000000f0ff 000000000000a036 0000000000000080"),
          // 32 bits do not hold 1e300, 0.1 and the last bit of a NaN.
          both(
              14,
              new Color(1e300, 0.1, 0.75, Double.longBitsToDouble(0x7ff8000000000001L)),
              "0e000000 9c7500883ce4377e 9a9999999999b93f 000000000000e83f 010000000000f87f"),
          // No fields called Float.
          both(1, BoolValue.TRUE, "01000000 01000000"),
          both(21, PackedInt32Array.of(1, -1), "15000000 02000000 01000000 ffffffff"));

  private static final List<Case> DOUBLED_POOL_ARRAYS =
      List.of(
          both(22, PackedFloat32Array.of(0.5f, 1), "16000000 02000000 0000003f 0000803f"),
          both(
              24,
              PackedVector2Array.wrap(new double[] {1, 0.1}),
              "18000000 01000000 000000000000f03f 9a9999999999b93f"),
          both(
              25,
              PackedVector3Array.wrap(new double[] {1, 2, 3}),
              "19000000 01000000 000000000000f03f 0000000000000040 0000000000000840"),
          both(
              26,
              PackedColorArray.of(new Color(1e300, 0.1, 0.75, 1)),
              "1a000000 01000000"
                  + " 9c7500883ce4377e 9a9999999999b93f 000000000000e83f 000000000000f03f"));

  private static final List<Case> DOUBLED_PACKED_ARRAYS =
      List.of(
          both(22, PackedInt64Array.of(1), "16000000 01000000 0100000000000000"),
          both(23, PackedFloat32Array.of(0.5f, 1), "17000000 02000000 0000003f 0000803f"),
          both(24, PackedFloat64Array.of(0.1), "18000000 01000000 9a9999999999b93f"),
          both(
              26,
              PackedVector2Array.wrap(new double[] {1, 0.1}),
              "1a000000 01000000 000000000000f03f 9a9999999999b93f"),
          both(
              27,
              PackedVector3Array.wrap(new double[] {1, 2, 3}),
              "1b000000 01000000 000000000000f03f 0000000000000040 0000000000000840"),
          both(
              28,
              PackedColorArray.of(new Color(1e300, 0.1, 0.75, 1)),
              "1c000000 01000000"
                  + " 9c7500883ce4377e 9a9999999999b93f 000000000000e83f 000000000000f03f"));

  private static final String POOL_NAMES =
      "Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane Quat AABB Basis Transform"
          + " Color NodePath RID Object Dictionary Array PoolByteArray PoolIntArray PoolRealArray"
          + " PoolStringArray PoolVector2Array PoolVector3Array PoolColorArray";
  private static final String PACKED_NAMES =
      POOL_NAMES.substring(0, POOL_NAMES.indexOf("PoolByteArray"))
          + "PackedByteArray PackedInt32Array PackedInt64Array PackedFloat32Array"
          + " PackedFloat64Array PackedStringArray PackedVector2Array PackedVector3Array"
          + " PackedColorArray";

  /** An edition of the page: the names of its headings in the order of their ids, and its cases. */
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
    List<Case> allDoubled = new ArrayList<>(DOUBLED);
    allDoubled.addAll(doubled);
    return new Edition(dialect, names, all, allDoubled);
  }

  static List<Edition> editions() {
    return List.of(
        edition(
            Dialect.MANUAL_3_0,
            POOL_NAMES,
            DOUBLED_POOL_ARRAYS,
            List.of(WIDE_INT, NARROW_FLOAT, NO_OBJECTS, POOL_ARRAYS)),
        edition(
            Dialect.MANUAL_3_5,
            POOL_NAMES,
            DOUBLED_POOL_ARRAYS,
            List.of(FLAGS, NO_OBJECTS, POOL_ARRAYS)),
        edition(
            Dialect.MANUAL_4_0_DEV,
            PACKED_NAMES,
            DOUBLED_PACKED_ARRAYS,
            List.of(WIDE_INT, WIDE_FLOAT, NO_OBJECTS, PACKED_ARRAYS)),
        edition(
            Dialect.MANUAL_4,
            PACKED_NAMES.replace("Quat ", "Quaternion ").replace("Transform ", "Transform3D "),
            DOUBLED_PACKED_ARRAYS,
            List.of(FLAGS, OBJECTS, PACKED_ARRAYS)));
  }

  @TestFactory
  Stream<DynamicTest> bytesPutTogetherByHand() {
    return editions().stream().flatMap(e -> e.cases().stream().map(c -> test(e.dialect(), c)));
  }

  @TestFactory
  Stream<DynamicTest> bytesOfDoublePrecisionBuilds() {
    return editions().stream()
        .flatMap(
            e -> {
              Dialect doubled = e.dialect().withRealPrecision(RealPrecision.DOUBLE);
              return e.doubled().stream().map(c -> test(doubled, c));
            });
  }

  @ParameterizedTest
  @MethodSource("editions")
  void everyRowHasCasesAndTheNameOfItsHeading(Edition edition) {
    assertThat(edition.dialect().rows().stream().map(TypeRow::name))
        .containsExactly(edition.names().split(" "));
    TreeSet<Integer> covered = new TreeSet<>();
    for (Case one : edition.cases()) {
      if (one.way() != Way.REFUSED) {
        covered.add(one.id());
      }
    }
    assertThat(edition.dialect().rows().stream().map(TypeRow::wireId))
        .containsExactlyElementsOf(covered);
  }

  @Test
  void narrowFloatsHoldOnlyWhatFits() {
    VariantCodec codec = VariantCodec.of(Dialect.MANUAL_3_0);
    assertThatThrownBy(() -> codec.encode(FloatValue.of(0.1)))
        .isInstanceOf(InexpressibleVariantException.class);
    assertThatThrownBy(() -> codec.encode(FloatValue.of(1e300)))
        .isInstanceOf(InexpressibleVariantException.class);
  }

  /** Engines take it as none. */
  @Test
  void aNegativeNumberOfPropertiesIsRefused() {
    VariantCodec manual = VariantCodec.of(Dialect.MANUAL_4).withObjects(ObjectMode.FULL);
    byte[] bytes =
        HexFormat.of().parseHex("1300000001000000" + "11000000" + "04000000" + "4e6f6465ffffffff");
    String message = "Object has negative property count -1, at byte 20, $[0]";
    assertThatThrownBy(() -> manual.decode(bytes))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage(message);
    assertThat(manual.inspect(bytes).failure().orElseThrow()).hasMessage(message);
    try (VariantReader reader = manual.reader(bytes)) {
      reader.beginArray();
      assertThatThrownBy(reader::skip).hasMessage(message);
    }
    try (VariantReader reader = manual.reader(bytes)) {
      reader.beginArray();
      assertThatThrownBy(reader::beginObject).hasMessage(message);
    }
    VariantCodec engine = VariantCodec.of(Dialect.GODOT_3).withObjects(ObjectMode.FULL);
    assertThat(engine.decode(bytes)).isEqualTo(VariantArray.of(new ObjectValue("Node", List.of())));
  }

  @Test
  void objectsAreWrittenInTheFormAgreedOn() {
    VariantCodec ids = VariantCodec.of(Dialect.MANUAL_4);
    VariantCodec full = ids.withObjects(ObjectMode.FULL);
    assertThatThrownBy(() -> ids.encode(NODE)).isInstanceOf(InexpressibleVariantException.class);
    assertThatThrownBy(() -> full.encode(new ObjectId(7)))
        .isInstanceOf(InexpressibleVariantException.class);
    assertThatThrownBy(() -> ids.encode(new ObjectId(7L << 32)))
        .as("would be read as null")
        .isInstanceOf(InexpressibleVariantException.class);
  }

  private static DynamicTest test(Dialect dialect, Case one) {
    return DynamicTest.dynamicTest(
        dialect + " " + one.way() + " " + one.hex(), () -> check(dialect, one));
  }

  private static void check(Dialect dialect, Case one) {
    VariantCodec codec = VariantCodec.of(dialect).withObjects(one.objects());
    String hex = one.hex().replace(" ", "");
    byte[] bytes = HexFormat.of().parseHex(hex);
    if (one.way() == Way.BOTH || one.way() == Way.READ) {
      assertThat(codec.decode(bytes)).isEqualTo(one.value());
      assertThat(codec.inspect(bytes).failure()).isEmpty();
      assertThat(codec.inspect(bytes).length()).isEqualTo(bytes.length);
      try (VariantReader reader = codec.reader(bytes)) {
        reader.skip();
        reader.expectEnd();
      }
    } else {
      assertThatThrownBy(() -> codec.decode(bytes)).isInstanceOf(MalformedVariantException.class);
    }
    if (one.way() == Way.BOTH) {
      assertThat(HexFormat.of().formatHex(codec.encode(one.value()))).isEqualTo(hex);
    } else if (one.way() == Way.READ) {
      assertThat(codec.encode(one.value())).isNotEqualTo(bytes);
    } else if (one.way() == Way.NEITHER) {
      assertThatThrownBy(() -> codec.encode(one.value()))
          .isInstanceOf(InexpressibleVariantException.class);
    }
  }
}

package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.PackedColorArray;
import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.PackedFloat64Array;
import io.github.godotvariant.PackedInt32Array;
import io.github.godotvariant.PackedInt64Array;
import io.github.godotvariant.PackedVector2Array;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.testsupport.Hex;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class VariantReaderTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);
  private static final Variant PLAYER =
      VariantDictionary.of(
          "id",
          7,
          "at",
          new Vector3(0, 1, 0),
          StringName.of("speed"),
          2.5,
          "tags",
          VariantArray.of("a", "b"),
          "dead",
          false,
          "target",
          null,
          "sword",
          new ObjectValue(
              "Item",
              List.of(
                  new ObjectValue.Property("name", Variant.of("Sting")),
                  new ObjectValue.Property("uses", Variant.of(3_000_000_000L)))));

  private static VariantReader reader() {
    return CODEC.reader(CODEC.encode(PLAYER));
  }

  @Test
  void readsPieceByPieceAndKnowsWhereItIs() {
    try (VariantReader r = reader()) {
      assertThat(r.path()).isEqualTo("$");
      assertThat(r.peek()).isEqualTo(VariantType.DICTIONARY);
      assertThat(r.beginDictionary()).isEqualTo(7);
      assertThat(r.path()).isEqualTo("${key 0}");
      assertThat(r.byteOffset()).isEqualTo(8);
      assertThat(r.nextString()).isEqualTo("id");
      assertThat(r.path()).isEqualTo("$.id");
      assertThat(r.nextInt()).isEqualTo(7);
      assertThat(r.nextString()).isEqualTo("at");
      assertThat(r.nextValue(Vector3.class)).isEqualTo(new Vector3(0, 1, 0));
      assertThat(r.peek()).isEqualTo(VariantType.STRING_NAME);
      assertThat(r.nextString()).isEqualTo("speed");
      assertThat(r.path()).isEqualTo("$.speed");
      assertThat(r.nextFloat()).isEqualTo(2.5);
      assertThat(r.nextString()).isEqualTo("tags");
      assertThat(r.beginArray()).isEqualTo(2);
      assertThat(r.elementType()).isEqualTo(ElementType.UNTYPED);
      assertThat(r.path()).isEqualTo("$.tags[0]");
      assertThat(r.nextString()).isEqualTo("a");
      assertThat(r.path()).isEqualTo("$.tags[1]");
      assertThat(r.nextString()).isEqualTo("b");
      assertThat(r.hasNext()).isFalse();
      r.endArray();
      assertThat(r.path()).isEqualTo("${key 4}");
      assertThat(r.nextString()).isEqualTo("dead");
      assertThat(r.nextBool()).isFalse();
      assertThat(r.nextString()).isEqualTo("target");
      r.nextNil();
      assertThat(r.nextString()).isEqualTo("sword");
      assertThat(r.beginObject()).isEqualTo("Item");
      assertThat(r.nextName()).isEqualTo("name");
      assertThat(r.path()).isEqualTo("$.sword.name");
      r.skip();
      assertThat(r.nextName()).isEqualTo("uses");
      assertThat(r.nextInt()).isEqualTo(3_000_000_000L);
      r.endObject();
      assertThat(r.hasNext()).isFalse();
      r.endDictionary();
      assertThat(r.hasNext()).isFalse();
      r.expectEnd();
    }
  }

  /** A text that is not looked at may be none, be it a value or the name of a property. */
  @Test
  void skippingLooksAtNoText() {
    VariantCodec codec = VariantCodec.GODOT_4.withObjects(ObjectMode.FULL);
    String text = "01000000 ff000000 ";
    for (String hex :
        List.of("04000000 " + text, "18000000 01000000 41000000 01000000 " + text + "00000000")) {
      byte[] bytes = Hex.bytes(hex);
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(() -> codec.decode(bytes))
          .withMessageContaining("is not valid UTF-8");
      try (VariantReader r = codec.reader(bytes)) {
        r.skip();
        r.expectEnd();
      }
    }
  }

  @Test
  void aWrongTypeLeavesTheValue() {
    try (VariantReader r = reader()) {
      r.beginDictionary();
      r.skip();
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::nextString)
          .withMessage("wanted String but found int, at byte 20, $.id");
      assertThatExceptionOfType(VariantTypeException.class).isThrownBy(r::beginArray);
      assertThat(r.nextFloat()).isEqualTo(7.0);
    }
  }

  @Test
  void illegalOrderNamesCallAndState() {
    try (VariantReader r = reader()) {
      assertThatIllegalStateException()
          .isThrownBy(r::endArray)
          .withMessage("endArray but no container is open");
      r.beginDictionary();
      assertThatIllegalStateException()
          .isThrownBy(r::endDictionary)
          .withMessage("endDictionary but 14 values are still to be read at ${key 0}");
      assertThatIllegalStateException()
          .isThrownBy(r::nextName)
          .withMessage("nextName but a value comes next in the Dictionary at ${key 0}");
      assertThatIllegalStateException().isThrownBy(r::expectEnd);
    }
    try (VariantReader r = CODEC.reader(CODEC.encode(VariantArray.of()))) {
      r.beginArray();
      assertThatIllegalStateException()
          .isThrownBy(r::nextInt)
          .withMessage("nextInt but the Array at $[0] is at its end");
      r.endArray();
      assertThatIllegalStateException()
          .isThrownBy(r::skip)
          .withMessage("skip but the whole value has been read");
    }
    VariantReader closed = reader();
    closed.close();
    assertThatIllegalStateException()
        .isThrownBy(closed::expectEnd)
        .withMessage("expectEnd but the reader is closed");
  }

  /** Also where a key comes next, which has a short way. */
  @Test
  void nothingIsReadFromAReaderThatIsClosed() {
    VariantReader closed = reader();
    closed.beginDictionary();
    closed.close();
    assertThatIllegalStateException()
        .isThrownBy(closed::nextString)
        .withMessage("nextString but the reader is closed");
    assertThatIllegalStateException()
        .isThrownBy(closed::nextValue)
        .withMessage("nextValue but the reader is closed");
    assertThatIllegalStateException()
        .isThrownBy(() -> closed.nextKeyIs(VariantKey.of("id")))
        .withMessage("nextKeyIs but the reader is closed");
  }

  @Test
  void seekFindsOneValue() {
    try (VariantReader r = reader()) {
      assertThat(r.seek("tags[1]")).isTrue();
      assertThat(r.path()).isEqualTo("$.tags[1]");
      assertThat(r.nextString()).isEqualTo("b");
      r.endArray();
      assertThat(r.nextString()).isEqualTo("dead");
    }
    try (VariantReader r = reader()) {
      for (String missing : List.of("nothing", "tags[2]", "id.x", "at[0]", "sword.edge")) {
        assertThat(r.seek(missing)).as(missing).isFalse();
        assertThat(r.path()).isEqualTo("$");
      }
      assertThat(r.seek("sword.uses")).isTrue();
      assertThat(r.path()).isEqualTo("$.sword.uses");
      assertThat(r.nextInt()).isEqualTo(3_000_000_000L);
    }
    try (VariantReader r = reader()) {
      assertThat(r.seek("speed")).as("a StringName key").isTrue();
      assertThat(r.nextFloat()).isEqualTo(2.5);
    }
    try (VariantReader r = reader()) {
      assertThat(r.seek(VariantPath.ROOT)).isTrue();
      assertThat(r.nextValue()).isEqualTo(PLAYER);
    }
  }

  @Test
  void seekTakesTheLastOfTwoEqualKeysAsDecodingDoes() {
    byte[] bytes =
        Hex.bytes(
            "1b000000 03000000"
                + "04000000 01000000 61000000 02000000 01000000"
                + "04000000 01000000 62000000 02000000 02000000"
                + "04000000 01000000 61000000 02000000 03000000");
    assertThat(CODEC.decode(bytes).asDictionary().getInt("a")).isEqualTo(3);
    try (VariantReader r = CODEC.reader(bytes)) {
      assertThat(r.seek("a")).isTrue();
      assertThat(r.nextInt()).isEqualTo(3);
      assertThat(r.hasNext()).isFalse();
    }
  }

  @Test
  void seekFindsKeysHoweverTheyAreWritten() {
    String value = " 02000000 07000000";
    Map<String, String> keys =
        Map.of(
            "04000000 02000000 61620000", "ab",
            "04000000 05000000 efbbbf61 62000000", "ab", // behind a byte order mark
            "04000000 04000000 61620063", "ab", // before a NUL
            "04000000 0b000000 6162636465666768 00696a00", "abcdefgh", // a longer one
            "04000000 02000000 6162ff7f", "ab", // with padding that is not zero
            "15000000 02000000 61620000", "ab", // as a StringName
            "04000000 03000000 61626300", "abc",
            "04000000 01000000 61000000", "a",
            "04000000 02000000 61630000", "ac",
            "04000000 00000000", "");
    keys.forEach(
        (key, written) -> {
          String other = "04000000 07000000 756e6c696b657300";
          byte[] bytes = Hex.bytes("1b000000 02000000" + key + value + other + value);
          assertThat(CODEC.decode(bytes).asDictionary().getInt(written)).isEqualTo(7);
          for (String text : List.of("ab", "abc", "a", "ac", "abcdefgh", "")) {
            try (VariantReader r = CODEC.reader(bytes)) {
              assertThat(r.seek(VariantPath.ROOT.key(StringValue.of(text))))
                  .as(key + " by " + text)
                  .isEqualTo(text.equals(written));
            }
          }
        });
  }

  private static VariantException failure(ThrowingCallable reading) {
    return catchThrowableOfType(VariantException.class, reading);
  }

  @Test
  void seekFindsWhereBytesEndTooEarlyAsDecodingDoes() {
    byte[] bytes = CODEC.encode(VariantDictionary.of("a_name", 1, "another_name", "text", "z", 2));
    for (int end = 8; end < bytes.length; end++) {
      byte[] cut = Arrays.copyOf(bytes, end);
      VariantException wanted = failure(() -> CODEC.decode(cut));
      for (String sought : List.of("z", "another_name")) {
        try (VariantReader r = CODEC.reader(cut)) {
          assertThat(failure(() -> r.seek(sought)))
              .as("%s in %d bytes", sought, end)
              .hasSameClassAs(wanted)
              .extracting(VariantException::problem, VariantException::byteOffset)
              .containsExactly(wanted.problem(), wanted.byteOffset());
        }
      }
    }
  }

  @Test
  void aPlaceInAnObjectIsNamedWithoutChargingItsName() {
    byte[] bytes =
        Hex.bytes(
            "18000000 01000000 41000000 01000000"
                + "04000000 6e616d65 1c000000 02000000 00000000 00000000");
    VariantCodec full = CODEC.withObjects(ObjectMode.FULL);
    long heap = 0;
    while (true) { // until it is just enough to come to the value
      try (VariantReader r =
          full.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap)).reader(bytes)) {
        r.beginObject();
        r.nextName();
        assertThat(r.path()).isEqualTo("$.name");
        assertThatExceptionOfType(VariantLimitException.class)
            .as("the limit holds after its path was asked for")
            .isThrownBy(r::nextValue)
            .satisfies(e -> assertThat(e.path()).isEqualTo("$.name"));
        break;
      } catch (VariantLimitException e) {
        heap++;
      }
    }
  }

  @Test
  void textsWhereTheyStandAreCharged() {
    byte[] bytes = CODEC.encode(VariantArray.of("a", "b", "c", "d"));
    ReadLimits limits = ReadLimits.DEFAULT.withHeapBytes(150);
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(
            () -> {
              try (VariantReader r = CODEC.withLimits(limits).reader(bytes)) {
                r.beginArray();
                while (r.hasNext()) {
                  r.nextUtf8();
                }
              }
            });
  }

  @Test
  void aKeyThatIsNoObjectHasItsPlace() {
    byte[] bytes = Hex.bytes("1b000000 01000000 18000000 00000000 27000000");
    VariantCodec full = CODEC.withObjects(ObjectMode.FULL);
    try (VariantReader r = full.reader(bytes)) {
      r.beginDictionary();
      r.nextValue();
      assertThat(r.path()).isEqualTo("$[null]");
    }
    byte[] other = Hex.bytes("1b000000 01000000 18000000 01000000 41000000 00000000 27000000");
    try (VariantReader r = full.reader(other)) {
      r.beginDictionary();
      r.nextValue();
      assertThat(r.path()).isEqualTo("${value 0}");
    }
  }

  /** What goes wrong on the way to a value is what goes wrong where all is read. */
  @Test
  void seekingFindsKeysAsBadAsReadingDoes() {
    String good = "04000000 03000000 61626300 02000000 01000000";
    for (String bad :
        List.of(
            "04000000 64000000 61616161 02000000 01000000", // longer than what is there
            "04000000 ffffffff 61616161 02000000 01000000",
            "04000000 0d000000 61616161 02000000 01000000")) { // by a byte
      byte[] bytes = Hex.bytes("1b000000 02000000" + good + bad);
      assertThat(problemOfSeeking(CODEC, bytes)).as(bad).isEqualTo(problemOfReading(CODEC, bytes));
    }
    byte[] bytes = Hex.bytes("1b000000 02000000" + good + good.replace("61", "62"));
    for (int most = 0; most < 300; most++) {
      VariantCodec heap = CODEC.withLimits(ReadLimits.DEFAULT.withHeapBytes(most));
      assertThat(problemOfSeeking(heap, bytes)).isEqualTo(problemOfReading(heap, bytes));
    }
    VariantCodec texts = CODEC.withLimits(ReadLimits.DEFAULT.withStringBytes(2));
    assertThat(problemOfSeeking(texts, bytes))
        .isEqualTo(problemOfReading(texts, bytes))
        .contains("is longer than the limit of 2");
  }

  private static String problemOfSeeking(VariantCodec codec, byte[] bytes) {
    try (VariantReader r = codec.reader(bytes)) {
      assertThat(r.seek("missing")).isFalse();
      return "";
    } catch (VariantException e) {
      return e.problem();
    }
  }

  private static String problemOfReading(VariantCodec codec, byte[] bytes) {
    try (VariantReader r = codec.reader(bytes)) {
      r.beginDictionary();
      while (r.hasNext()) {
        r.nextString();
        r.skip();
      }
      return "";
    } catch (VariantException e) {
      return e.problem();
    }
  }

  @Test
  void seekFindsKeysThatAreNoTexts() {
    VariantDictionary value = VariantDictionary.of(7, "a", VariantArray.of(1), "b", true, "c");
    byte[] bytes = CODEC.encode(value);
    for (Object key : List.of(7L, VariantArray.of(1), true)) {
      try (VariantReader r = CODEC.reader(bytes)) {
        assertThat(r.seek(VariantPath.ROOT.key(Variant.of(key)))).isTrue();
        assertThat(r.nextValue()).isEqualTo(value.get(key));
      }
    }
    try (VariantReader r = CODEC.reader(bytes)) {
      assertThat(r.seek(VariantPath.ROOT.key(Variant.of(8)))).isFalse();
    }
  }

  @Test
  void whatIsInContainersThatAreOpenIsAsDeepAsItIs() {
    byte[] bytes = Hex.bytes("1c000000 01000000".repeat(4) + "02000000 01000000");
    VariantCodec three = CODEC.withLimits(ReadLimits.DEFAULT.withDepth(3));
    for (Consumer<VariantReader> call :
        List.<Consumer<VariantReader>>of(
            VariantReader::nextValue,
            VariantReader::skip,
            r -> r.seek("[0][0]"),
            VariantReader::beginArray)) {
      try (VariantReader r = three.reader(bytes)) {
        r.beginArray();
        r.beginArray();
        assertThatExceptionOfType(VariantLimitException.class)
            .isThrownBy(
                () -> {
                  call.accept(r);
                  r.beginArray();
                })
            .withMessageContaining("deep");
      }
    }
    byte[] skipped = CODEC.encode(VariantDictionary.of("a", VariantArray.of(VariantArray.of(1))));
    VariantCodec two = CODEC.withLimits(ReadLimits.DEFAULT.withDepth(2));
    try (VariantReader r = two.reader(skipped)) {
      assertThatExceptionOfType(VariantLimitException.class).isThrownBy(() -> r.seek("b"));
    }
  }

  @Test
  void lastOffsetsCountFromWhereTheInputStarts() {
    byte[] bytes = new byte[24];
    bytes[8] = 28;
    bytes[12] = 1;
    try (VariantReader r = CODEC.reader(ByteBuffer.wrap(bytes, 8, 16))) {
      r.beginArray();
      r.nextNil();
      assertThat(r.lastByteOffset()).isEqualTo(8);
      assertThat(r.byteOffset()).isEqualTo(12);
    }
  }

  @Test
  void aClosedReaderSaysNothing() {
    VariantReader r = CODEC.reader(CODEC.encode(VariantArray.of(1)));
    r.beginArray();
    r.nextInt();
    r.close();
    assertThatIllegalStateException().isThrownBy(r::lastByteOffset);
    assertThatIllegalStateException()
        .isThrownBy(() -> r.refusal("no"))
        .withMessage("refusal but the reader is closed");
  }

  @Test
  void trailingBytesAreSeenByExpectEndOnly() {
    try (VariantReader r = CODEC.reader(Hex.bytes("02000000 05000000 00"))) {
      assertThat(r.nextInt()).isEqualTo(5);
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::expectEnd)
          .withMessage("1 byte follows the value, at byte 8, $");
    }
  }

  @Test
  void errorsInsideAValueNameTheWholePath() {
    byte[] bytes =
        Hex.bytes(
            "1b000000 01000000 04000000 01000000 61000000"
                + "1c000000 01000000 1c000000 01000000 27000000");
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginDictionary();
      r.nextString();
      r.beginArray();
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::nextValue)
          .withMessage("no type has id 39 in godot-4, at byte 36, $.a[0][0]");
    }
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginDictionary();
      r.nextString();
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::skip)
          .withMessage("no type has id 39 in godot-4, at byte 36, $.a[0][0]");
    }
  }

  @Test
  void readsFromAnyBuffer() {
    byte[] bytes = CODEC.encode(PLAYER);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 3);
    direct.position(3).put(bytes).flip().position(3);
    try (VariantReader r = CODEC.reader(direct)) {
      assertThat(r.nextValue()).isEqualTo(PLAYER);
      r.expectEnd();
    }
    assertThat(direct.position()).isEqualTo(3);
  }

  @Test
  void everyStateHasItsPath() {
    Variant value =
        VariantArray.of(
            new ObjectValue(
                "A",
                List.of(
                    new ObjectValue.Property("p", Variant.of(1)),
                    new ObjectValue.Property("q", Variant.of(2)))),
            VariantDictionary.of(5, VariantArray.of(1), "k", 2));
    try (VariantReader r = CODEC.reader(CODEC.encode(value))) {
      assertThat(r.beginArray()).isEqualTo(2);
      assertThat(r.beginObject()).isEqualTo("A");
      assertThat(r.path()).isEqualTo("$[0]{property 0}");
      assertThat(r.nextName()).isEqualTo("p");
      assertThat(r.path()).isEqualTo("$[0].p");
      assertThat(r.nextInt()).isEqualTo(1);
      assertThat(r.path()).isEqualTo("$[0]{property 1}");
      assertThat(r.nextName()).isEqualTo("q");
      assertThat(r.nextInt()).isEqualTo(2);
      assertThat(r.path()).as("after the last").isEqualTo("$[0].q");
      r.endObject();
      assertThat(r.path()).isEqualTo("$[1]");
      assertThat(r.beginDictionary()).isEqualTo(2);
      assertThat(r.nextInt()).isEqualTo(5);
      assertThat(r.path()).isEqualTo("$[1][5]");
      assertThat(r.beginArray()).isEqualTo(1);
      assertThat(r.path()).isEqualTo("$[1][5][0]");
      r.skip();
      assertThat(r.path()).as("after the last").isEqualTo("$[1][5][0]");
      r.endArray();
      assertThat(r.path()).isEqualTo("$[1]{key 1}");
      r.skip();
      assertThat(r.path()).as("of a skipped key").isEqualTo("$[1].k");
      r.skip();
      assertThat(r.path()).as("after the last").isEqualTo("$[1].k");
      r.endDictionary();
      assertThat(r.path()).as("after the last").isEqualTo("$[1]");
      r.endArray();
      assertThat(r.path()).isEqualTo("$");
    }
  }

  /** A dictionary that is a key is a place without a name. */
  @Test
  void containersAsKeysAreShownByNumber() {
    Variant value =
        VariantDictionary.of(
            VariantArray.of(1), 2, new Vector3(0, 1, 0), 3, VariantDictionary.EMPTY, 4);
    try (VariantReader r = CODEC.reader(CODEC.encode(value))) {
      r.beginDictionary();
      r.beginArray();
      assertThat(r.path()).isEqualTo("${key 0}");
      r.skip();
      r.endArray();
      assertThat(r.path()).isEqualTo("${value 0}");
      r.skip();
      r.skip();
      assertThat(r.path()).isEqualTo("$[Vector3(0, 1, 0)]");
      r.skip();
      r.skip();
      assertThat(r.path()).isEqualTo("${value 2}");
      r.skip();
      assertThat(r.path()).as("after the last").isEqualTo("${value 2}");
    }
  }

  @Test
  void numbersOfBothWidthsAndTheWrongOnes() {
    byte[] bytes =
        CODEC.encode(VariantArray.of(1, 1L << 40, 0.5, 0.1, true, null, "a", StringName.of("b")));
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginArray();
      assertThat(r.nextFloat()).isEqualTo(1.0);
      assertThat(r.nextFloat()).isEqualTo(1L << 40);
      assertThat(r.nextFloat()).isEqualTo(0.5);
      assertThat(r.nextFloat()).isEqualTo(0.1);
      assertThat(r.nextBool()).isTrue();
      for (Runnable wrong :
          List.<Runnable>of(
              r::nextBool, r::nextInt, r::nextFloat, r::nextString, r::beginDictionary)) {
        assertThatExceptionOfType(VariantTypeException.class)
            .isThrownBy(wrong::run)
            .withMessageEndingWith("but found Nil, at byte 56, $[5]");
      }
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::beginObject)
          .withMessageStartingWith("wanted Object but found Nil");
      r.nextNil();
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::nextNil)
          .withMessageStartingWith("wanted Nil but found String");
      assertThat(r.nextValue(StringValue.class).value()).isEqualTo("a");
      assertThat(r.nextString()).isEqualTo("b");
      r.endArray();
      r.expectEnd();
    }
  }

  @Test
  void aTypeThatIsNotInTheDialectIsMalformed() {
    for (String bytes : List.of("27000000", "1c000000 01000000 27000000")) {
      try (VariantReader r = CODEC.reader(Hex.bytes(bytes))) {
        if (bytes.length() > 8) {
          r.beginArray();
        }
        assertThatExceptionOfType(MalformedVariantException.class)
            .isThrownBy(r::peek)
            .withMessageStartingWith("no type has id 39");
        assertThatExceptionOfType(MalformedVariantException.class).isThrownBy(r::nextInt);
      }
    }
    VariantCodec manual = VariantCodec.of(Dialect.MANUAL_3_5);
    try (VariantReader r = manual.reader(Hex.bytes("10000000"))) {
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::peek)
          .withMessageStartingWith("RID is documented as unsupported");
    }
  }

  @Test
  void declaredTypesOfContainers() {
    ElementType ints = ElementType.of(VariantType.INT);
    ElementType texts = ElementType.of(VariantType.STRING);
    byte[] bytes =
        CODEC.encode(
            VariantArray.of(VariantDictionary.of("a", 1).withTypes(texts, ints), 1)
                .withElementType(ElementType.ofClass("Node")));
    try (VariantReader r = CODEC.reader(bytes)) {
      assertThatIllegalStateException()
          .isThrownBy(r::elementType)
          .withMessage("no container is open");
      r.beginArray();
      assertThat(r.elementType()).isEqualTo(ElementType.ofClass("Node"));
      r.beginDictionary();
      assertThat(r.elementType()).isEqualTo(texts);
      assertThat(r.valueType()).isEqualTo(ints);
      r.skip();
      r.skip();
      r.endDictionary();
      assertThat(r.elementType()).isEqualTo(ElementType.ofClass("Node"));
      assertThat(r.valueType()).isEqualTo(ElementType.UNTYPED);
    }
  }

  @Test
  void objectsHaveAnOrderOfCalls() {
    Variant object =
        new ObjectValue("A", List.of(new ObjectValue.Property("p", VariantArray.of(1))));
    try (VariantReader r = CODEC.reader(CODEC.encode(object))) {
      r.beginObject();
      assertThatIllegalStateException()
          .isThrownBy(r::nextValue)
          .withMessage(
              "nextValue but the name of a property comes next in the Object at ${property 0}");
      assertThatIllegalStateException()
          .isThrownBy(r::endObject)
          .withMessage("endObject but 1 value is still to be read at ${property 0}");
      assertThat(r.nextName()).isEqualTo("p");
      assertThatIllegalStateException()
          .isThrownBy(r::nextName)
          .withMessage("nextName but a value comes next in the Object at $.p");
      r.skip();
      assertThatIllegalStateException()
          .isThrownBy(r::nextName)
          .withMessage("nextName but the Object at $.p is at its end");
      r.endObject();
      assertThatIllegalStateException()
          .isThrownBy(r::peek)
          .withMessage("peek but the whole value has been read");
      r.expectEnd();
    }
    try (VariantReader r = CODEC.reader(Hex.bytes("18000000 00000000"))) {
      assertThat(r.beginObject()).isEmpty();
      assertThat(r.hasNext()).isFalse();
      r.endObject();
      r.expectEnd();
    }
    try (VariantReader r = CODEC.reader(Hex.bytes("18000100 0100000000000000"))) {
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::beginObject)
          .withMessage("wanted a full Object but found an instance id, at byte 0, $");
    }
  }

  /** After a failed search nothing has changed, also inside an open container. */
  @Test
  void seekFromInsideAContainer() {
    byte[] bytes =
        CODEC.encode(VariantArray.of(VariantDictionary.of("a", VariantArray.of(7, 8)), 9));
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginArray();
      assertThat(r.seek("a[2]")).isFalse();
      assertThat(r.seek("a[-1]")).isFalse();
      assertThat(r.path()).isEqualTo("$[0]");
      assertThat(r.seek("a[1]")).isTrue();
      assertThat(r.path()).isEqualTo("$[0].a[1]");
      assertThat(r.nextInt()).isEqualTo(8);
      r.endArray();
      r.endDictionary();
      assertThat(r.nextInt()).isEqualTo(9);
      r.endArray();
    }
  }

  @Test
  void seekTakesTheLastOfTwoPropertiesAndReadsOnFromThere() {
    Variant object =
        new ObjectValue(
            "A",
            List.of(
                new ObjectValue.Property("p", Variant.of(1)),
                new ObjectValue.Property("p", VariantArray.of(2)),
                new ObjectValue.Property("q", Variant.of(3))));
    try (VariantReader r = CODEC.reader(CODEC.encode(object))) {
      assertThat(r.seek("p[0]")).isTrue();
      assertThat(r.path()).isEqualTo("$.p[0]");
      assertThat(r.nextInt()).isEqualTo(2);
      r.endArray();
      assertThat(r.nextName()).isEqualTo("q");
      assertThat(r.nextInt()).isEqualTo(3);
      r.endObject();
      r.expectEnd();
    }
  }

  /** What the containers around a value still need is not there for the value to take. */
  @Test
  void countsLeaveRoomForWhatFollows() {
    byte[] array = Hex.bytes("1c000000 02000000 1c000000 03000000 00000000 00000000 00000000");
    byte[] dictionary = Hex.bytes("1b000000 01000000 1c000000 03000000 00000000 00000000 00000000");
    byte[] object =
        Hex.bytes(
            "18000000 01000000 41000000 02000000 01000000 70000000"
                + "1c000000 02000000 00000000 00000000 00000000");
    for (byte[] bytes : List.of(array, dictionary, object)) {
      for (boolean begin : new boolean[] {false, true}) {
        try (VariantReader r = CODEC.reader(bytes)) {
          switch (r.peek()) {
            case ARRAY -> r.beginArray();
            case DICTIONARY -> r.beginDictionary();
            default -> {
              r.beginObject();
              r.nextName();
            }
          }
          assertThatExceptionOfType(MalformedVariantException.class)
              .isThrownBy(begin ? r::beginArray : r::skip)
              .withMessageContaining(" bytes, and what follows ");
        }
      }
    }
  }

  @Test
  void offsetsCountFromWhereTheInputStarts() {
    byte[] bytes = Hex.bytes("ffffffff ffffffff 1c000000 01000000 18000100 0100000000000000");
    try (VariantReader r = CODEC.reader(ByteBuffer.wrap(bytes).position(8))) {
      assertThat(r.byteOffset()).isZero();
      r.beginArray();
      assertThat(r.byteOffset()).isEqualTo(8);
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::beginObject)
          .withMessage("wanted a full Object but found an instance id, at byte 8, $[0]");
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::beginDictionary)
          .withMessage("wanted Dictionary but found Object, at byte 8, $[0]");
    }
  }

  @Test
  void limitsHoldForContainersThatAreOpened() {
    byte[] bytes = CODEC.encode(VariantArray.of(VariantArray.of(1)));
    VariantCodec flat = CODEC.withLimits(ReadLimits.DEFAULT.withDepth(1));
    try (VariantReader r = flat.reader(bytes)) {
      r.beginArray();
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(r::beginArray)
          .withMessage("nested deeper than the limit of 1 level, at byte 8, $[0]");
    }
    VariantCodec few = CODEC.withLimits(ReadLimits.DEFAULT.withElements(0));
    try (VariantReader r = few.reader(bytes)) {
      assertThatExceptionOfType(VariantLimitException.class)
          .isThrownBy(r::beginArray)
          .withMessageStartingWith("more elements than the limit of 0");
    }
  }

  @Test
  void packedArraysAreViewsOfTheInput() {
    VariantArray arrays =
        VariantArray.of(
            PackedByteArray.of((byte) 1, (byte) -2, (byte) 3),
            PackedInt32Array.of(1, Integer.MIN_VALUE),
            PackedInt64Array.of(1, Long.MIN_VALUE),
            PackedFloat32Array.of(1.5f, -0.0f),
            PackedFloat64Array.of(0.1, -0.0),
            PackedVector3Array.of(1, 2, 3, 4, 5, 6),
            PackedColorArray.of(0, 0.25f, 0.5f, 1),
            "behind them");
    byte[] bytes = CODEC.encode(arrays);
    try (VariantReader r = CODEC.reader(bytes)) {
      r.beginArray();
      ByteBuffer view = r.nextByteBuffer();
      assertThat(view).isEqualTo(ByteBuffer.wrap(new byte[] {1, -2, 3}));
      assertThat(view.isReadOnly()).isTrue();
      bytes[16] = 9;
      assertThat(view.get(0)).as("no copy").isEqualTo((byte) 9);
      assertThat(r.nextIntBuffer()).isEqualTo(IntBuffer.wrap(new int[] {1, Integer.MIN_VALUE}));
      assertThat(r.nextLongBuffer()).isEqualTo(LongBuffer.wrap(new long[] {1, Long.MIN_VALUE}));
      assertThat(r.nextFloatBuffer()).isEqualTo(FloatBuffer.wrap(new float[] {1.5f, -0.0f}));
      assertThat(r.nextDoubleBuffer()).isEqualTo(DoubleBuffer.wrap(new double[] {0.1, -0.0}));
      assertThat(r.nextFloatBuffer()).isEqualTo(FloatBuffer.wrap(new float[] {1, 2, 3, 4, 5, 6}));
      assertThat(r.nextFloatBuffer()).isEqualTo(FloatBuffer.wrap(new float[] {0, 0.25f, 0.5f, 1}));
      assertThat(r.nextString()).isEqualTo("behind them");
      r.endArray();
      r.expectEnd();
    }
  }

  @Test
  void aViewOfOtherElementsIsRefusedAndLeavesTheValue() {
    VariantCodec twice = VariantCodec.of(Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    byte[] wide = twice.encode(PackedVector2Array.wrap(new double[] {0.1, 2}));
    try (VariantReader r = CODEC.reader(wide)) {
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::nextFloatBuffer)
          .withMessageContaining(
              "wanted packed 32-bit floats but found PackedVector2Array with components of 64 bits");
      assertThat(r.nextDoubleBuffer()).isEqualTo(DoubleBuffer.wrap(new double[] {0.1, 2}));
    }
    try (VariantReader r = CODEC.reader(CODEC.encode(Variant.of(List.of(1))))) {
      assertThatExceptionOfType(VariantTypeException.class)
          .isThrownBy(r::nextByteBuffer)
          .withMessageContaining("wanted packed bytes but found Array");
      assertThat(r.nextValue()).isEqualTo(VariantArray.of(1));
    }
  }

  @Test
  void aViewIsCheckedAndChargedAsTheArrayIs() {
    byte[] cut = Arrays.copyOf(CODEC.encode(PackedInt64Array.of(1, 2)), 20);
    try (VariantReader r = CODEC.reader(cut)) {
      assertThatExceptionOfType(MalformedVariantException.class)
          .isThrownBy(r::nextLongBuffer)
          .withMessageContaining("PackedInt64Array count 2");
    }
    VariantCodec strict = CODEC.withLimits(ReadLimits.DEFAULT.withElements(1));
    try (VariantReader r = strict.reader(CODEC.encode(PackedInt64Array.of(1, 2)))) {
      assertThatExceptionOfType(VariantLimitException.class).isThrownBy(r::nextLongBuffer);
    }
    try (VariantReader r = CODEC.reader(ByteBuffer.wrap(new byte[] {9, 9, 39, 0, 0, 0}, 2, 4))) {
      assertThatExceptionOfType(VariantException.class).isThrownBy(r::nextFloatBuffer);
    }
  }

  @Test
  void textsWhereTheyStand() {
    for (String text : List.of("", "abc", "Élodie", "a\uD83D\uDE00b", "x".repeat(100))) {
      try (VariantReader reader =
          VariantCodec.GODOT_4.reader(
              VariantCodec.GODOT_4.encode(VariantArray.of(text, StringName.of(text), 7)))) {
        reader.beginArray();
        for (int i = 0; i < 2; i++) {
          ByteBuffer utf8 = reader.nextUtf8();
          assertThat(utf8.isReadOnly()).isTrue();
          assertThat(StandardCharsets.UTF_8.decode(utf8).toString()).isEqualTo(text);
        }
        assertThatThrownBy(reader::nextUtf8).isInstanceOf(VariantTypeException.class);
        assertThat(reader.nextInt()).isEqualTo(7);
        reader.endArray();
      }
    }
  }

  @Test
  void shortKeysThatComeAgainAreTheSameStrings() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    for (String key : List.of("x", "id", "hp ü", "position", "abcdefghijklmnop")) {
      List<String> read = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        byte[] bytes = codec.encode(VariantDictionary.of(key, i, StringName.of("n" + i), key));
        try (VariantReader reader = codec.reader(bytes)) {
          reader.beginDictionary();
          read.add(reader.nextString());
        }
      }
      assertThat(read.get(0)).isEqualTo(key);
      assertThat(read.get(1)).as(key).isSameAs(read.get(0));
      assertThat(read.get(2)).as(key).isSameAs(read.get(0));
    }
  }

  @Test
  void textsIntoABuffer() {
    byte[] bytes =
        VariantCodec.GODOT_4.encode(
            VariantArray.of("Élodie", StringName.of("ab"), "", 7, "\uFEFFx"));
    ByteBuffer target = ByteBuffer.allocate(12);
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      reader.beginArray();
      assertThat(reader.nextUtf8(target)).isEqualTo(7);
      assertThat(reader.nextUtf8(target)).isEqualTo(2);
      assertThat(reader.nextUtf8(target)).isZero();
      assertThat(StandardCharsets.UTF_8.decode(target.flip()).toString()).isEqualTo("Élodieab");
      assertThatThrownBy(() -> reader.nextUtf8(target)).isInstanceOf(VariantTypeException.class);
      reader.skip();
      assertThatThrownBy(() -> reader.nextUtf8(target.asReadOnlyBuffer()))
          .isInstanceOf(ReadOnlyBufferException.class);
      // A byte order mark is no part of the text.
      assertThat(reader.nextUtf8(target.clear())).isEqualTo(1);
      assertThat(target.get(0)).isEqualTo((byte) 'x');
      reader.endArray();
    }
    for (boolean direct : new boolean[] {false, true}) {
      ByteBuffer small = direct ? ByteBuffer.allocateDirect(6) : ByteBuffer.allocate(6);
      try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
        reader.beginArray();
        assertThatThrownBy(() -> reader.nextUtf8(small))
            .isInstanceOf(BufferOverflowException.class);
        assertThat(small.position()).isZero();
        assertThat(reader.path()).isEqualTo("$[0]");
        assertThat(reader.nextString()).isEqualTo("Élodie");
        assertThat(reader.nextUtf8(small)).isEqualTo(2);
      }
    }
    try (VariantReader reader =
        VariantCodec.GODOT_4.reader(Hex.bytes("04000000 02000000 c328 0000"))) {
      assertThatThrownBy(() -> reader.nextUtf8(target))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessage("string is not valid UTF-8, at byte 8, $");
    }
  }

  /** As decoding does: a byte order mark and what is behind a NUL are no part of the text. */
  @Test
  void textsWhereTheyStandAreWhatTheyAreElsewhere() {
    byte[] bytes = Hex.bytes("04000000 08000000 efbbbf 61c3a9 00 62");
    try (VariantReader reader = VariantCodec.GODOT_4.reader(bytes)) {
      assertThat(StandardCharsets.UTF_8.decode(reader.nextUtf8()).toString())
          .isEqualTo(VariantCodec.GODOT_4.decode(bytes).asString());
    }
    try (VariantReader reader =
        VariantCodec.GODOT_4.reader(Hex.bytes("04000000 02000000 c328 0000"))) {
      assertThatThrownBy(reader::nextUtf8)
          .isInstanceOf(MalformedVariantException.class)
          .hasMessage("string is not valid UTF-8, at byte 8, $");
    }
  }

  /** So that those who look keys up can tell them by identity first. */
  @Test
  void keysThatCameBeforeAreTheSameObjects() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    VariantDictionary pair = VariantDictionary.of("id", 1, StringName.of("at"), List.of());
    byte[] bytes = codec.encode(VariantArray.of(pair, Map.of("in", pair), pair, pair));
    try (VariantReader reader = codec.reader(bytes)) {
      reader.beginArray();
      reader.beginDictionary();
      assertThat(reader.nextString()).isEqualTo("id");
      assertThat(reader.lastByteOffset()).isEqualTo(16);
      reader.skip();
      assertThat(reader.nextString()).isEqualTo("at");
      reader.skip();
      reader.endDictionary();
      assertThat(reader.lastByteOffset()).isEqualTo(8);
      reader.skip();
      reader.beginDictionary();
      String id = reader.nextString();
      reader.skip();
      Variant at = reader.nextValue();
      assertThat(at).isEqualTo(StringName.of("at"));
      assertThat(reader.path()).isEqualTo("$[2].at");
      reader.skip();
      reader.endDictionary();
      reader.beginDictionary();
      assertThat(reader.nextString()).isSameAs(id);
      assertThat(reader.nextInt()).isEqualTo(1);
      assertThat(reader.nextValue()).isSameAs(at);
      reader.skip();
      reader.endDictionary();
      reader.endArray();
      reader.expectEnd();
    }
  }

  /** However the keys before it were read, passed by or gone back to, a key is what it is. */
  @Test
  void keysAreRightAfterEveryOtherCall() {
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4);
    byte[] bytes = codec.encode(VariantDictionary.of("a", 1, "b", 2, "c", 3, 4, 5, "d", 6));
    for (int way = 0; way < 64; way++) {
      try (VariantReader reader = codec.reader(bytes)) {
        reader.beginDictionary();
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          switch (way >> 2 * i & 3) {
            case 0 -> keys.add(reader.nextString());
            case 1 -> keys.add(reader.nextValue().asString());
            case 2 -> {
              String key = "abc".substring(i, i + 1);
              assertThat(reader.nextKeyIs(VariantKey.of(key))).isTrue();
              keys.add(key);
            }
            default -> {
              String key = reader.nextString();
              assertThat(reader.refusal("no")).hasMessageContaining("no, at byte");
              assertThat(reader.nextString()).isEqualTo(key);
              keys.add(key);
            }
          }
          reader.skip();
        }
        assertThat(keys).containsExactly("a", "b", "c");
        assertThatThrownBy(reader::nextString).isInstanceOf(VariantTypeException.class);
        assertThat(reader.nextValue()).isEqualTo(Variant.of(4));
        reader.skip();
        assertThat(reader.nextString()).isEqualTo("d");
        assertThat(reader.nextInt()).isEqualTo(6);
        reader.endDictionary();
      }
    }
  }

  @Test
  void familiarKeysAreChargedAsOthers() {
    VariantDictionary value = VariantDictionary.of("a", 1, "b", 2);
    byte[] bytes = VariantCodec.GODOT_4.encode(value);
    long least = 0;
    while (!readsKeys(bytes, least, 1)) {
      least++;
    }
    assertThat(least).isPositive();
    assertThat(readsKeys(bytes, least, 3)).isTrue();
    assertThat(readsKeys(bytes, least - 1, 3)).isFalse();
  }

  private static boolean readsKeys(byte[] bytes, long heap, int times) {
    VariantCodec codec = VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(heap));
    try {
      for (int i = 0; i < times; i++) {
        try (VariantReader reader = codec.reader(bytes)) {
          reader.beginDictionary();
          while (reader.hasNext()) {
            assertThat(reader.nextString()).hasSize(1);
            reader.skip();
          }
        }
      }
      return true;
    } catch (VariantLimitException e) {
      return false;
    }
  }
}

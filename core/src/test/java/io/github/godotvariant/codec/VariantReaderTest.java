package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import java.nio.ByteBuffer;
import java.util.List;
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
          .withMessage("no type has id 39 in godot-4, at byte 36, $.a");
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
}

package io.github.godotvariant.codec;

import static io.github.godotvariant.codec.CodecAssertions.assertIllegalState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.BoolValue;
import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.dialect.Dialect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariantWriterTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  @Test
  void reportsKeysInPaths() {
    VariantWriter writer = CODEC.writer();
    assertThat(writer.beginDictionary().value(true).path()).isEqualTo("$[true]");
    writer.value(1);
    assertThat(writer.value("a").beginArray().path()).isEqualTo("$.a[0]");
    writer.endArray();
    assertThat(writer.beginArray().endArray().path()).isEqualTo("${value 2}");
    VariantWriter other = CODEC.writer().beginDictionary().value("a").value(1);
    assertThat(other.beginArray().endArray().path()).isEqualTo("${value 1}");
    assertThat(writer.atomically(() -> writer.value(2))).isSameAs(writer);
  }

  @Test
  void rejectsTypesMissingFromDialect() {
    Dialect without =
        Dialect.GODOT_4
            .builder("bare", "Without simple types")
            .remove(1)
            .remove(2)
            .remove(3)
            .build();
    VariantWriter writer = VariantCodec.of(without).writer();
    writer.beginArray();
    for (Runnable write :
        List.<Runnable>of(
            () -> writer.value(true), () -> writer.value(1), () -> writer.value(0.5))) {
      assertThatExceptionOfType(InexpressibleVariantException.class)
          .isThrownBy(write::run)
          .withMessageContaining(" cannot be written in bare")
          .withMessageEndingWith("$[0]");
    }
  }

  @Test
  void growsBuffer() {
    VariantWriter bools = CODEC.writer();
    VariantWriter ints = CODEC.writer();
    bools.beginArray(100);
    ints.beginArray(100);
    for (int i = 0; i < 100; i++) {
      bools.value(true);
      ints.value(i);
    }
    bools.endArray();
    ints.endArray();
    assertThat(CODEC.decode(bools.toByteArray()))
        .isEqualTo(VariantArray.copyOf(Collections.nCopies(100, BoolValue.TRUE)));
    assertThat(CODEC.decode(ints.toByteArray()).asArray().getLong(99)).isEqualTo(99);
  }

  @Test
  void convertsJavaTypesAsVariantOf() {
    VariantWriter writer = CODEC.writer().beginDictionary().value("k");
    assertThat(writer.path()).isEqualTo("$.k");
    writer.beginArray().value((byte) -1).value((short) -2).value(0.1f);
    writer.value(Integer.valueOf(3)).value(Float.valueOf(0.1f)).value(true);
    assertThat(CODEC.decode(writer.endArray().endDictionary().toByteArray()))
        .isEqualTo(
            VariantDictionary.of("k", VariantArray.of((byte) -1, (short) -2, 0.1f, 3, 0.1f, true)))
        .isEqualTo(
            VariantDictionary.of(
                "k", VariantArray.of(-1, -2, (double) 0.1f, 3, (double) 0.1f, true)));
  }

  @Test
  void writesSameBytesAsEncode() {
    VariantWriter writer = CODEC.writer().beginDictionary();
    writer.value("id").value(7).value("ratio").value(0.1).value("ok").value(true);
    writer.value("none").nil();
    writer.value("tags").beginArray(2).value("a").value("b").endArray();
    writer.value("numbers").beginArray(ElementType.of(VariantType.INT)).value(1).endArray();
    writer.value("item").beginObject("Item").name("uses").value(3).endObject();
    writer.value(new Vector2i(1, 2)).beginDictionary(0).endDictionary().endDictionary();
    Variant same =
        VariantDictionary.builder()
            .put("id", 7)
            .put("ratio", 0.1)
            .put("ok", true)
            .put("none", null)
            .put("tags", VariantArray.of("a", "b"))
            .put("numbers", VariantArray.of(1).withElementType(ElementType.of(VariantType.INT)))
            .put(
                "item",
                new ObjectValue("Item", List.of(new ObjectValue.Property("uses", Variant.of(3)))))
            .put(new Vector2i(1, 2), VariantDictionary.EMPTY)
            .build();
    assertThat(writer.toByteArray()).isEqualTo(CODEC.encode(same));
    ByteBuffer target = ByteBuffer.allocate(1000);
    writer.writeTo(target);
    assertThat(target.position()).isEqualTo(CODEC.encodedSize(same));
    assertThat(writer.reset().value(5).toByteArray()).isEqualTo(CODEC.encode(Variant.of(5)));
  }

  @Test
  void rejectsCallsInWrongOrder() {
    assertIllegalState(() -> CODEC.writer().toByteArray(), "toByteArray but no container is open");
    assertIllegalState(
        () -> CODEC.writer().value(1).value(2), "value but the whole value has been written");
    assertIllegalState(
        () -> CODEC.writer().beginDictionary().value("a").endDictionary(),
        "endDictionary but a value is missing at $.a");
    assertIllegalState(
        () -> CODEC.writer().beginArray(2).value(1).endArray(),
        "endArray but 2 were announced and 1 written");
    assertIllegalState(
        () -> CODEC.writer().beginArray().endDictionary(),
        "endDictionary but a value comes next in the Array at $[0]");
    assertIllegalState(
        () -> CODEC.writer().beginObject("A").value(1),
        "value but the name of a property comes next at ${property 0}");
    assertThatIllegalArgumentException().isThrownBy(() -> CODEC.writer().beginArray(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> CODEC.writer().beginObject(""));
  }

  @Test
  void reportsPathOfErrors() {
    VariantCodec old = VariantCodec.of(Dialect.GODOT_3);
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(
            () ->
                old.writer()
                    .beginDictionary()
                    .value("a")
                    .beginArray()
                    .value(1)
                    .value(VariantArray.of(new Vector2i(1, 2))))
        .withMessageContaining("Vector2i cannot be written in godot-3")
        .withMessageEndingWith("$.a[1][0]");
  }

  /** After each rejected value the position and the path are unchanged. */
  @Test
  void keepsStateAfterRejectedValue() {
    VariantWriter writer = CODEC.writer().beginArray().value("a").beginDictionary();
    List<Runnable> wrong =
        List.of(
            () -> writer.value("\0"),
            () -> writer.value(VariantArray.of(1, VariantArray.of(2, "\0"))),
            () -> writer.value(VariantDictionary.of("k", VariantDictionary.of("\0", 1))),
            () -> writer.beginArray(ElementType.ofScript("no resource")),
            () -> writer.beginObject("\0"));
    for (Runnable first : wrong) {
      assertThatExceptionOfType(VariantException.class).isThrownBy(first::run);
      for (Runnable next : wrong) {
        assertThat(writer.path()).isEqualTo("$[1]{key 0}");
        assertThatExceptionOfType(VariantException.class)
            .isThrownBy(next::run)
            .satisfies(e -> assertThat(e.path()).startsWith("$[1]{key 0}"));
      }
      assertThatExceptionOfType(VariantException.class)
          .isThrownBy(() -> writer.value("\0"))
          .satisfies(e -> assertThat(e.path()).isEqualTo("$[1]{key 0}"));
    }
    writer.value("k").value(1).endDictionary().endArray();
    assertThat(CODEC.decode(writer.toByteArray()))
        .isEqualTo(VariantArray.of("a", VariantDictionary.of("k", 1)));
  }

  /** An engine would read this object as null, and the bytes after it as other values. */
  @Test
  void rejectsClassNamesThatEnginesReadAsEmpty() {
    ObjectValue object = new ObjectValue("\uFEFF", List.of());
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> CODEC.encode(object))
        .withMessageStartingWith("a class name of only U+FEFF");
  }

  @Test
  void limitsDepthLikeEngines() {
    VariantWriter writer = CODEC.writer();
    for (int i = 0; i < ReadLimits.ENGINE_DEPTH; i++) {
      writer.beginArray();
    }
    writer.value(1);
    writer.beginArray().endArray();
    VariantWriter deeper = writer.beginArray();
    assertThatExceptionOfType(VariantLimitException.class).isThrownBy(() -> deeper.value(1));
  }

  @Test
  void reportsPathInEveryState() {
    VariantWriter w = CODEC.writer();
    assertThat(w.path()).isEqualTo("$");
    assertThat(w.beginArray().path()).isEqualTo("$[0]");
    assertThat(w.value(1).path()).isEqualTo("$[1]");
    assertThat(w.beginDictionary().path()).isEqualTo("$[1]{key 0}");
    assertThat(w.value("a").path()).isEqualTo("$[1].a");
    assertThat(w.value(1).path()).isEqualTo("$[1]{key 1}");
    assertThat(w.value(7).path()).isEqualTo("$[1][7]");
    assertThat(w.nil().value(0.5).path()).isEqualTo("$[1][0.5]");
    assertThat(w.nil().value(new Vector2i(1, 2)).path()).isEqualTo("$[1][Vector2i(1, 2)]");
    assertThat(w.nil().value(VariantArray.of(1)).path()).isEqualTo("$[1]{value 4}");
    assertThat(w.beginObject("A").path()).isEqualTo("$[1]{value 4}{property 0}");
    assertThat(w.endObject().endDictionary().path()).isEqualTo("$[2]");
    assertThat(w.beginObject("A").path()).isEqualTo("$[2]{property 0}");
    assertThat(w.name("p").path()).isEqualTo("$[2].p");
    assertThat(w.value(1).path()).isEqualTo("$[2]{property 1}");
    assertThat(w.endObject().endArray().path()).isEqualTo("$");
  }

  @Test
  void checksAnnouncedSizes() {
    Variant value = VariantDictionary.of("a", VariantArray.of(1, 2));
    VariantWriter writer = CODEC.writer().beginDictionary(1).value("a");
    writer.beginArray(2).value(1).value(2).endArray().endDictionary();
    assertThat(writer.toByteArray()).isEqualTo(CODEC.encode(value));
    assertIllegalState(
        () -> CODEC.writer().beginDictionary(2).value(1).value(1).endDictionary(),
        "endDictionary but 2 were announced and 1 written");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CODEC.writer().beginDictionary(-1))
        .withMessage("size -1 is negative");
    assertThat(CODEC.writer().beginArray(0).endArray().toByteArray())
        .isEqualTo(CODEC.encode(VariantArray.EMPTY));
  }

  @Test
  void rejectsCallsInWrongOrderInObject() {
    assertIllegalState(() -> CODEC.writer().name("p"), "name but no container is open");
    assertIllegalState(
        () -> CODEC.writer().beginObject("A").name("p").name("q"),
        "name but a value comes next in the Object at $.p");
    assertIllegalState(
        () -> CODEC.writer().beginObject("A").name("p").endObject(),
        "endObject but a value is missing at $.p");
    assertIllegalState(
        () -> CODEC.writer().beginObject("A").beginArray(),
        "beginArray but the name of a property comes next at ${property 0}");
    assertIllegalState(() -> CODEC.writer().endArray(), "endArray but no container is open");
    assertIllegalState(
        () -> CODEC.writer().value(1).beginDictionary(),
        "beginDictionary but the whole value has been written");
    assertIllegalState(
        () -> CODEC.writer().beginArray().writeTo(ByteBuffer.allocate(9)),
        "writeTo but a value comes next in the Array at $[0]");
  }

  /** The writer continues at the position before the header or name. */
  @Test
  void undoesRejectedHeaders() {
    VariantCodec ids = VariantCodec.of(Dialect.GODOT_4);
    VariantWriter writer = ids.writer().beginArray();
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> writer.beginObject("A"))
        .withMessageEndingWith("$[0]");
    assertThat(writer.endArray().toByteArray()).isEqualTo(ids.encode(VariantArray.EMPTY));
    VariantCodec old = VariantCodec.of(Dialect.GODOT_4_0);
    VariantWriter untyped = old.writer().beginArray();
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> untyped.beginArray(ElementType.of(VariantType.INT)));
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(
            () ->
                untyped.beginDictionary(
                    ElementType.of(VariantType.INT), ElementType.of(VariantType.INT)));
    assertThat(untyped.endArray().toByteArray()).isEqualTo(old.encode(VariantArray.EMPTY));
    VariantWriter object = CODEC.writer().beginObject("A");
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> object.name("a\0b"));
    assertThat(object.name("p").value(1).endObject().toByteArray())
        .isEqualTo(
            CODEC.encode(
                new ObjectValue("A", List.of(new ObjectValue.Property("p", Variant.of(1))))));
    VariantWriter key = CODEC.writer().beginDictionary();
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> key.value("a\0b"));
    assertThat(key.value("a").value(1).endDictionary().toByteArray())
        .isEqualTo(CODEC.encode(VariantDictionary.of("a", 1)));
  }

  @Test
  void undoesSeveralCallsIfOneFails() {
    VariantWriter writer = CODEC.writer().beginDictionary().value("a").value(1).value("b");
    String path = writer.path();
    int size = writer.size();
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                writer.atomically(
                    () ->
                        writer
                            .beginArray()
                            .beginDictionary()
                            .value("c")
                            .beginObject("Node")
                            .endArray()));
    assertThat(writer.path()).isEqualTo(path).isEqualTo("$.b");
    assertThat(writer.size()).isEqualTo(size);
    writer.atomically(() -> writer.beginArray().value(2).endArray());
    assertThatIllegalStateException()
        .isThrownBy(() -> writer.atomically(() -> writer.value("d").value(3).endArray()));
    assertThat(CODEC.decode(writer.value("e").value(4).endDictionary().toByteArray()))
        .isEqualTo(VariantDictionary.of("a", 1, "b", VariantArray.of(2), "e", 4));
    VariantWriter whole = CODEC.writer();
    assertThatIllegalStateException()
        .isThrownBy(() -> whole.atomically(() -> whole.value(1).value(2)));
    assertThat(CODEC.decode(whole.value(5).toByteArray())).isEqualTo(Variant.of(5));
    VariantWriter object = CODEC.writer().beginObject("Node").name("x");
    assertThatIllegalStateException()
        .isThrownBy(() -> object.atomically(() -> object.value(1).value(2)));
    assertThat(CODEC.decode(object.value(6).endObject().toByteArray()))
        .isEqualTo(new ObjectValue("Node", List.of(new ObjectValue.Property("x", Variant.of(6)))));
  }

  @Test
  void forgetsOpenContainersOnReset() {
    VariantWriter writer = CODEC.writer().beginArray().value(1).beginDictionary().value("a");
    assertThat(writer.reset().path()).isEqualTo("$");
    assertThat(writer.beginArray().value(2).endArray().toByteArray())
        .isEqualTo(CODEC.encode(VariantArray.of(2)));
  }

  @Test
  void reusesMemoryOfOtherWriter() {
    VariantWriter first = VariantCodec.GODOT_4.writer().beginArray().value("left open");
    VariantWriter second = VariantCodec.GODOT_4.writer(first).value(7);
    first.value("again");
    assertThat(second.toByteArray()).isEqualTo(VariantCodec.GODOT_4.encode(Variant.of(7)));
    assertThat(first.toByteArray()).isEqualTo(VariantCodec.GODOT_4.encode(Variant.of("again")));
  }

  @Test
  void writesToStream() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    VariantWriter writer = VariantCodec.GODOT_4.writer().beginArray();
    assertThatIllegalStateException().isThrownBy(() -> writer.writeTo(out));
    writer.value(7).endArray().writeTo(out);
    assertThat(out.toByteArray()).isEqualTo(writer.toByteArray()).hasSize(writer.size());
  }
}

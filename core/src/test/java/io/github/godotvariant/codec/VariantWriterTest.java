package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.dialect.Dialect;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariantWriterTest {
  private static final VariantCodec CODEC =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  @Test
  void writesWhatEncodeWrites() {
    VariantWriter writer =
        CODEC
            .writer()
            .beginDictionary()
            .value("id")
            .value(7)
            .value("ratio")
            .value(0.1)
            .value("ok")
            .value(true)
            .value("none")
            .nil()
            .value("tags")
            .beginArray(2)
            .value("a")
            .value("b")
            .endArray()
            .value("numbers")
            .beginArray(ElementType.of(VariantType.INT))
            .value(1)
            .endArray()
            .value("item")
            .beginObject("Item")
            .name("uses")
            .value(3)
            .endObject()
            .value(new Vector2i(1, 2))
            .beginDictionary(0)
            .endDictionary()
            .endDictionary();
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
  void illegalOrderNamesCallAndState() {
    assertThatIllegalStateException()
        .isThrownBy(() -> CODEC.writer().toByteArray())
        .withMessage("toByteArray but no container is open");
    assertThatIllegalStateException()
        .isThrownBy(() -> CODEC.writer().value(1).value(2))
        .withMessage("value but the whole value has been written");
    assertThatIllegalStateException()
        .isThrownBy(() -> CODEC.writer().beginDictionary().value("a").endDictionary())
        .withMessage("endDictionary but a value is missing at $.a");
    assertThatIllegalStateException()
        .isThrownBy(() -> CODEC.writer().beginArray(2).value(1).endArray())
        .withMessage("endArray but 2 were announced and 1 written");
    assertThatIllegalStateException()
        .isThrownBy(() -> CODEC.writer().beginArray().endDictionary())
        .withMessage("endDictionary but a value comes next in the Array at $[0]");
    assertThatIllegalStateException()
        .isThrownBy(() -> CODEC.writer().beginObject("A").value(1))
        .withMessageContaining("the name of a property comes next");
    assertThatIllegalArgumentException().isThrownBy(() -> CODEC.writer().beginArray(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> CODEC.writer().beginObject(""));
  }

  @Test
  void errorsNameThePath() {
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

  /** Whatever could not be written, the writer is where it was, and says where that is. */
  @Test
  void afterAnErrorTheWriterIsAsItWas() {
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

  /** It would be read as the null object, and all that follows as something else. */
  @Test
  void aClassNameThatIsReadAsNoneIsRefused() {
    ObjectValue object = new ObjectValue("\uFEFF", List.of());
    assertThatExceptionOfType(InexpressibleVariantException.class)
        .isThrownBy(() -> CODEC.encode(object))
        .withMessageStartingWith("a class name of only U+FEFF");
  }

  @Test
  void depthIsThatOfTheEngine() {
    VariantWriter writer = CODEC.writer();
    for (int i = 0; i < Dialect.ENGINE_DEPTH; i++) {
      writer.beginArray();
    }
    writer.value(1);
    writer.beginArray().endArray();
    VariantWriter deeper = writer.beginArray();
    assertThatExceptionOfType(VariantLimitException.class).isThrownBy(() -> deeper.value(1));
  }
}

package io.github.godotvariant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.save.SaveOptions;
import io.github.godotvariant.text.VariantText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the Java code of the documentation that needs several modules. */
class SamplesTest {
  private final List<Object> calls = new ArrayList<>();

  private void handle(Variant value) {
    calls.add(value);
  }

  private void disconnect(String why) {
    calls.add(why);
  }

  private void receive(byte[] packet) {
    ReadLimits limits = ReadLimits.NETWORK.withHeapBytes(16 << 20);
    VariantCodec codec = VariantCodec.of(Dialect.GODOT_4).withLimits(limits); // object ids only
    VariantText texts = VariantText.GODOT_4.withLimits(limits);
    PlainJson json = PlainJson.DEFAULT.withLimits(limits);
    SaveOptions uploads = SaveOptions.DEFAULT.withLimits(limits);
    try {
      handle(codec.decode(packet));
    } catch (VariantException e) {
      disconnect(e.getMessage());
    }
    assertThat(texts.parse("5")).isEqualTo(json.read("5"));
    assertThat(uploads).isNotSameAs(SaveOptions.DEFAULT);
  }

  @Test
  void rejectsMessagesAboveLimits() {
    receive(VariantCodec.GODOT_4.encode(Variant.of("hello")));
    receive(new byte[] {2});
    assertThat(calls).hasSize(2).contains(Variant.of("hello"));
    assertThat(calls.get(1)).asString().contains("at byte 0");
  }
}

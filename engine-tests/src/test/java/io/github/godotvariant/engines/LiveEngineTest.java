package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveEngineTest {
  /** Far deeper than any stack; of the engines only 3.2 tries. */
  private static final int DEPTH = 300_000;

  private static final int ARRAY_OF_GODOT_3 = 19;

  @Test
  void oneThatKillsTheEngineCostsNoOtherAnAnswer() {
    LiveEngine engine = Engines.of(Release.GODOT_3);
    byte[] five = VariantCodec.GODOT_3.encode(Variant.of(5));
    byte[] six = VariantCodec.GODOT_3.encode(Variant.of(6));
    ByteBuffer deep = ByteBuffer.allocate(8 * DEPTH + 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < DEPTH; i++) {
      deep.putInt(ARRAY_OF_GODOT_3).putInt(1);
    }
    List<Answer> answers = engine.echo(List.of(five, five, deep.array(), six), 1);
    assertThat(answers).extracting(Answer::bytes).startsWith(five, five).endsWith(six);
    assertThat(answers.get(2).bytes()).isEmpty();
    assertThat(answers.get(3).value()).isEqualTo(Variant.of(6));
  }
}

package io.github.godotvariant.engines;

import static io.github.godotvariant.engines.Judgement.Verdict.ACCEPTED;
import static io.github.godotvariant.engines.Judgement.Verdict.DIED;
import static io.github.godotvariant.engines.Judgement.Verdict.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LiveEngineTest {
  /** Far deeper than any stack; of the engines only 3.2 tries. */
  private static final int DEPTH = 300_000;

  private static final int ARRAY_OF_GODOT_3 = 19;

  @Test
  void oneThatKillsTheEngineCostsNoOtherAnAnswer() {
    LiveEngine engine = Engines.of(Release.GODOT_3);
    byte[] five = VariantCodec.GODOT_3.encode(Variant.of(5));
    byte[] six = VariantCodec.GODOT_3.encode(Variant.of(6));
    List<Answer> answers = engine.echo(List.of(five, five, deep(), six), 1);
    assertThat(answers).extracting(Answer::bytes).startsWith(five, five).endsWith(six);
    assertThat(answers.get(2).bytes()).isEmpty();
    assertThat(answers.get(3).value()).isEqualTo(Variant.of(6));
  }

  @Test
  void judgesAllButTheOneThatKillsTheEngine() {
    LiveEngine engine = Engines.of(Release.GODOT_3);
    Question five = question(VariantCodec.GODOT_3.encode(Variant.of(5)));
    Question deep = question(deep());
    List<Judgement> judgements = engine.judge(List.of(five, deep, five, deep, deep, five));
    assertThat(judgements)
        .extracting(Judgement::verdict)
        .containsExactly(ACCEPTED, DIED, ACCEPTED, DIED, DIED, ACCEPTED);
    assertThat(judgements.get(5).bytes()).isEqualTo(five.input());
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void tellsNullFromRefusal(Release release) {
    Question nothing = question(new byte[0]);
    Question nil = question(new byte[4]);
    Question unknown = question(new byte[] {99, 0, 0, 0});
    assertThat(Engines.of(release).judge(List.of(nothing, nil, unknown, nil)))
        .extracting(Judgement::verdict)
        .containsExactly(REFUSED, ACCEPTED, REFUSED, ACCEPTED);
  }

  private static Question question(byte[] input) {
    return new Question(input, false, true);
  }

  private static byte[] deep() {
    ByteBuffer deep = ByteBuffer.allocate(8 * DEPTH + 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < DEPTH; i++) {
      deep.putInt(ARRAY_OF_GODOT_3).putInt(1);
    }
    return deep.array();
  }
}

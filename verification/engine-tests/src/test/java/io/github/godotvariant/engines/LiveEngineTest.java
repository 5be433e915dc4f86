package io.github.godotvariant.engines;

import static io.github.godotvariant.engines.DecodeResult.Verdict.ACCEPTED;
import static io.github.godotvariant.engines.DecodeResult.Verdict.CRASHED;
import static io.github.godotvariant.engines.DecodeResult.Verdict.REJECTED;
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
  /** Deeper than any stack; only 3.2 tries to decode it. */
  private static final int DEPTH = 300_000;

  private static final int ARRAY_OF_GODOT_3 = 19;

  @Test
  void returnsResultsOfOthersIfOneValueCrashesTheEngine() {
    LiveEngine engine = Engines.of(Release.GODOT_3);
    byte[] five = VariantCodec.GODOT_3.encode(Variant.of(5));
    byte[] six = VariantCodec.GODOT_3.encode(Variant.of(6));
    List<EchoResult> answers = engine.echo(List.of(five, five, deep(), six), 1);
    assertThat(answers).extracting(EchoResult::bytes).startsWith(five, five).endsWith(six);
    assertThat(answers.get(2).bytes()).isEmpty();
    assertThat(answers.get(3).value()).isEqualTo(Variant.of(6));
  }

  @Test
  void decodesOthersIfOneInputCrashesTheEngine() {
    LiveEngine engine = Engines.of(Release.GODOT_3);
    DecodeRequest five = request(VariantCodec.GODOT_3.encode(Variant.of(5)));
    DecodeRequest deep = request(deep());
    List<DecodeResult> results = engine.decode(List.of(five, deep, five, deep, deep, five));
    assertThat(results)
        .extracting(DecodeResult::verdict)
        .containsExactly(ACCEPTED, CRASHED, ACCEPTED, CRASHED, CRASHED, ACCEPTED);
    assertThat(results.get(5).bytes()).isEqualTo(five.input());
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void tellsNullFromRefusal(Release release) {
    DecodeRequest nothing = request(new byte[0]);
    DecodeRequest nil = request(new byte[4]);
    DecodeRequest unknown = request(new byte[] {99, 0, 0, 0});
    assertThat(Engines.of(release).decode(List.of(nothing, nil, unknown, nil)))
        .extracting(DecodeResult::verdict)
        .containsExactly(REJECTED, ACCEPTED, REJECTED, ACCEPTED);
  }

  private static DecodeRequest request(byte[] input) {
    return new DecodeRequest(input, false, true);
  }

  private static byte[] deep() {
    ByteBuffer deep = ByteBuffer.allocate(8 * DEPTH + 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < DEPTH; i++) {
      deep.putInt(ARRAY_OF_GODOT_3).putInt(1);
    }
    return deep.array();
  }
}

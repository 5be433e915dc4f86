package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.net.CompressedVariantCodec;
import io.github.godotvariant.net.CompressedVariantCodec.Arguments;
import io.github.godotvariant.testkit.Vectors;
import io.github.godotvariant.testkit.Vectors.Golden;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arguments of remote calls that the engine sends and receives. */
class RemoteCallsTest {
  private static final CompressedVariantCodec CODEC =
      CompressedVariantCodec.of(VariantCodec.GODOT_4);

  /** The header of a call, with one byte each for the ids of the node and the method. */
  private static final int META = 0;

  private static final int RAW = 0x80;
  private static final int NODE = 1;
  private static final int METHOD = 0;
  private static final int HEADER = 3;

  private static final Variant NO_BYTES = PackedByteArray.of();

  private static byte[] packet(Arguments arguments) {
    return ByteBuffer.allocate(HEADER + arguments.bytes().length)
        .put((byte) (arguments.isRaw() ? META | RAW : META))
        .put((byte) NODE)
        .put((byte) METHOD)
        .put(arguments.bytes())
        .array();
  }

  private static List<Variant> arguments(byte[] packet) {
    return CODEC.decodeArguments(
        ByteBuffer.wrap(packet, HEADER, packet.length - HEADER), (packet[0] & RAW) != 0);
  }

  private static List<byte[]> call(List<List<Variant>> calls) {
    List<byte[]> pieces = new ArrayList<>();
    for (List<Variant> arguments : calls) {
      pieces.add(VariantCodec.GODOT_4.encode(VariantArray.copyOf(arguments)));
      pieces.add(packet(CODEC.encodeArguments(arguments)));
    }
    return Engines.of(Release.GODOT_4).call(pieces);
  }

  /**
   * Returns the vectors of engines, alone and in groups of three, without object ids, because the
   * engine sends the id of a new object.
   */
  private static List<List<Variant>> calls() {
    List<Variant> values =
        Vectors.golden("4.6").stream()
            .filter(golden -> golden.objects() == ObjectMode.IDS)
            .map(Golden::decoded)
            .filter(value -> !value.equals(NO_BYTES))
            .filter(value -> !Parts.any(value, ObjectIdValue.class::isInstance))
            .toList();
    List<List<Variant>> calls = new ArrayList<>();
    calls.add(List.of());
    for (int i = 0; i < values.size(); i++) {
      calls.add(values.subList(i, i + 1));
      calls.add(values.subList(i, Math.min(i + 3, values.size())));
    }
    return calls;
  }

  @Test
  void sendsSameBytesAsEngine() {
    List<List<Variant>> calls = calls();
    assertThat(calls).hasSizeGreaterThan(100);
    List<byte[]> answers = call(calls);
    for (int i = 0; i < calls.size(); i++) {
      List<Variant> arguments = calls.get(i);
      byte[] sent = answers.get(2 * i);
      assertThat(sent).as("%s", arguments).isEqualTo(packet(CODEC.encodeArguments(arguments)));
      assertThat(arguments(sent)).isEqualTo(arguments);
      assertThat(answers.get(2 * i + 1))
          .as("%s", arguments)
          .isEqualTo(VariantCodec.GODOT_4.encode(VariantArray.copyOf(arguments)));
    }
  }

  /** The engine does not receive its own call, but it receives ours, which contains a count. */
  @Test
  void sendsEmptyByteArrayToEngine() {
    List<byte[]> answers = call(List.of(List.of(NO_BYTES)));
    assertThat(arguments(answers.get(0))).isEmpty();
    assertThat(Arrays.copyOf(answers.get(0), HEADER)).isEqualTo(answers.get(0));
    assertThat(VariantCodec.GODOT_4.decode(answers.get(1))).isEqualTo(VariantArray.of(NO_BYTES));
  }
}

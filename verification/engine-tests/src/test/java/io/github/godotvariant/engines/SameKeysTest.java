package io.github.godotvariant.engines;

import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.RandomVariants;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Dictionaries with two keys that differ only in the sign of zeros or the payload of NaN. The
 * library and engines must agree which of them are equal.
 */
@SuppressWarnings("CheckReturnValue") // only the cost and the exceptions matter
class SameKeysTest {
  private static final int ZERO = 0;
  private static final int MINUS_ZERO = 0x80000000;
  private static final int NAN = 0x7FC00000;
  private static final int NAN_HIGH_HALF = 0x7FF80000;

  @ParameterizedTest
  @EnumSource(Release.class)
  void agreesOnAlmostEqualKeys(Release release) {
    LiveEngine engine = Engines.of(release);
    VariantCodec codec = engine.codec();
    Exchange exchange = new Exchange(engine);
    RandomVariants keys = RandomVariants.of(codec.dialect(), Exchange.SEED);
    SplittableRandom random = new SplittableRandom(Exchange.SEED);
    for (int from = 0; from < Exchange.VALUES; from += Exchange.BATCH) {
      List<byte[]> inputs = new ArrayList<>();
      while (inputs.size() < Math.min(Exchange.BATCH, Exchange.VALUES - from)) {
        Variant key = keys.next();
        byte[] bytes = codec.encode(key);
        byte[] other = almost(bytes, random);
        if (isValid(codec, other)
            && !Arrays.equals(bytes, other)
            && (codec == VariantCodec.GODOT_4 || !isComparedOtherwise(key))) {
          inputs.add(dictionary(codec, bytes, other));
        }
      }
      List<EchoResult> answers = engine.echo(inputs, Exchange.SAMPLE);
      for (int i = 0; i < inputs.size(); i++) {
        EchoResult answer = answers.get(i);
        exchange.count(answer);
        Variant read = codec.decode(inputs.get(i));
        byte[] ours = codec.encode(read);
        if (!Exchange.same(codec, ours, answer.bytes())
            || (answer.isSample() && !answer.value().equals(read))) {
          exchange.differs(
              "%s%n  engine %s%n  ours   %s"
                  .formatted(
                      Exchange.hex(inputs.get(i)),
                      Exchange.hex(answer.bytes()),
                      Exchange.hex(ours)));
        }
      }
    }
    exchange.report("pairs of similar keys");
  }

  /** Returns the bytes with other zeros and NaNs, in each field that could be a float. */
  private static byte[] almost(byte[] bytes, SplittableRandom random) {
    ByteBuffer changed = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 4; at < bytes.length; at += 4) {
      int word = changed.getInt(at);
      if ((word == ZERO || word == MINUS_ZERO) && random.nextInt(3) == 0) {
        changed.putInt(at, word ^ MINUS_ZERO);
      } else if (((word & NAN) == NAN || (word & NAN_HIGH_HALF) == NAN_HIGH_HALF)
          && random.nextBoolean()) {
        changed.putInt(at, word ^ 1);
      }
    }
    return changed.array();
  }

  private static boolean isValid(VariantCodec codec, byte[] bytes) {
    try {
      codec.decode(bytes);
      return true;
    } catch (VariantException e) {
      return false;
    }
  }

  /**
   * Godot 3 compares PoolRealArray keys by bits, the library by numbers. In Godot 3, two
   * dictionaries are never equal keys, which the decoded value does not show.
   */
  private static boolean isComparedOtherwise(Variant key) {
    return key instanceof VariantDictionary
        || key instanceof PackedFloat32Array
        || (key instanceof VariantArray array
            && array.stream().anyMatch(SameKeysTest::isComparedOtherwise));
  }

  private static byte[] dictionary(VariantCodec codec, byte[] key, byte[] other) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(codec.encode(VariantDictionary.EMPTY), 0, 4);
    bytes.writeBytes(new byte[] {2, 0, 0, 0});
    bytes.writeBytes(key);
    bytes.writeBytes(codec.encode(Variant.of("first")));
    bytes.writeBytes(other);
    bytes.writeBytes(codec.encode(Variant.of("second")));
    return bytes.toByteArray();
  }
}

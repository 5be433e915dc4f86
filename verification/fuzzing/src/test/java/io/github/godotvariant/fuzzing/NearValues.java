package io.github.godotvariant.fuzzing;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.RandomVariants;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Encodings of random values with one error: a wrong count, length, type or flag, or a part that is
 * added, missing or from another value. A seed always gives the same encodings.
 */
final class NearValues {
  /** Numbers that are invalid in most fields. */
  private static final int[] NUMBERS = {
    0,
    1,
    2,
    3,
    4,
    64,
    1024,
    0xFFFF,
    0x1_0000,
    0x4000_0001,
    0x2000_0000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    -1,
    -4
  };

  private static final int HIGHEST_ID = 40;
  private static final int MOST_CHANGES = 3;

  private final VariantCodec codec;
  private final int choice;
  private final RandomVariants values;
  private final SplittableRandom random;

  /** Other encodings, the sources of foreign parts. */
  private byte[] other = {0, 0, 0, 0};

  NearValues(Dialect dialect, ObjectMode objects, long seed) {
    choice = Input.choiceOf(dialect, objects);
    codec = VariantCodec.of(dialect).withObjects(objects);
    values = RandomVariants.withObjects(dialect, seed, objects);
    random = new SplittableRandom(seed);
  }

  /** {@return the next encoding} */
  Input next() {
    byte[] whole = encoded();
    byte[] bytes = whole;
    for (int i = random.nextInt(1, MOST_CHANGES + 1); i > 0; i--) {
      bytes = changed(bytes);
    }
    other = whole;
    return new Input(choice, bytes);
  }

  private byte[] encoded() {
    while (true) {
      try {
        return codec.encode(values.next());
      } catch (VariantException e) {
        // The value cannot be encoded in this mode.
      }
    }
  }

  private byte[] changed(byte[] bytes) {
    List<WireNode> nodes = nodes(bytes);
    if (nodes.isEmpty()) {
      return flipped(bytes);
    }
    WireNode node = nodes.get(random.nextInt(nodes.size()));
    int from = node.offset();
    int to = from + node.length();
    return switch (random.nextInt(10)) {
      case 0 -> flipped(bytes);
      case 1 -> Arrays.copyOf(bytes, random.nextBoolean() ? from : random.nextInt(bytes.length));
      case 2 -> spliced(bytes, from, to, part(other));
      case 3 -> spliced(bytes, from, to, part(bytes));
      case 4 -> spliced(bytes, to, to, Arrays.copyOfRange(bytes, from, to));
      case 5 -> spliced(bytes, from, to, new byte[0]);
      case 6 -> header(bytes, from);
      default -> field(bytes, node);
    };
  }

  private List<WireNode> nodes(byte[] bytes) {
    List<WireNode> nodes = new ArrayList<>();
    Deque<WireNode> open = new ArrayDeque<>();
    codec.inspect(bytes).root().ifPresent(open::push);
    while (!open.isEmpty()) {
      WireNode node = open.pop();
      nodes.add(node);
      node.children().forEach(open::push);
    }
    return nodes;
  }

  private byte[] part(byte[] bytes) {
    List<WireNode> nodes = nodes(bytes);
    WireNode node = nodes.get(random.nextInt(nodes.size()));
    return Arrays.copyOfRange(bytes, node.offset(), node.offset() + node.length());
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] part) {
    return ByteBuffer.allocate(from + part.length + bytes.length - to)
        .put(bytes, 0, from)
        .put(part)
        .put(bytes, to, bytes.length - to)
        .array();
  }

  private byte[] flipped(byte[] bytes) {
    byte[] flipped = bytes.clone();
    if (flipped.length > 0) {
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  /** Changes the type or the flags of a header. */
  private byte[] header(byte[] bytes, int at) {
    if (at + 4 > bytes.length) {
      return flipped(bytes);
    }
    int header = number(bytes, at);
    return random.nextBoolean()
        ? withNumber(bytes, at, header & ~0xFF | random.nextInt(HIGHEST_ID))
        : withNumber(bytes, at, header ^ 1 << 16 + random.nextInt(5));
  }

  /** Changes a count, length, flag, component, text or padding. */
  private byte[] field(byte[] bytes, WireNode node) {
    List<WireField> fields = node.fields();
    WireField field = fields.get(random.nextInt(fields.size()));
    if (field.length() < 4) {
      byte[] padded = bytes.clone();
      padded[field.offset()] = (byte) random.nextInt(256);
      return padded;
    }
    int at = field.offset() + random.nextInt(field.length() / 4) * 4;
    int old = number(bytes, at);
    return withNumber(
        bytes,
        at,
        switch (random.nextInt(4)) {
          case 0 -> old + random.nextInt(-2, 3);
          case 1 -> old ^ 1 << random.nextInt(32);
          case 2 -> old << 1;
          default -> NUMBERS[random.nextInt(NUMBERS.length)];
        });
  }

  private static int number(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }

  private static byte[] withNumber(byte[] bytes, int at, int number) {
    byte[] changed = bytes.clone();
    ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(at, number);
    return changed;
  }
}

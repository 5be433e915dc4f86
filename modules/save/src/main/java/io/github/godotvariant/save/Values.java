package io.github.godotvariant.save;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.DialectProbe.Reading;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.Lengths;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes values from contents, one after the other. A value is taken even if it is malformed. */
final class Values {
  private static final int LENGTH = 4;

  final Content content;
  final DialectChoice choice;
  private final SaveOptions options;

  /** What was looked at and not taken. */
  private final Deque<Sample> seen;

  /** How many values were taken. */
  private int index;

  private boolean empty;

  /**
   * Values that were not taken yet.
   *
   * @param seen those that were looked at already
   */
  Values(Content content, DialectChoice choice, List<Sample> seen, SaveOptions options) {
    this.content = content;
    this.choice = choice;
    this.seen = new ArrayDeque<>(seen);
    this.options = options;
  }

  /** A value that was taken. */
  final class Taken {
    final int index;

    /** Where its bytes start; those of Base64 where their line does. */
    final long place;

    /** Stay as they are until the next value is looked for. */
    private final ByteBuffer bytes;

    private @Nullable Sample sample;

    private Taken(ByteBuffer bytes, long place) {
      index = Values.this.index - 1;
      this.place = place;
      this.bytes = bytes;
      while (!seen.isEmpty() && seen.getFirst().place <= place) {
        Sample next = seen.removeFirst();
        sample = next.place == place ? next : null;
      }
    }

    /** The value as evidence, with bytes that stay as they are. */
    Sample sample() {
      if (sample == null) {
        sample = new Sample(encoded(), index, place, options.limits());
      }
      return sample;
    }

    private byte[] encoded() {
      if (bytes.arrayOffset() == 0 && bytes.remaining() == bytes.array().length) {
        return bytes.array();
      }
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return copy;
    }
  }

  /** Whether anything follows. Blank lines between lines of Base64 are nothing. */
  boolean hasNext(Framing framing) throws IOException {
    while (content.look(1) > 0) {
      byte first = content.buffer[content.at];
      if (framing != Framing.BASE64 || !Base64Lines.isBlank(first)) {
        return true;
      }
      content.take(1);
    }
    empty = index == 0;
    return false;
  }

  /** Whether the end was reached and there was nothing before it. */
  boolean isEmpty() {
    return empty;
  }

  Variant next(Framing framing) throws IOException {
    return decode(take(framing));
  }

  /** The next value, which may be malformed. */
  Taken take(Framing framing) throws IOException {
    long place = content.position();
    return switch (framing) {
      case STORE_VAR -> framed(ByteOrder.LITTLE_ENDIAN);
      case STORE_VAR_BIG_ENDIAN -> framed(ByteOrder.BIG_ENDIAN);
      case BASE64 -> {
        index++;
        yield new Taken(
            ByteBuffer.wrap(Base64Lines.take(content, options.limits().bytes())), place);
      }
      case BARE -> {
        index++;
        yield new Taken(ByteBuffer.wrap(content.takeAll(options.limits().bytes())), place);
      }
    };
  }

  /** A value behind its length. */
  Taken framed(ByteOrder order) throws IOException {
    int length = length(order);
    long place = content.position();
    ByteBuffer bytes = content.view(order).limit(length).slice();
    content.take(length);
    return new Taken(bytes, place);
  }

  /** Takes the length of a value and makes sure that the value is there. */
  private int length(ByteOrder order) throws IOException {
    content.need(LENGTH, "the length of " + what());
    long length = content.view(order).getInt() & 0xFFFFFFFFL;
    long place = content.position() + LENGTH;
    long limit = Math.min(options.limits().bytes(), Lengths.LONGEST - LENGTH);
    if (length > limit) {
      throw new SaveFileException(
          Reason.LIMIT,
          what()
              + " is said to take "
              + Lengths.bytes(length)
              + ", more than the limit of "
              + limit,
          content.file,
          content.position());
    }
    long remaining = content.remaining();
    if (remaining == Content.UNKNOWN || remaining - LENGTH >= length) {
      remaining = content.look((int) length + LENGTH);
    }
    if (remaining - LENGTH < length) {
      throw content.truncated(what(), length, remaining - LENGTH, place);
    }
    content.take(LENGTH);
    index++;
    return (int) length;
  }

  private String what() {
    return "value " + index;
  }

  /**
   * What a value is, in the dialect as far as it is known.
   *
   * @throws SaveFileException if it is malformed
   */
  Variant decode(Taken taken) {
    if (taken.sample != null || !choice.isDecided()) {
      return reading(taken).decoded().orElseThrow().value();
    }
    try {
      Decoded value = choice.codec().decodePrefix(taken.bytes.duplicate());
      if (value.length() < taken.bytes.remaining()) {
        return choice.codec().decode(taken.bytes); // says what is wrong with what follows
      }
      choice.note(value.realPrecision());
      return value.value();
    } catch (VariantException e) {
      throw inside(e, taken);
    }
  }

  /**
   * Takes a value as evidence. It is not made here if it is very long.
   *
   * @throws SaveFileException if it is malformed
   */
  Reading reading(Taken taken) {
    Sample sample = taken.sample();
    if (!choice.isDecided()) {
      choice.narrow(sample);
    }
    try {
      Reading reading = sample.probe.read(choice.codec());
      if (reading.problem().isPresent()) {
        throw reading.problem().get();
      }
      if (!reading.isWhole()) {
        Variant unused = choice.codec().decode(sample.bytes); // throws: something follows
      }
      choice.note(reading.realPrecision());
      return reading;
    } catch (VariantException e) {
      throw inside(e, taken);
    }
  }

  private SaveFileException inside(VariantException cause, Taken taken) {
    Reason reason =
        cause instanceof VariantLimitException
            ? Reason.LIMIT
            : cause instanceof ForbiddenVariantException ? Reason.FORBIDDEN : Reason.VALUE;
    return new SaveFileException(
        reason,
        "value " + taken.index + ": " + cause.problem(),
        content.file,
        taken.place + Math.max(0, cause.byteOffset()),
        cause);
  }
}

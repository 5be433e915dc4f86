package io.github.godotvariant.save;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Takes values from contents, one after the other. A value is taken even if it is malformed. */
final class Values {
  private static final int LENGTH = 4;

  final Content content;
  final DialectChoice choice;
  private final SaveOptions options;
  private VariantCodec codec;

  /** How many values were taken. */
  private int index;

  private boolean empty;

  Values(Content content, DialectChoice choice, SaveOptions options) {
    this.content = content;
    this.choice = choice;
    this.options = options;
    codec = codecOfChoice();
  }

  /** For the dialect as far as it is known. */
  VariantCodec codec() {
    if (codec.dialect() != choice.dialect()) {
      codec = codecOfChoice();
    }
    return codec;
  }

  private VariantCodec codecOfChoice() {
    return VariantCodec.of(choice.dialect())
        .withObjects(options.objects())
        .withLimits(options.limits());
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
    return switch (framing) {
      case STORE_VAR -> framed(ByteOrder.LITTLE_ENDIAN);
      case STORE_VAR_BIG_ENDIAN -> framed(ByteOrder.BIG_ENDIAN);
      case BASE64, BARE -> {
        long place = content.position();
        yield decode(ByteBuffer.wrap(nextEncoded(framing)), place);
      }
    };
  }

  /** The bytes of the next value, which may be malformed. */
  byte[] nextEncoded(Framing framing) throws IOException {
    return switch (framing) {
      case STORE_VAR -> encoded(ByteOrder.LITTLE_ENDIAN);
      case STORE_VAR_BIG_ENDIAN -> encoded(ByteOrder.BIG_ENDIAN);
      case BASE64 -> {
        index++;
        yield Base64Lines.take(content, options.limits().bytes());
      }
      case BARE -> {
        index++;
        yield content.takeAll(options.limits().bytes());
      }
    };
  }

  private byte[] encoded(ByteOrder order) throws IOException {
    return content.takeBytes(length(order), "a value");
  }

  /** A value behind its length. */
  Variant framed(ByteOrder order) throws IOException {
    int length = length(order);
    long place = content.position();
    ByteBuffer bytes = content.view(order).limit(length);
    content.take(length);
    return decode(bytes, place);
  }

  /** Takes the length of a value and makes sure that the value is there. */
  private int length(ByteOrder order) throws IOException {
    content.need(LENGTH, "the length of " + what());
    long length = content.view(order).getInt() & 0xFFFFFFFFL;
    long place = content.position() + LENGTH;
    long limit = Math.min(options.limits().bytes(), BlockCodec.LONGEST - LENGTH);
    if (length > limit) {
      throw new SaveFileException(
          Reason.LIMIT,
          what()
              + " is said to take "
              + Content.bytes(length)
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

  private Variant decode(ByteBuffer bytes, long place) {
    int current = index - 1;
    if (!choice.isDecided()) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      choice.narrow(copy, current, place);
    }
    ByteBuffer whole = bytes.duplicate();
    try {
      Decoded value = codec().decodePrefix(bytes);
      if (bytes.hasRemaining()) {
        return codec().decode(whole); // says what is wrong with what follows
      }
      choice.note(value);
      return value.value();
    } catch (VariantException e) {
      throw inside(e, current, place);
    }
  }

  private SaveFileException inside(VariantException cause, int current, long place) {
    String where =
        cause.path().isEmpty() || cause.path().equals("$") ? "" : ", " + cause.shortPath();
    Reason reason =
        cause instanceof VariantLimitException
            ? Reason.LIMIT
            : cause instanceof ForbiddenVariantException ? Reason.FORBIDDEN : Reason.VALUE;
    return new SaveFileException(
        reason,
        "value " + current + ": " + cause.problem() + where,
        content.file,
        place + Math.max(0, cause.byteOffset()),
        cause);
  }
}

package io.github.godotvariant.save;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how values follow each other, and in which dialect they are, by trying. Looks at the
 * first values only, and takes nothing.
 */
final class Recognition {
  /** How much is looked at, beyond the first value. */
  private static final int WINDOW = 1 << 16;

  /** A file that is nothing but a value is recognised up to this length. */
  private static final int LONGEST_BARE = 1 << 28;

  private static final int HIGHEST_ID = 63;

  /** A header and a count, which many numbers look like. */
  private static final int START_OF_VALUE = 8;

  /** A value that was cut behind others is not looked for beyond this length. */
  private static final int LONGEST_CUT = 1 << 20;

  private final Content content;
  private final SaveOptions options;
  private final Optional<EncryptionForm> form;

  private Recognition(Content content, SaveOptions options, Optional<EncryptionForm> form) {
    this.content = content;
    this.options = options;
    this.form = form;
  }

  /**
   * What was found.
   *
   * @param framing how values follow each other
   * @param choice what their dialect can be
   */
  record Found(Framing framing, DialectChoice choice) {}

  /**
   * How far a framing leads.
   *
   * @param read how many values can be read
   * @param end where the last of the values ends, from the content's position on
   * @param problem why not more, if it was not for the window
   * @param progress how many bytes make sense of the first value that is malformed or cut; 0 if
   *     none is
   */
  private record Trial(
      Found found, int read, int end, @Nullable SaveFileException problem, int progress) {
    boolean fits() {
      return problem == null;
    }

    boolean isCut() {
      return problem != null && problem.reason() == Reason.TRUNCATED;
    }
  }

  static Found of(Content content, SaveOptions options, Optional<EncryptionForm> form)
      throws IOException {
    return new Recognition(content, options, form).find();
  }

  private Found find() throws IOException {
    if (options.framing().isPresent() || content.look(1) == 0) {
      Trial only = attempt(options.framing().orElse(Framing.STORE_VAR));
      if (only.problem() instanceof AmbiguousSaveFileException ambiguous) {
        throw ambiguous;
      }
      return only.found();
    }
    List<Trial> trials = new ArrayList<>();
    for (Framing framing : Framing.values()) {
      Trial trial = attempt(framing);
      if (trial.fits() && trial.read() > 0) {
        if (framing == Framing.BARE) {
          checkNotCut(trials);
        }
        return trial.found();
      }
      if (trial.problem() instanceof AmbiguousSaveFileException ambiguous) {
        // It fits, even twice. That a later framing fits as well must not decide.
        throw ambiguous;
      }
      trials.add(trial);
    }
    Trial farthest =
        Collections.max(
            trials,
            Comparator.comparingInt(Trial::read)
                .thenComparingInt(Trial::progress)
                .thenComparing(trial -> !trial.isCut()));
    if (farthest.read() == 0 && farthest.isCut()) {
      throw Objects.requireNonNull(farthest.problem());
    }
    if (farthest.read() > 0 || farthest.progress() > 0) {
      return farthest.found(); // whoever reads the values is told what is wrong with each
    }
    for (Trial trial : trials) {
      SaveFileException problem = trial.problem();
      if (problem != null && problem.reason() != Reason.NOT_RECOGNIZED) {
        throw problem;
      }
    }
    throw problem(
        Reason.NOT_RECOGNIZED,
        "the contents are not values one after the other, in no form; what else is in them can be"
            + " read with FileAccessReader",
        0);
  }

  /**
   * Makes sure that what can be a value by itself is not as well what was left of a file that was
   * cut in or before a value, and good up to there.
   */
  private void checkNotCut(List<Trial> trials) throws IOException {
    for (Trial trial : trials) {
      Framing framing = trial.found().framing();
      SaveFileException problem = trial.problem();
      if ((framing == Framing.STORE_VAR || framing == Framing.STORE_VAR_BIG_ENDIAN)
          && problem != null
          && problem.reason() != Reason.VALUE) {
        ByteOrder order =
            framing == Framing.STORE_VAR ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        long missing = missing(trial, order);
        if (missing > 0) {
          throw new AmbiguousSaveFileException(
              framing, missing, Framing.BARE, content.file, content.position() + trial.end());
        }
      }
    }
  }

  /** How many bytes are missing at least of the value at which a trial ended; 0 if it is none. */
  private long missing(Trial trial, ByteOrder order) throws IOException {
    int from = trial.end();
    int there = content.look(from + 4 + LONGEST_CUT) - from;
    if (there < 4) {
      return trial.read() > 0 ? 4L - there : 0;
    }
    long length = content.view(order).getInt(from) & 0xFFFFFFFFL;
    long missing = length - (there - 4L);
    // What starts with a length and is a value starts with the value's id.
    boolean isId = from == 0 && order == ByteOrder.LITTLE_ENDIAN;
    if (missing <= 0 || length % 4 != 0 || length > (isId ? HIGHEST_ID : LONGEST_CUT)) {
      return 0;
    }
    if (there < 8) {
      return isId ? 0 : missing;
    }
    // What is missing may be anything. Zeros make sense in all places, and take least.
    byte[] filled = Arrays.copyOf(bytes(from + 4, there - 4), (int) length);
    for (VariantCodec codec : trial.found().choice().codecs()) {
      try {
        Decoded value = codec.decodePrefix(filled);
        if (value.length() == length
            || (value.length() > there - 4 && mayBeLonger(value.value()))) {
          return missing;
        }
      } catch (VariantException e) {
        // Not in this dialect then.
      }
    }
    return 0;
  }

  private static boolean mayBeLonger(Variant value) {
    return value instanceof VariantArray
        || value instanceof VariantDictionary
        || value instanceof ObjectValue;
  }

  private SaveFileException problem(Reason reason, String text, long from) {
    return new SaveFileException(reason, text, content.file, content.position() + from);
  }

  private Trial attempt(Framing framing) throws IOException {
    DialectChoice choice = new DialectChoice(options, form, content.file);
    Found found = new Found(framing, choice);
    int read = 0;
    int end = 0;
    int progress = 0;
    SaveFileException malformed = null;
    try {
      switch (framing) {
        case STORE_VAR, STORE_VAR_BIG_ENDIAN -> {
          ByteOrder order =
              framing == Framing.STORE_VAR ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
          int from = 0;
          int length = framedLength(from, order);
          for (int index = 0;
              length >= 0 && (index == 0 || from + 4L + length <= WINDOW);
              index++) {
            if (choice.narrow(bytes(from + 4, length), index, content.position() + from + 4)) {
              read++;
            } else if (malformed == null) {
              malformed = problem(Reason.VALUE, "value " + index + " is malformed", from + 4);
              progress = Math.max(1, choice.progress(bytes(from + 4, length)));
            }
            from += 4 + length;
            end = from;
            length = from < WINDOW ? framedLength(from, order) : -1;
          }
        }
        case BASE64 -> {
          int from = 0;
          int length = lineLength(from);
          while (length > 0 && from < WINDOW) {
            byte[] bytes = Base64Lines.peek(content, from, length);
            if (!choice.narrow(bytes, read, content.position() + from)) {
              progress = progressOfBare(choice, bytes);
              throw problem(Reason.NOT_RECOGNIZED, "this is no Base64 of a value", from);
            }
            read++;
            from += length;
            while (from < WINDOW
                && content.look(from + 1) > from
                && Base64Lines.isBlank(content.buffer[content.at + from])) {
              from++;
            }
            length = from < WINDOW ? lineLength(from) : 0;
          }
          if (read == 0 || (from < WINDOW && content.look(from + 1) > from)) {
            throw problem(Reason.NOT_RECOGNIZED, "this is no Base64", from);
          }
        }
        case BARE -> {
          if (!isHeader(0)) {
            throw problem(Reason.NOT_RECOGNIZED, "no value starts here", 0);
          }
          int length = content.look((int) Math.min(LONGEST_BARE, options.limits().bytes()) + 1);
          if (length > LONGEST_BARE || length > options.limits().bytes()) {
            throw problem(Reason.NOT_RECOGNIZED, "this is too long for one value", 0);
          }
          byte[] bytes = bytes(0, length);
          if (!choice.narrow(bytes, 0, content.position())) {
            progress = progressOfBare(choice, bytes);
            throw problem(Reason.NOT_RECOGNIZED, "this is not one value", 0);
          }
          read++;
        }
      }
      return new Trial(found, read, end, malformed, progress);
    } catch (SaveFileException e) {
      if (e.reason() == Reason.TRUNCATED && end == 0) {
        progress = progressOfCut(choice);
      }
      return new Trial(found, read, end, malformed == null ? e : malformed, progress);
    }
  }

  /** How many bytes make sense of a first value that is not there as a whole. */
  private int progressOfCut(DialectChoice choice) throws IOException {
    try {
      int there = content.look(4 + LONGEST_CUT);
      return Math.max(1, choice.progress(bytes(4, Math.max(0, there - 4))));
    } catch (SaveFileException e) {
      return 1; // what is wrapped around it is cut as well
    }
  }

  /** Nothing says that bytes by themselves are a value, but that more of it than its start is. */
  private static int progressOfBare(DialectChoice choice, byte[] bytes) {
    int progress = choice.progress(bytes);
    return progress > START_OF_VALUE ? progress : 0;
  }

  private int lineLength(int from) throws IOException {
    long limit = options.limits().bytes();
    int length = Base64Lines.length(content, from, Base64Lines.longest(limit));
    if (length > Base64Lines.longest(limit)) {
      throw Base64Lines.tooLong(content, limit, content.position() + from);
    }
    return length;
  }

  private byte[] bytes(int from, int length) {
    return Arrays.copyOfRange(content.buffer, content.at + from, content.at + from + length);
  }

  /**
   * The length of the value that starts so far from the content's position, if it is there; -1 at
   * the end.
   */
  private int framedLength(int from, ByteOrder order) throws IOException {
    int there = content.look(from + 8) - from;
    if (there == 0) {
      return -1;
    }
    if (there < 4) {
      throw problem(Reason.NOT_RECOGNIZED, "too short for a length", from);
    }
    long length = content.view(order).getInt(from) & 0xFFFFFFFFL;
    if (length == 0 || length % 4 != 0 || (there >= 8 && !isHeader(from + 4))) {
      throw problem(Reason.NOT_RECOGNIZED, "no length and value", from);
    }
    if (length > options.limits().bytes() || length > BlockCodec.LONGEST - from - 4L) {
      throw problem(
          Reason.LIMIT,
          "a value is said to take %d bytes, more than the limit of %d"
              .formatted(length, options.limits().bytes()),
          from);
    }
    long remaining = content.remaining();
    if (remaining == Content.UNKNOWN || remaining - from - 4 >= length) {
      if (from + 4L + length > WINDOW && from > 0) {
        return (int) length;
      }
      remaining = content.look((int) (from + 4 + length));
    }
    if (remaining - from - 4 < length) {
      throw content.truncated(
          "a value", length, remaining - from - 4, content.position() + from + 4);
    }
    return (int) length;
  }

  /** Whether the header of a value can stand here. Writers leave its second byte zero. */
  private boolean isHeader(int from) throws IOException {
    if (content.look(from + 4) < from + 4) {
      return false;
    }
    int header = content.view(ByteOrder.LITTLE_ENDIAN).getInt(from);
    return (header & 0xFF) <= HIGHEST_ID && (header & 0xFF00) == 0;
  }
}

package io.github.godotvariant.save;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.Decoded;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.internal.Lengths;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
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

  /**
   * Up to here bytes start like a value although no preset has the id, so that a file of a newer
   * engine is one with values that cannot be read, and not something else.
   */
  private static final int HIGHEST_ID_TO_COME = 63;

  /** A header and a count, which many numbers look like. */
  private static final int START_OF_VALUE = 8;

  /** No more values that cannot be read are looked at. */
  private static final int MOST_BROKEN = 8;

  /** A value that was cut is not looked for, or at, beyond this length. */
  private static final int LONGEST_CUT = 1 << 20;

  /** A truncated value is padded to this multiple of its length, plus {@link #MIN_PADDED}. */
  private static final int PADDING_FACTOR = 4;

  private static final int MIN_PADDED = 256;

  private final Content content;
  private final SaveOptions options;
  private final Optional<EncryptionForm> form;

  /** No value that counts as one starts with a higher id. A given dialect may have any. */
  private final int highestId;

  private Recognition(Content content, SaveOptions options, Optional<EncryptionForm> form) {
    this.content = content;
    this.options = options;
    this.form = form;
    int given = options.dialect().map(DialectChoice::highestId).orElse(0);
    highestId = Math.max(HIGHEST_ID_TO_COME, given);
  }

  /**
   * What was found.
   *
   * @param framing how values follow each other
   * @param choice what their dialect can be
   * @param seen the first values
   */
  record Found(Framing framing, DialectChoice choice, List<Sample> seen) {}

  /**
   * How far a framing leads.
   *
   * @param read how many values can be read
   * @param end where the last of the values ends, from the content's position on
   * @param sense how many bytes make sense
   * @param isBroken whether values are malformed, but each that was looked at is where its length
   *     says
   * @param isCut whether the last one lacks its end
   * @param problem the first trouble
   */
  private record Trial(
      Found found,
      int read,
      int end,
      int sense,
      boolean isBroken,
      boolean isCut,
      @Nullable SaveFileException problem) {
    boolean fits() {
      return problem == null;
    }

    /** Whether there are values that read, and each length leads to the next one. */
    boolean leadsOn() {
      return read > 0 && (isBroken || isCut);
    }

    /** Whether a first value stands where its length says. */
    boolean isInPlace() {
      return found.framing() != Framing.BARE && found.framing() != Framing.BASE64 && end > 0;
    }

    /** Whether there is something to read, be it broken. */
    boolean isSomething() {
      return sense > 0 || (isBroken && read > 0);
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
          checkAlone(trials);
        }
        return trial.found();
      }
      if (trial.problem() instanceof AmbiguousSaveFileException ambiguous) {
        // It fits, even twice. That a later framing fits as well must not decide.
        throw ambiguous;
      }
      trials.add(trial);
    }
    if (trials.stream().anyMatch(Trial::isInPlace)) {
      // In the other order of bytes its length is one that no file has.
      trials.removeIf(trial -> trial.isCut() && trial.end() == 0);
    }
    Trial farthest =
        Collections.max(
            trials,
            Comparator.comparing(Trial::isSomething)
                .thenComparing(Trial::leadsOn)
                .thenComparingInt(Trial::sense)
                .thenComparing(trial -> !trial.isCut()));
    if (farthest.end() == 0 && farthest.isCut()) {
      throw Objects.requireNonNull(farthest.problem());
    }
    if (farthest.isSomething()) {
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
   * Makes sure that what can be a value by itself is not as well a file of which a value is
   * damaged, or what was left of a file that was cut in or before a value, and good up to there.
   */
  private void checkAlone(List<Trial> trials) throws IOException {
    for (Trial trial : trials) {
      Framing framing = trial.found().framing();
      if (framing != Framing.STORE_VAR && framing != Framing.STORE_VAR_BIG_ENDIAN) {
        continue;
      }
      if (trial.read() == 0 && trial.end() > 0) {
        continue; // nothing of it is sound
      }
      if (trial.isBroken()) {
        long place = Objects.requireNonNull(trial.problem()).offset();
        throw new AmbiguousSaveFileException(framing, Framing.BARE, content.file, place);
      }
      ByteOrder order =
          framing == Framing.STORE_VAR ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
      long missing = missing(trial, order);
      if (missing > 0) {
        long place = content.position() + trial.end();
        throw new AmbiguousSaveFileException(framing, missing, Framing.BARE, content.file, place);
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
    if (missing <= 0 || length % 4 != 0 || length > (isId ? highestId : LONGEST_CUT)) {
      return 0;
    }
    if (there < 8) {
      return isId ? 0 : missing;
    }
    // The missing bytes may be anything. Zeros are valid in all places, and need the fewest bytes.
    // The number of zeros depends on the bytes that are there, because the length is untrusted.
    int padded = (int) Math.min(length, PADDING_FACTOR * (there - 4L) + MIN_PADDED);
    byte[] filled = Arrays.copyOf(bytes(from + 4, there - 4), padded);
    List<Decoded> starts = trial.found().choice().starts(filled);
    if (padded < length && starts.size() < trial.found().choice().dialects().size()) {
      return missing; // In one of the dialects, the value can need more bytes than were padded.
    }
    for (Decoded value : starts) {
      if (value.length() == length
          || (value.length() > there - 4 && isLonger(value.value(), there - 4))) {
        return missing;
      }
    }
    return 0;
  }

  /** Whether a value may take more than it does with zeros for what is missing. */
  private static boolean isLonger(Variant value, int there) {
    return VALUES.isContainer(value)
        || (there < START_OF_VALUE // and so its length is missing
            && (value instanceof StringValue
                || value instanceof StringName
                || value instanceof PackedArray));
  }

  private SaveFileException problem(Reason reason, String text, long from) {
    return new SaveFileException(reason, text, content.file, content.position() + from);
  }

  private Trial attempt(Framing framing) throws IOException {
    Map<Integer, Sample> seen = new TreeMap<>();
    Trial trial = new Attempt(framing, options, true, seen).make();
    if (!trial.fits() && trial.found().choice().isManual()) {
      // A value of an engine that is damaged may look like one of the manual's, but not all of
      // them.
      trial = new Attempt(framing, options, false, seen).make();
    }
    if (!trial.fits() && trial.read() > 0 && options.dialect().isEmpty() && form.isEmpty()) {
      List<Dialect> decided = trial.found().choice().dialects();
      for (Dialect other : DialectChoice.ENGINES) {
        // Likewise a damaged value may read in the other engine's dialect alone, and decide for it.
        if (decided.size() == 1 && !decided.get(0).equals(other)) {
          Trial alone = new Attempt(framing, options.withDialect(other), false, seen).make();
          trial = alone.sense() > trial.sense() ? alone : trial;
        }
      }
    }
    return trial;
  }

  /** A look at the contents in one framing. */
  private final class Attempt {
    private final Framing framing;
    private final DialectChoice choice;

    /** What other attempts looked at, by its place behind the content's position. */
    private final Map<Integer, Sample> known;

    private final List<Sample> seen = new ArrayList<>();
    private int read;
    private int broken;
    private int end;
    private int sense;
    private boolean isCut;
    private @Nullable SaveFileException problem;

    Attempt(
        Framing framing, SaveOptions options, boolean manualPossible, Map<Integer, Sample> known) {
      this.framing = framing;
      this.known = known;
      choice = new DialectChoice(options, form, manualPossible, content.file);
    }

    Trial make() throws IOException {
      boolean isWhole = true;
      try {
        switch (framing) {
          case STORE_VAR -> framed(ByteOrder.LITTLE_ENDIAN);
          case STORE_VAR_BIG_ENDIAN -> framed(ByteOrder.BIG_ENDIAN);
          case BASE64 -> lines();
          case BARE -> bare();
        }
      } catch (AmbiguousSaveFileException e) {
        read++; // it reads, even twice
        problem = problem == null ? e : problem;
      } catch (SaveFileException e) {
        isWhole = false;
        isCut = e.reason() == Reason.TRUNCATED;
        if (problem == null) {
          problem = e;
          sense = isCut && end == 0 ? senseOfCut() : sense;
        }
      }
      return new Trial(
          new Found(framing, choice, seen),
          read,
          end,
          sense,
          isWhole && broken > 0,
          isCut,
          problem);
    }

    private void framed(ByteOrder order) throws IOException {
      int length = framedLength(0, order);
      while (length >= 0 && (end == 0 || end + 4L + length <= WINDOW) && mayGoOn()) {
        see(bytes(end + 4, length), 4, end + 4 + length);
        length = end < WINDOW ? framedLength(end, order) : -1;
      }
    }

    private void lines() throws IOException {
      int length = lineLength(0);
      while (length > 0 && end < WINDOW && mayGoOn()) {
        byte[] bytes = Base64Lines.peek(content, end, length);
        if (bytes.length == 0) {
          throw problem(Reason.NOT_RECOGNIZED, "this is no Base64", end);
        }
        see(bytes, 0, end + length);
        while (end < WINDOW
            && content.look(end + 1) > end
            && Base64Lines.isBlank(content.buffer[content.at + end])) {
          end++;
        }
        length = end < WINDOW ? lineLength(end) : 0;
      }
      if (end == 0 || (end < WINDOW && content.look(end + 1) > end && mayGoOn())) {
        throw problem(Reason.NOT_RECOGNIZED, "this is no Base64", end);
      }
    }

    private void bare() throws IOException {
      if (!isHeader(bytes(0, Math.min(4, content.look(4))))) {
        throw problem(Reason.NOT_RECOGNIZED, "no value starts here", 0);
      }
      int length = content.look((int) Math.min(LONGEST_BARE, options.limits().bytes()) + 1);
      if (length > LONGEST_BARE || length > options.limits().bytes()) {
        throw problem(Reason.NOT_RECOGNIZED, "this is too long for one value", 0);
      }
      see(bytes(0, length), 0, length);
    }

    /** More of what cannot be read tells nothing, and only takes time. */
    private boolean mayGoOn() {
      return broken < MOST_BROKEN;
    }

    /**
     * Takes a value as evidence.
     *
     * @param before how many bytes in front of it belong to it
     * @param next where the next one starts
     */
    private void see(byte[] bytes, int before, int next) {
      int index = read + broken;
      Sample sample = sample(bytes, end + before);
      seen.add(sample);
      if (isHeader(bytes) && choice.narrow(sample)) {
        read++;
        sense += before + bytes.length;
      } else {
        broken++;
        boolean isFramed = before > 0;
        if (problem == null) {
          problem =
              problem(
                  isFramed ? Reason.VALUE : Reason.NOT_RECOGNIZED,
                  "value " + index + " is malformed",
                  end + before);
        }
        int progress = isHeader(bytes) ? before + choice.favorFarthest(sample) : 0;
        // Nothing says that bytes by themselves are a value, but that more than its start is.
        sense += isFramed || progress > START_OF_VALUE ? progress : 0;
      }
      end = next;
    }

    private Sample sample(byte[] bytes, int from) {
      return known.computeIfAbsent(
          from,
          place -> new Sample(bytes, read + broken, content.position() + place, options.limits()));
    }

    /** How many bytes make sense of a first value that is not there as a whole. */
    private int senseOfCut() throws IOException {
      try {
        int there = content.look(4 + LONGEST_CUT);
        byte[] cut = bytes(4, Math.max(0, there - 4));
        return 4
            + choice.favorFarthest(new Sample(cut, 0, content.position() + 4, options.limits()));
      } catch (SaveFileException e) {
        return 4; // what is wrapped around it is cut as well
      }
    }
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
    // No other file has many lengths by chance, but a value may be broken from its first byte on.
    boolean isPlausible = there < 8 || isHeader(bytes(from + 4, 4)) || isThere(from + 4, length);
    if (length == 0 || length % 4 != 0 || !isPlausible) {
      throw problem(Reason.NOT_RECOGNIZED, "no length and value", from);
    }
    if (length > options.limits().bytes() || length > Lengths.LONGEST - from - 4L) {
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

  /** Whether so many bytes are inside of the window, and are there. */
  private boolean isThere(int from, long length) throws IOException {
    return length <= WINDOW && content.look(from + (int) length) >= from + length;
  }

  /** Whether bytes start like the header of a value. Writers leave its second byte zero. */
  private boolean isHeader(byte[] bytes) {
    return bytes.length >= 4 && (bytes[0] & 0xFF) <= highestId && bytes[1] == 0;
  }
}

package io.github.godotvariant.internal.wire;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.values.Place;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A place inside an encoded value: the containers that are open, and what is next in the innermost.
 * What stands there is read by {@link #in}, and {@link #done} then says so; who moves it is
 * responsible for making sense.
 */
public final class Cursor {
  private static final int NOWHERE = -1;

  /** The first byte of a byte order mark, which texts may have and readers leave out. */
  static final byte MARK = (byte) 0xEF;

  /** A container that is open; the outermost stands for an array in which the whole value is. */
  private static final class Frame {
    Container form = Container.ARRAY;

    /** Values to come; a dictionary's keys count as well. */
    long left = 1;

    /** How many there were at first. */
    long size = 1;

    /** What the containers around still need at least, in bytes. */
    long before;

    /** Where the container starts. */
    int startAt;

    /** Where the latest key or property name starts, for paths. */
    int keyAt = NOWHERE;

    /** Object: the name is read and its value comes next. */
    boolean named;

    /** The keys of a dictionary so far, as they came before; null if that is not known. */
    @Nullable KeyPrediction keys;

    /** The key under which this stands, perhaps in arrays; null if that is not known. */
    @Nullable KeyPrediction home;

    ElementType type = ElementType.UNTYPED;
    ElementType valueType = ElementType.UNTYPED;

    boolean keyIsNext() {
      return form == Container.DICTIONARY && left > 0 && (left & 1) == 0;
    }
  }

  /** What the values are read from. */
  public final ValueDecoder in;

  private Frame[] frames = {new Frame(), new Frame(), null, null};

  /** The innermost open container, and how many are open. */
  private Frame top = frames[0];

  private int level;

  /** How many containers are open around the whole value. */
  private final int base;

  /** Where the value that is next, or was read last, starts. */
  private int nextAt;

  /** A place before the whole value. */
  public Cursor(ValueDecoder in) {
    this.in = in;
    base = 0;
    nextAt = in.pos;
    in.outer(this::path);
  }

  /** A place in the midst of other values, which does not say where it is. */
  Cursor(ValueDecoder in, int depth) {
    this.in = in;
    base = depth;
    nextAt = in.pos;
  }

  /** How many containers are open. */
  public int level() {
    return level;
  }

  /** How deep the value stands that is next. */
  public int depth() {
    return base + level;
  }

  /** What the innermost open container is. */
  public Container form() {
    return top.form;
  }

  /** How many values are to come in the innermost container; a dictionary's keys count as well. */
  public long left() {
    return top.left;
  }

  /** How many were before. */
  public long index() {
    return top.size - top.left;
  }

  /** Whether a dictionary's key comes next. */
  public boolean keyIsNext() {
    return top.keyIsNext();
  }

  /** Whether a property's name comes next. */
  public boolean nameIsNext() {
    return top.form == Container.OBJECT && top.left > 0 && !top.named;
  }

  /** Whether a value comes next, or a key. */
  public boolean valueIsNext() {
    return top.left > 0 && (top.form != Container.OBJECT || top.named);
  }

  /** What the elements or keys of the innermost container are declared to be. */
  public ElementType elementType() {
    return top.type;
  }

  /** What the values of the innermost dictionary are declared to be. */
  public ElementType valueType() {
    return top.valueType;
  }

  /** Where the value starts that is next and was looked at, or was read last. */
  public int lastPosition() {
    return nextAt - in.start;
  }

  /** The header of the value that is next. */
  public int next() {
    nextAt = in.pos;
    return in.header();
  }

  /** What reads the value that is next. */
  public TypeCodec leaf(int header) {
    return in.table.leaf(header);
  }

  /** Whether the next value, which has this header, is of a type. */
  public boolean is(int header, VariantType type) {
    TypeCodec leaf = in.table.leaf(header);
    return leaf.type() == type && leaf.isReadable();
  }

  /** Reads the next value, with all that is in it. */
  public Variant read() {
    Variant value = value();
    done();
    return value;
  }

  /** Reads the next value, of which {@link #done} is still to be said. */
  public Variant value() {
    return in.read(base + level, pendingAfter());
  }

  /** Steps over the next value. */
  public void skip() {
    in.skip(base + level, pendingAfter());
    done();
  }

  /**
   * Reads all entries that are left in the innermost container, keeping nothing. If one cannot be
   * read, this is then before the one before it: there the trouble can be looked at.
   *
   * @return how many elements, pairs or properties are behind
   */
  public int passEntries() {
    int passed = 0;
    Mark previous = mark();
    while (top.left > 0) {
      Mark start = mark();
      try {
        if (top.form == Container.OBJECT) {
          name();
        } else if (keyIsNext()) {
          pass();
        }
        pass();
      } catch (VariantException e) {
        previous.back();
        return Math.max(0, passed - 1);
      }
      previous = start;
      passed++;
    }
    return passed;
  }

  private void pass() {
    nextAt = in.pos;
    read();
  }

  /** After a value, key or closed container. */
  public void done() {
    Frame frame = top;
    if (frame.keyIsNext()) {
      frame.keyAt = nextAt;
      frame.keys = null;
    }
    frame.left--;
    frame.named = false;
  }

  /** Says that the next value was read up to an index. */
  public void passed(int end) {
    nextAt = in.pos;
    in.pos = end;
    done();
  }

  /** Charges the limits for what does not stand in the input. */
  public void charge(long elements, long heap) {
    in.charge(elements, heap);
  }

  /** What must follow the next value at least, in bytes. */
  public long pendingAfter() {
    Frame frame = top;
    long each = frame.form == Container.OBJECT ? frame.form.unit : WireReader.MIN_VALUE;
    return frame.before + (frame.left - 1) * each;
  }

  /**
   * Opens the container that is next.
   *
   * @return how many elements, pairs or properties it has
   */
  public int enter(int header) {
    int from = in.pos;
    int count = open(header, null);
    descend(from, count);
    return count;
  }

  /**
   * Reads what stands before the values of the container that is next, which {@link #descend} then
   * opens.
   *
   * @param fields takes the meaning of each byte; null if nobody asks
   * @return how many elements, pairs or properties it has
   */
  public int open(int header, @Nullable Fields fields) {
    int from = in.pos;
    int count = in.enter(header);
    if (fields != null) {
      in.describeEntered(from, header, fields);
    }
    return count;
  }

  /** Whether it is the null form of an object. */
  public boolean openedNull() {
    return in.enteredNull();
  }

  /**
   * What the container that was opened last is declared to be.
   *
   * @return for example {@code [int]}; empty for an untyped one
   */
  public String declared() {
    return switch (in.entered) {
      case ARRAY -> in.enteredType.isUntyped() ? "" : "[" + in.enteredType + "]";
      case DICTIONARY ->
          in.enteredType.isUntyped() && in.enteredValueType.isUntyped()
              ? ""
              : "[" + in.enteredType + ", " + in.enteredValueType + "]";
      case OBJECT -> " " + in.enteredClass;
    };
  }

  /**
   * Goes into the container that was just opened.
   *
   * @param from index of its header in the array
   */
  public void descend(int from, int count) {
    long pending = pendingAfter();
    if (!in.enteredNull()) {
      in.checkContainer(base + level + 1, count, pending, from);
    }
    KeyPrediction home = top.form == Container.DICTIONARY ? top.keys : top.home;
    if (++level == frames.length) {
      frames = Arrays.copyOf(frames, 4 * level);
    }
    Frame frame = frames[level];
    if (frame == null) {
      frame = new Frame();
      frames[level] = frame;
    }
    top = frame;
    frame.form = in.entered;
    frame.size = in.entered == Container.DICTIONARY ? 2L * count : count;
    frame.left = frame.size;
    frame.before = pending;
    frame.startAt = from;
    frame.keyAt = NOWHERE;
    frame.named = false;
    frame.home = home == null ? in.memory().root() : home;
    frame.keys =
        in.entered == Container.DICTIONARY && count <= KeyPrediction.MAX_KEYS
            ? in.memory().root()
            : null;
    frame.type = in.enteredType;
    frame.valueType = in.enteredValueType;
  }

  /** The class of the object that was opened last; empty for the null object. */
  public String className() {
    return in.enteredClass;
  }

  /** Closes the innermost container. */
  public void leave() {
    nextAt = top.startAt;
    top = frames[--level];
    done();
  }

  /** Reads the name of the next property. */
  public String name() {
    return name(null);
  }

  /**
   * Reads the name of the next property.
   *
   * @param fields takes the meaning of each byte; null if nobody asks
   */
  public String name(@Nullable Fields fields) {
    int from = in.pos;
    String name = in.text("name of property", (int) index(), "");
    if (fields != null) {
      fields.text(in, from, "property name");
    }
    top.keyAt = from;
    top.named = true;
    return name;
  }

  /**
   * Reads the next key if it is a text of the kind that comes again and again, which costs least if
   * the same keys came before it last time.
   *
   * @return the key, mostly the same object each time; null if nothing was read
   */
  public @Nullable Variant familiarKey() {
    Frame frame = top;
    ValueDecoder in = this.in;
    KeyPrediction before = frame.keys;
    KeyPrediction home = frame.home;
    if (before == null || home == null) {
      return null;
    }
    int at = in.pos;
    KeyPrediction node = before.isRoot() ? home.inside : before.last;
    if (node == null || !node.standsAt(in.in, at, in.end)) {
      node = in.otherKey(before, home);
      if (node == null) {
        return null;
      }
    }
    in.pos = at + 4; // where reading it as a text would find the limit exceeded
    in.charge(0, WireReader.STRING_COST + (long) node.length());
    in.pos = at + node.size;
    nextAt = at;
    frame.keyAt = at;
    frame.keys = node;
    frame.left--;
    return node.key;
  }

  /** Reads the next key if it is this one, of which these are the bytes in the table's dialect. */
  public KeyMatch key(EncodedText wire) {
    ValueDecoder in = this.in;
    int at = in.pos;
    if (wire.length() > in.limits.stringBytes()) {
      return KeyMatch.PERHAPS;
    }
    if (!wire.standsAt(in.in, at, in.end)) {
      return isOther(wire.letter()) ? KeyMatch.NO : KeyMatch.PERHAPS;
    }
    in.pos = at + 4; // where reading it as a text would find the limit exceeded
    in.charge(0, WireReader.STRING_COST + (long) wire.length());
    in.pos = at + wire.size;
    nextAt = at;
    top.keyAt = at;
    top.keys = null;
    top.left--;
    return KeyMatch.YES;
  }

  /** Whether the key that was looked for is next. */
  public enum KeyMatch {
    /** It was, and is read. */
    YES,
    /** It is another one. */
    NO,
    /** Its bytes are others, but the text may be the same. */
    PERHAPS
  }

  /** Reads the next key if it is this text, however it is written. */
  public boolean keyIs(String text) {
    int header = next();
    if (!is(header, VariantType.STRING) && !is(header, VariantType.STRING_NAME)) {
      return false;
    }
    Mark mark = mark();
    if (in.string().equals(text)) {
      done();
      return true;
    }
    mark.back();
    return false;
  }

  /**
   * Goes back before the value that was read last, to say what is wrong with it; what it was
   * charged stays so.
   *
   * @return false if there is none in the innermost container
   */
  public boolean back() {
    Frame frame = top;
    if (frame.left == frame.size || frame.named) {
      return false;
    }
    in.pos = nextAt;
    frame.keys = null;
    frame.left++;
    frame.named = frame.form == Container.OBJECT;
    return true;
  }

  /** Where this is now, to come back to as long as no container around it is closed. */
  public Mark mark() {
    return new Mark();
  }

  /** A place and what the limits allowed there. */
  public final class Mark {
    private final int at = in.pos;
    private final int outer = level;
    private final long left = top.left;
    private final int keyAt = top.keyAt;
    private final boolean named = top.named;
    private final long elements = in.elementsLeft;
    private final long heap = in.heapLeft;

    /** Goes back. */
    public void back() {
      level = outer;
      top = frames[outer];
      top.left = left;
      top.keyAt = keyAt;
      top.keys = null;
      top.named = named;
      in.pos = at;
      in.restore(elements, heap);
    }
  }

  /**
   * Goes to one value inside the next one, opening containers and skipping what is before it.
   *
   * @return false if it is not there, and nothing has changed
   */
  public boolean seek(VariantPath path) {
    Mark from = mark();
    for (Variant step : path.steps()) {
      if (!step(step)) {
        from.back();
        return false;
      }
    }
    return true;
  }

  private boolean step(Variant step) {
    int header = next();
    if (is(header, VariantType.ARRAY)) {
      int count = enter(header);
      if (!(step instanceof IntValue index) || index.value() < 0 || index.value() >= count) {
        return false;
      }
      for (long i = 0; i < index.value(); i++) {
        skip();
      }
      return true;
    }
    if (is(header, VariantType.DICTIONARY)
        || (is(header, VariantType.OBJECT) && leaf(header).scan(in, header, null) == 0)) {
      enter(header);
      return lastMatch(step);
    }
    return false;
  }

  /** Goes to the value of the last key or property that matches. */
  private boolean lastMatch(Variant step) {
    Frame frame = top;
    frame.keys = null;
    boolean object = frame.form == Container.OBJECT;
    byte[] plain = object ? null : plain(step);
    Skip skip = in.skip();
    int at = NOWHERE;
    int key = NOWHERE;
    long rest = 0;
    long elements = 0;
    long heap = 0;
    while (frame.left > 0) {
      boolean matches;
      if (object) {
        matches = VALUES.isSameKey(StringValue.of(name()), step);
      } else {
        int keyAt = in.pos;
        KeyMatch match = plain == null ? KeyMatch.PERHAPS : skip.key(plain);
        matches =
            match == KeyMatch.YES || (match == KeyMatch.PERHAPS && VALUES.isSameKey(value(), step));
        frame.keyAt = keyAt;
        frame.left--;
      }
      if (matches) {
        at = in.pos;
        key = frame.keyAt;
        rest = frame.left;
        elements = in.elementsLeft;
        heap = in.heapLeft;
      }
      skip.value(base + level, pendingAfter());
      frame.left--;
      frame.named = false;
    }
    if (at == NOWHERE) {
      return false;
    }
    in.pos = at;
    in.restore(elements, heap);
    frame.keyAt = key;
    frame.left = rest;
    frame.named = object;
    return true;
  }

  /** The bytes of a key that is a short text of plain ASCII; null for any other. */
  private static byte @Nullable [] plain(Variant key) {
    boolean isText = key instanceof StringValue || key instanceof StringName;
    return isText ? EncodedText.plain(key.asString()) : null;
  }

  /**
   * Whether the key that is next is a String that starts with another letter. If not, it may be the
   * one that is looked for although its bytes are others: with another header, with padding that is
   * not zero, behind a byte order mark, before a NUL.
   */
  private boolean isOther(byte letter) {
    int at = in.pos;
    if (in.end - at <= 8 || Wire.getInt(in.in, at) != in.table.stringHeader) {
      return false;
    }
    byte first = in.in[at + 8];
    return Wire.getInt(in.in, at + 4) > 0 && first != letter && first != MARK;
  }

  /**
   * The place of the value that comes next; after the last one of a container, of the last one.
   *
   * @return a path such as {@code $.player.items[3]}
   */
  public String path() {
    Place place = new Place("$");
    for (int i = 1; i <= level && !place.isEnded(); i++) {
      Frame frame = frames[i];
      long index = frame.size - frame.left;
      if (frame.form == Container.ARRAY) {
        place.index(Math.min(index, Math.max(0, frame.size - 1)));
      } else if (frame.form == Container.OBJECT) {
        nameOf(place, frame, index);
      } else if (frame.keyIsNext()) {
        place.unread("key", index / 2);
      } else if (frame.keyAt != NOWHERE) {
        Variant key = in.keyAt(frame.keyAt);
        long pair = frame.left == 0 ? frame.size / 2 - 1 : index / 2;
        place.value(key == null ? VariantArray.EMPTY : key, pair);
      }
    }
    return place.toString();
  }

  private void nameOf(Place place, Frame object, long index) {
    if (!object.named && object.left > 0) {
      place.unread("property", index);
    } else if (object.keyAt != NOWHERE) {
      Variant name = in.nameAt(object.keyAt);
      if (name != null) {
        place.name(name.asString());
      }
    }
  }
}

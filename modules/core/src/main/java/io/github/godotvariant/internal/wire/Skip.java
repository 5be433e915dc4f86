package io.github.godotvariant.internal.wire;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Steps over values without building them, going down as {@link Descent} says. Lengths, counts, ids
 * and limits are checked and charged as when reading; texts and numbers are not looked at. Where
 * something is wrong inside, the place is that of the whole value.
 */
final class Skip {
  /** What comes of a container; null if it was left off. */
  private static final Object DONE = new Object();

  private static final Supplier<Steps> NOWHERE = Steps::new;

  private final WireReader in;

  /** The depth down to which containers are gone through by recursion. */
  private int nearDepth;

  /** For what is deeper, and the container before which a loop left off. */
  private @Nullable Descent<Object> deep;

  private int deepDepth;
  private long deepPending;

  Skip(WireReader in) {
    this.in = in;
  }

  /** Steps over the value at the position. */
  void value(int depth, long pending) {
    if (!passes() && !scans()) {
      nearDepth = depth + Descent.NEAR;
      container(depth + 1, pending);
    }
  }

  /**
   * Steps over the next key if it is a String in its usual form, and says whether it is a text;
   * does nothing if it perhaps is.
   *
   * @param text plain ASCII, not empty
   */
  Cursor.KeyMatch key(byte[] text) {
    WireReader in = this.in;
    byte[] bytes = in.in;
    int at = in.pos;
    if (in.end - at < 16 || Wire.getInt(bytes, at) != in.table.stringHeader) {
      return Cursor.KeyMatch.PERHAPS;
    }
    int length = Wire.getInt(bytes, at + 4);
    long size = 8 + (long) length + Wire.padding(length);
    if (length <= 0
        || size > in.end - at
        || length > in.limits.stringBytes()
        || bytes[at + 8] == Cursor.MARK
        || (length > text.length && bytes[at + 8 + text.length] == 0)) {
      return Cursor.KeyMatch.PERHAPS;
    }
    in.charge(0, WireReader.STRING_COST + (long) length);
    in.pos = at + (int) size;
    return length == text.length && Arrays.equals(bytes, at + 8, at + 8 + length, text, 0, length)
        ? Cursor.KeyMatch.YES
        : Cursor.KeyMatch.NO;
  }

  /** Steps over a number, text or vector in its usual form. */
  private boolean passes() {
    WireReader in = this.in;
    int at = in.pos;
    if (in.end - at < 16) {
      return false;
    }
    WireTable table = in.table;
    long word = Wire.getLong(in.in, at);
    int header = (int) word;
    if (header == table.stringHeader || header == table.nameHeader) {
      int length = (int) (word >>> 32);
      long size = 8 + (long) length + Wire.padding(length);
      if (length < 0 || size > in.end - at || length > in.limits.stringBytes()) {
        return false;
      }
      in.charge(0, WireReader.STRING_COST + (long) length);
      in.pos = at + (int) size;
    } else if (header == table.intHeader
        || header == table.floatHeader
        || header == table.boolHeader) {
      in.pos = at + 8;
    } else if (header == table.wideFloatHeader || header == table.vector2Header) {
      in.pos = at + 12;
    } else if (header == table.vector3Header) {
      in.pos = at + 16;
    } else {
      return false;
    }
    return true;
  }

  /** Steps over any other leaf; false for a container. */
  private boolean scans() {
    int header = in.header();
    int size = in.table.leaf(header).scan(in, header, null);
    in.pos += size;
    return size > 0;
  }

  /** Steps over the container at the position, or leaves off before it. */
  private @Nullable Object container(int depth, long pending) {
    if (depth <= nearDepth) {
      return inside(depth, pending);
    }
    deepDepth = depth;
    deepPending = pending;
    if (depth > nearDepth + 1) {
      return null;
    }
    if (deep == null) {
      deep = new Descent<>();
    }
    return deep.through(() -> inside(deepDepth, deepPending), NOWHERE);
  }

  private @Nullable Object inside(int depth, long pending) {
    int at = in.pos;
    int count = in.enter(Wire.getInt(in.in, at));
    if (!in.enteredNull()) {
      in.checkContainer(depth, count, pending, at);
    }
    long values = in.entered == Container.DICTIONARY ? 2L * count : count;
    return values(in.entered, values, 0, depth, pending);
  }

  /** Steps over the values of a container from one on; a dictionary's keys count as well. */
  private @Nullable Object values(Container form, long count, long from, int depth, long pending) {
    int unit = form == Container.OBJECT ? form.unit : WireReader.MIN_VALUE;
    for (long i = from; i < count; i++) {
      if (form == Container.OBJECT) {
        in.pos = in.endOfText(in.pos, "name of property", (int) i, "");
      }
      if (!passes() && !scans() && container(depth + 1, pending + (count - i - 1) * unit) == null) {
        leftOff(form, count, i, depth, pending);
        return null;
      }
    }
    return DONE;
  }

  private void leftOff(Container form, long count, long at, int depth, long pending) {
    if (deep != null) {
      deep.leaveOff(
          new Descent.Rest<>() {
            @Override
            @Nullable Object goOn(Object inner) {
              return values(form, count, at + 1, depth, pending);
            }

            @Override
            void addTo(Steps steps) {
              // The place is that of the whole value.
            }
          });
    }
  }
}

package io.github.godotvariant.enet;

/**
 * The adaptive range coder of ENet, with contexts of up to two bytes. Each block starts with empty
 * statistics. Not thread-safe; an object is reused for many blocks.
 *
 * <p>An entry of the arrays is a symbol: a node in the binary tree of one context, and also a
 * context of its own. Symbol 0 is the root context, and as a child or tree it means none.
 */
final class RangeCoder {
  private static final int SYMBOLS = 4096;

  /** The statistics start again if fewer symbols than a byte can need are left. */
  private static final int RESTART_SYMBOLS = SYMBOLS - 2;

  private static final int ORDER = 2;
  private static final int ESCAPE_STEP = 5;
  private static final int STEP = 2;
  private static final int ROOT_STEP = 3;
  private static final int MAX_COUNT = 255;
  private static final int MAX_TOTAL = 65_280;
  private static final int TOP = 1 << 24;
  private static final int BOTTOM = 1 << 16;

  // A symbol as a node: below is the count of the node and its left subtree.
  private final byte[] value = new byte[SYMBOLS];
  private final short[] count = new short[SYMBOLS];
  private final char[] below = new char[SYMBOLS];
  private final short[] left = new short[SYMBOLS];
  private final short[] right = new short[SYMBOLS];
  // A symbol as a context.
  private final short[] tree = new short[SYMBOLS];
  private final short[] parent = new short[SYMBOLS];
  private final int[] escapes = new int[SYMBOLS];
  private final int[] total = new int[SYMBOLS];

  private int next;
  private int predicted;
  private int order;

  // Results of use(): the counts before the use, with the minimum of the root context.
  private int usedBelow;
  private int usedCount;

  // The state of the coder. Both numbers are unsigned.
  private int low;
  private int range;
  private int code;
  private byte[] bytes = {};
  private int position;
  private int end;

  /**
   * Compresses a block.
   *
   * @param limit maximum length of the result in bytes; the array must not be shorter
   * @return the length of the result, or -1 if the block is empty or the result exceeds the limit
   */
  int compress(byte[] in, int offset, int length, byte[] out, int limit) {
    if (length == 0) {
      return -1;
    }
    start(out, 0, limit);
    for (int i = offset; i < offset + length; i++) {
      if (!encode(in[i] & 0xff)) {
        return -1;
      }
      endByte();
    }
    while (low != 0) {
      if (!put(low >>> 24)) {
        return -1;
      }
      low <<= 8;
    }
    return position;
  }

  /**
   * Decompresses a block.
   *
   * @return the length of the result
   * @throws CorruptDatagramException if the block is damaged or makes more than the array holds
   */
  int decompress(byte[] in, int offset, int length, byte[] out) throws CorruptDatagramException {
    if (length == 0) {
      throw new CorruptDatagramException("range coder: the block is empty");
    }
    start(in, offset, offset + length);
    for (int i = 0; i < 4; i++) {
      code = code << 8 | nextByte();
    }
    int written = 0;
    while (true) {
      int context = findContext();
      if (context < 0) {
        return written;
      }
      if (written == out.length) {
        throw new CorruptDatagramException(
            "range coder: the block makes more than " + out.length + " bytes");
      }
      out[written++] = (byte) decode(context);
      endByte();
    }
  }

  private void start(byte[] array, int from, int to) {
    bytes = array;
    position = from;
    end = to;
    low = 0;
    range = -1;
    code = 0;
    restart();
  }

  private void restart() {
    next = 0;
    predicted = 0;
    order = 0;
    int root = newSymbol(0, 0);
    escapes[root] = 1;
    total[root] = 1 + 256;
  }

  private int newSymbol(int newValue, int newCount) {
    int symbol = next++;
    value[symbol] = (byte) newValue;
    count[symbol] = (short) newCount;
    below[symbol] = (char) newCount;
    left[symbol] = 0;
    right[symbol] = 0;
    tree[symbol] = 0;
    parent[symbol] = 0;
    escapes[symbol] = 0;
    total[symbol] = 0;
    return symbol;
  }

  /** Counts a byte in a context. Returns its symbol and sets the counts from before the use. */
  private int use(int context, int wanted) {
    int step = step(context);
    int minimum = minimum(context);
    usedBelow = wanted * minimum;
    usedCount = minimum;
    int node = tree[context];
    if (node == 0) {
      int symbol = newSymbol(wanted, step);
      tree[context] = (short) symbol;
      return symbol;
    }
    while (true) {
      int found = value[node] & 0xff;
      if (wanted == found) {
        usedCount += count[node];
        usedBelow += below[node] - count[node];
        below[node] += (char) step;
        count[node] += (short) step;
        return node;
      }
      short[] child;
      if (wanted < found) {
        below[node] += (char) step;
        child = left;
      } else {
        usedBelow += below[node];
        child = right;
      }
      if (child[node] == 0) {
        int symbol = newSymbol(wanted, step);
        child[node] = (short) symbol;
        return symbol;
      }
      node = child[node];
    }
  }

  /** Adds a use to the total of a context, and halves its counts if they reach their maximum. */
  private void addUse(int context, int countBefore) {
    int step = step(context);
    int minimum = minimum(context);
    total[context] += step;
    if (countBefore > MAX_COUNT - 2 * step + minimum || total[context] > MAX_TOTAL) {
      int sum = tree[context] == 0 ? 0 : halve(tree[context]);
      escapes[context] -= escapes[context] >> 1;
      total[context] = sum + escapes[context] + 256 * minimum;
    }
  }

  private int halve(int root) {
    int sum = 0;
    for (int node = root; node != 0; node = right[node]) {
      count[node] -= (short) (count[node] >> 1);
      int nodeSum = count[node];
      if (left[node] != 0) {
        nodeSum += halve(left[node]);
      }
      below[node] = (char) nodeSum;
      sum += nodeSum;
    }
    return sum;
  }

  private void addEscapes(int context) {
    escapes[context] += ESCAPE_STEP;
    total[context] += ESCAPE_STEP;
  }

  /** Makes a symbol the prediction, or the parent of the symbol one order higher. */
  private void link(int higher, int symbol) {
    if (higher < 0) {
      predicted = symbol;
    } else {
      parent[higher] = (short) symbol;
    }
  }

  private void endByte() {
    if (order >= ORDER) {
      predicted = parent[predicted];
    } else {
      order++;
    }
    if (next >= RESTART_SYMBOLS) {
      restart();
    }
  }

  private boolean encode(int wanted) {
    int context = predicted;
    int higher = -1;
    while (true) {
      int symbol = use(context, wanted);
      int before = total[context];
      int used = usedCount;
      link(higher, symbol);
      higher = symbol;
      if (used > 0) {
        boolean fits = put(escapes[context] + usedBelow, used, before);
        addUse(context, used);
        return fits;
      }
      if (escapes[context] > 0 && escapes[context] < before && !put(0, escapes[context], before)) {
        return false;
      }
      addEscapes(context);
      addUse(context, 0);
      context = parent[context];
    }
  }

  /** Returns the context in which the next byte is coded, or -1 at the end of the data. */
  private int findContext() throws CorruptDatagramException {
    int context = predicted;
    while (context != 0) {
      if (escapes[context] > 0 && escapes[context] < total[context]) {
        if (read(total[context]) >= escapes[context]) {
          return context;
        }
        take(0, escapes[context]);
      }
      context = parent[context];
    }
    return read(total[0]) < escapes[0] ? -1 : 0;
  }

  private int decode(int context) throws CorruptDatagramException {
    int at = Integer.divideUnsigned(code - low, range);
    int decoded = find(context, at - escapes[context]);
    int escapesBefore = escapes[context];
    int symbol = use(context, decoded);
    take(escapesBefore + usedBelow, usedCount);
    addUse(context, usedCount);
    int higher = -1;
    for (int passed = predicted; passed != context; passed = parent[passed]) {
      int added = use(passed, decoded);
      link(higher, added);
      higher = added;
      int used = usedCount;
      if (used == 0) {
        addEscapes(passed);
      }
      addUse(passed, used);
    }
    link(higher, symbol);
    return decoded;
  }

  /** Returns the byte at a position of the counts of a context, without its escapes. */
  private int find(int context, int at) throws CorruptDatagramException {
    int minimum = minimum(context);
    int sum = 0;
    int from = 0;
    int to = 256;
    int node = tree[context];
    while (node != 0) {
      int found = value[node] & 0xff;
      int nodeEnd = sum + below[node] + (found + 1) * minimum;
      if (at >= nodeEnd) {
        sum += below[node];
        from = found + 1;
        node = right[node];
      } else if (at < nodeEnd - count[node] - minimum) {
        to = found;
        node = left[node];
      } else {
        return found;
      }
    }
    int unseen = at - sum;
    if (minimum == 0 || unseen < from || unseen >= to) {
      throw new CorruptDatagramException("range coder: no byte has count " + at);
    }
    return unseen;
  }

  private boolean put(int under, int length, int sum) {
    range = Integer.divideUnsigned(range, sum);
    low += under * range;
    range *= length;
    while (mustShift()) {
      if (!put(low >>> 24)) {
        return false;
      }
      range <<= 8;
      low <<= 8;
    }
    return true;
  }

  private boolean put(int next) {
    if (position == end) {
      return false;
    }
    bytes[position++] = (byte) next;
    return true;
  }

  private int read(int sum) throws CorruptDatagramException {
    range = Integer.divideUnsigned(range, sum);
    int at = Integer.divideUnsigned(code - low, range);
    if (at < 0 || at >= sum) {
      throw new CorruptDatagramException("range coder: count beyond the total " + sum);
    }
    return at;
  }

  private void take(int under, int length) {
    low += under * range;
    range *= length;
    while (mustShift()) {
      code = code << 8 | nextByte();
      range <<= 8;
      low <<= 8;
    }
  }

  /** Checks whether the highest byte is complete, and shortens a range that became too small. */
  private boolean mustShift() {
    if (Integer.compareUnsigned(low ^ low + range, TOP) < 0) {
      return true;
    }
    if (Integer.compareUnsigned(range, BOTTOM) >= 0) {
      return false;
    }
    range = -low & 0xffff;
    return true;
  }

  /** Returns the next byte of the input. Zeros follow its end. */
  private int nextByte() {
    return position < end ? bytes[position++] & 0xff : 0;
  }

  private static int step(int context) {
    return context == 0 ? ROOT_STEP : STEP;
  }

  private static int minimum(int context) {
    return context == 0 ? 1 : 0;
  }
}

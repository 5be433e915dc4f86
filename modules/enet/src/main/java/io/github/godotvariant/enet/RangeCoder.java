package io.github.godotvariant.enet;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Compresses and decompresses blocks with the adaptive range coder of ENet. The code of each byte
 * depends on statistics, which are selected by the previous 0 to 2 bytes. Each block starts with
 * empty statistics. Not thread-safe. One object compresses and decompresses any number of blocks.
 */
final class RangeCoder {
  /**
   * The number of nodes from which on the coder clears the statistics. ENet stores at most 4,096
   * symbols: the root and 4,095 nodes. Each byte adds up to three nodes.
   */
  private static final int MAX_NODES = 4093;

  private static final int ORDER = 2;
  private static final int ESCAPE_STEP = 5;
  private static final int STEP = 2;
  private static final int ROOT_STEP = 3;
  private static final int MAX_COUNT = 255;
  private static final int MAX_TOTAL = 65_280;
  private static final int TOP = 1 << 24;
  private static final int BOTTOM = 1 << 16;

  /** The statistics of the bytes that occurred after the same 0 to 2 previous bytes. */
  private static final class Context {
    /** The binary search tree of the bytes that occurred in this context; null if there is none. */
    @Nullable Node tree;

    /** The context that one previous byte less selects; the parent of the root is the root. */
    Context parent = this;

    int escapes;
    int total;

    void clear(Context lower) {
      tree = null;
      parent = lower;
      escapes = 0;
      total = 0;
    }
  }

  /**
   * A byte that occurred in a context, and its count. The node belongs to the tree of this context.
   */
  private static final class Node {
    /** The context of the bytes that occur after this byte. */
    final Context next = new Context();

    int value;
    int count;

    /** The sum of the counts of this node and of all nodes in its left subtree. */
    int below;

    @Nullable Node left;
    @Nullable Node right;
  }

  /** The nodes, which are reused for each block. The first {@code nodeCount} nodes are in use. */
  private final List<Node> nodes = new ArrayList<>();

  private int nodeCount;

  /** The context without previous bytes. */
  private final Context root = new Context();

  /** The context that the last bytes select. */
  private Context current = root;

  /** The number of previous bytes that select the current context, 0 to 2. */
  private int order;

  // count() sets these fields to the sum of the counts of all smaller bytes in the context, and to
  // the count of the byte. Both are counts before the call of count(), and include minimum() for
  // each byte.
  private int previousBelow;
  private int previousCount;

  // The state of the coder: unsigned numbers of 32 bits.
  private int low;
  private int range;
  private int code;
  private boolean isEncoding;
  private byte[] bytes = {};
  private int position;
  private int end;

  /**
   * Compresses a block.
   *
   * @param limit maximum length of the result in bytes; {@code out} must not be shorter
   * @return the length of the result, or -1 if the block is empty or the result exceeds the limit
   */
  int compress(byte[] in, int offset, int length, byte[] out, int limit) {
    if (length == 0) {
      return -1;
    }
    start(true, out, 0, limit);
    for (int i = offset; i < offset + length; i++) {
      countAndWrite(in[i] & 0xff);
    }
    for (; low != 0; low <<= 8) {
      write(low >>> 24);
    }
    return position <= limit ? position : -1;
  }

  /**
   * Decompresses a block.
   *
   * @return the length of the result
   * @throws DataFormatException if the block is damaged or the result is longer than {@code out}
   */
  int decompress(byte[] in, int offset, int length, byte[] out) throws DataFormatException {
    if (length == 0) {
      throw new DataFormatException("range coder: the block is empty");
    }
    start(false, in, offset, offset + length);
    for (int i = 0; i < 4; i++) {
      code = code << 8 | read();
    }
    int written = 0;
    for (int value = decode(); value >= 0; value = decode()) {
      if (written == out.length) {
        throw new DataFormatException(
            "range coder: the block makes more than " + out.length + " bytes");
      }
      out[written++] = (byte) value;
      countAndWrite(value);
    }
    return written;
  }

  private void start(boolean encodes, byte[] array, int from, int to) {
    isEncoding = encodes;
    bytes = array;
    position = from;
    end = to;
    low = 0;
    range = -1;
    code = 0;
    restart();
  }

  private void restart() {
    nodeCount = 0;
    root.clear(root);
    root.escapes = 1;
    root.total = 1 + 256;
    current = root;
    order = 0;
  }

  private Node newNode(int value, int count) {
    if (nodeCount == nodes.size()) {
      nodes.add(new Node());
    }
    Node node = nodes.get(nodeCount++);
    node.value = value;
    node.count = count;
    node.below = count;
    node.left = null;
    node.right = null;
    node.next.clear(root);
    return node;
  }

  /**
   * Counts a byte in the current context and then in the parent contexts, up to the first context
   * that already contains the byte. When encoding, also writes an escape for each nonempty context
   * without the byte, and then the byte.
   */
  private void countAndWrite(int value) {
    Context context = current;
    Context higher = null;
    do {
      int escapes = context.escapes;
      int total = context.total;
      Context next = count(context, value).next;
      if (isEncoding && previousCount > 0) {
        encode(escapes + previousBelow, previousCount, total);
      } else if (isEncoding && escapes > 0 && escapes < total) {
        encode(0, escapes, total);
      }
      if (higher == null) {
        current = next;
      } else {
        higher.parent = next;
      }
      higher = next;
      context = context.parent;
    } while (previousCount == 0);
    if (order < ORDER) {
      order++;
    } else {
      current = current.parent;
    }
    if (nodeCount >= MAX_NODES) {
      restart();
    }
  }

  /**
   * Counts a byte in a context and returns the node of the byte. Sets {@link #previousBelow} and
   * {@link #previousCount}.
   */
  private Node count(Context context, int value) {
    int step = context == root ? ROOT_STEP : STEP;
    int minimum = minimum(context);
    previousBelow = value * minimum;
    previousCount = minimum;
    Node node = addToTree(context, value, step);
    if (previousCount == 0) {
      context.escapes += ESCAPE_STEP;
      context.total += ESCAPE_STEP;
    }
    context.total += step;
    if (previousCount > MAX_COUNT - 2 * step + minimum || context.total > MAX_TOTAL) {
      context.escapes -= context.escapes >> 1;
      context.total = halve(context.tree) + context.escapes + 256 * minimum;
    }
    return node;
  }

  private Node addToTree(Context context, int value, int step) {
    Node node = context.tree;
    if (node == null) {
      context.tree = newNode(value, step);
      return context.tree;
    }
    while (value != node.value) {
      boolean isLower = value < node.value;
      if (isLower) {
        node.below += step;
      } else {
        previousBelow += node.below;
      }
      Node child = isLower ? node.left : node.right;
      if (child == null) {
        child = newNode(value, step);
        if (isLower) {
          node.left = child;
        } else {
          node.right = child;
        }
        return child;
      }
      node = child;
    }
    previousCount += node.count;
    previousBelow += node.below - node.count;
    node.below += step;
    node.count += step;
    return node;
  }

  /** Halves the counts of a tree and returns the sum of the new counts. */
  private static int halve(@Nullable Node tree) {
    int sum = 0;
    for (Node node = tree; node != null; node = node.right) {
      node.count -= node.count >> 1;
      node.below = node.count + halve(node.left);
      sum += node.below;
    }
    return sum;
  }

  /**
   * Returns the number that a context adds to the count of every byte: 1 in the root, otherwise 0.
   */
  private int minimum(Context context) {
    return context == root ? 1 : 0;
  }

  /**
   * Decodes the next byte. Returns -1 at the end of the data. An escape from the root marks the
   * end.
   */
  private int decode() throws DataFormatException {
    Context context = current;
    while (true) {
      int escapes = context.escapes;
      if (escapes > 0 && escapes < context.total) {
        range = Integer.divideUnsigned(range, context.total);
        int at = Integer.divideUnsigned(code - low, range);
        if (at < 0 || at >= context.total) {
          throw new DataFormatException("range coder: count beyond the total " + context.total);
        }
        if (at >= escapes) {
          return decode(context, at - escapes);
        }
        if (context == root) {
          return -1;
        }
        narrow(0, escapes);
      }
      context = context.parent;
    }
  }

  /**
   * Decodes a byte in a context.
   *
   * @param at the decoded number, which selects the byte: 0 to the sum of the counts of all bytes
   *     in the context, minus 1
   */
  private int decode(Context context, int at) throws DataFormatException {
    int minimum = minimum(context);
    int sum = 0;
    int from = 0;
    int to = 256;
    Node node = context.tree;
    while (node != null) {
      int nodeEnd = sum + node.below + (node.value + 1) * minimum;
      int nodeStart = nodeEnd - node.count - minimum;
      if (at >= nodeEnd) {
        sum += node.below;
        from = node.value + 1;
        node = node.right;
      } else if (at < nodeStart) {
        to = node.value;
        node = node.left;
      } else {
        narrow(context.escapes + nodeStart, node.count + minimum);
        return node.value;
      }
    }
    int unseen = at - sum;
    if (minimum == 0 || unseen < from || unseen >= to) {
      throw new DataFormatException("range coder: no byte has count " + at);
    }
    narrow(context.escapes + at, minimum);
    return unseen;
  }

  private void encode(int offset, int length, int total) {
    range = Integer.divideUnsigned(range, total);
    narrow(offset, length);
  }

  /**
   * Narrows the range to {@code length} units from {@code offset} on. Then shifts out the highest
   * bytes that can no longer change. When encoding, writes these bytes; when decoding, reads the
   * same number of bytes.
   */
  private void narrow(int offset, int length) {
    low += offset * range;
    range *= length;
    while (mustShift()) {
      if (isEncoding) {
        write(low >>> 24);
      } else {
        code = code << 8 | read();
      }
      range <<= 8;
      low <<= 8;
    }
  }

  /**
   * Returns whether the highest byte of {@link #low} must be shifted out, because this byte can no
   * longer change or the range is too small. In the second case, shortens the range so that the
   * byte cannot change.
   */
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

  /** Writes a byte. After the limit, only increases the position. */
  private void write(int value) {
    if (position < end) {
      bytes[position] = (byte) value;
    }
    position++;
  }

  /** Returns the next byte of the input, or 0 after the end of the input. */
  private int read() {
    return position < end ? bytes[position++] & 0xff : 0;
  }
}

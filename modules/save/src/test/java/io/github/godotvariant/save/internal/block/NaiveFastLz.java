package io.github.godotvariant.save.internal.block;

import java.util.ArrayList;
import java.util.List;

/**
 * A simple and slow FastLZ decoder. It first parses the block into instructions and then runs them,
 * with one character for each byte. It rejects a block with any runtime exception.
 */
final class NaiveFastLz {
  private interface Instruction {
    void appendTo(StringBuilder out);
  }

  private record Run(String bytes) implements Instruction {
    @Override
    public void appendTo(StringBuilder out) {
      out.append(bytes);
    }
  }

  private record Match(int distance, int length) implements Instruction {
    @Override
    public void appendTo(StringBuilder out) {
      for (int i = 0; i < length; i++) {
        out.append(out.charAt(out.length() - distance));
      }
    }
  }

  private final byte[] block;
  private int next;

  private NaiveFastLz(byte[] block) {
    this.block = block;
  }

  static byte[] decompress(byte[] block) {
    StringBuilder out = new StringBuilder();
    for (Instruction instruction : new NaiveFastLz(block).parse()) {
      instruction.appendTo(out);
    }
    byte[] bytes = new byte[out.length()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) out.charAt(i);
    }
    return bytes;
  }

  private List<Instruction> parse() {
    List<Instruction> instructions = new ArrayList<>();
    if (block.length == 0) {
      return instructions;
    }
    int level = 1 + block[0] / 32;
    if (block[0] < 0 || level > 2) {
      throw new IllegalArgumentException("level " + level);
    }
    instructions.add(run(read() % 32));
    while (next < block.length) {
      int first = read();
      int kind = first / 32;
      if (kind == 0) {
        instructions.add(run(first));
      } else {
        int length = kind == 7 ? 9 + extraLength(level) : kind + 2;
        int back = first % 32 * 256 + read();
        if (level == 2 && back == 0x1fff) {
          back += read() * 256;
          back += read();
        }
        instructions.add(new Match(back + 1, length));
      }
    }
    return instructions;
  }

  private Run run(int count) {
    StringBuilder bytes = new StringBuilder();
    for (int i = 0; i <= count; i++) {
      bytes.append((char) read());
    }
    return new Run(bytes.toString());
  }

  private int extraLength(int level) {
    int extraLength = read();
    return level == 2 && extraLength == 255 ? extraLength + extraLength(level) : extraLength;
  }

  private int read() {
    return Byte.toUnsignedInt(block[next++]);
  }
}

package io.github.godotvariant.save;

import java.util.Arrays;
import java.util.Random;

/** Kinds of test inputs. The same seed and length always give the same bytes. */
public enum Samples {
  /** Zeros. */
  ZEROS {
    @Override
    void fill(byte[] out, Random random) {}
  },
  /** Incompressible bytes. */
  NOISE {
    @Override
    void fill(byte[] out, Random random) {
      random.nextBytes(out);
    }
  },
  /** Many short matches and runs. */
  TWO_SYMBOLS {
    @Override
    void fill(byte[] out, Random random) {
      for (int i = 0; i < out.length; i++) {
        out[i] = (byte) random.nextInt(2);
      }
    }
  },
  /** Many short matches. */
  FOUR_SYMBOLS {
    @Override
    void fill(byte[] out, Random random) {
      for (int i = 0; i < out.length; i++) {
        out[i] = (byte) (250 + random.nextInt(4));
      }
    }
  },
  /** Words, similar to text. */
  WORDS {
    @Override
    void fill(byte[] out, Random random) {
      byte[][] words = new byte[60][];
      for (int i = 0; i < words.length; i++) {
        words[i] = new byte[1 + random.nextInt(9)];
        for (int j = 0; j < words[i].length; j++) {
          words[i][j] = (byte) ('a' + random.nextInt(26));
        }
      }
      for (int at = 0; at < out.length; ) {
        byte[] word = words[random.nextInt(words.length)];
        int length = Math.min(word.length, out.length - at);
        System.arraycopy(word, 0, out, at, length);
        at += length;
      }
    }
  },
  /** Long matches, longer than their distance. */
  PERIODIC {
    @Override
    void fill(byte[] out, Random random) {
      byte[] period = new byte[1 + random.nextInt(50)];
      random.nextBytes(period);
      for (int i = 0; i < out.length; i++) {
        out[i] = period[i % period.length];
      }
    }
  },
  /** Noise with repetitions of all distances and lengths. */
  ECHOES {
    @Override
    void fill(byte[] out, Random random) {
      random.nextBytes(out);
      for (int i = 0; i < out.length / 100; i++) {
        int distance = 1 + random.nextInt(1 + random.nextInt(Math.min(out.length, 80_000)));
        int length = 3 + random.nextInt(random.nextInt(10) == 0 ? 600 : 20);
        int at = random.nextInt(out.length);
        for (int j = at; j >= distance && j < Math.min(at + length, out.length); j++) {
          out[j] = out[j - distance];
        }
      }
    }
  },
  /** Matches of 3 to 7 bytes near the distances where compressors choose another encoding. */
  BORDERS {
    private static final int[] BORDERS = {8191, 8192, 65_535, 73_725};

    @Override
    void fill(byte[] out, Random random) {
      // A run hardly changes the state of a compressor, so earlier bytes are still found.
      byte run = (byte) random.nextInt();
      Arrays.fill(out, run);
      for (int at = 3; at < out.length; ) {
        byte[] noise = new byte[10];
        random.nextBytes(noise);
        int distance = BORDERS[random.nextInt(BORDERS.length)] - 3 + random.nextInt(7);
        int length = 3 + random.nextInt(5);
        for (int i = 0; i < noise.length; i++) {
          if (at + i < out.length) {
            out[at + i] = noise[i];
          }
          if (at + distance + i < out.length) {
            out[at + distance + i] = i < length ? noise[i] : (byte) ~noise[i];
          }
        }
        at += distance + 20 + random.nextInt(100);
      }
    }
  };

  abstract void fill(byte[] out, Random random);

  public byte[] make(long seed, int length) {
    byte[] out = new byte[length];
    fill(out, new Random(seed));
    return out;
  }
}

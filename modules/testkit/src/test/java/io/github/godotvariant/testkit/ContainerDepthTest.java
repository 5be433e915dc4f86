package io.github.godotvariant.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Containers near the root and deep containers use different code. Both must agree: the same value
 * at any depth has the same bytes, the same result, and the same relative path.
 */
class ContainerDepthTest {
  /** A depth that only the code for deep containers handles. */
  private static final int DEPTH = 20;

  private static final String DEEP_PATH = "$" + "[0]".repeat(DEPTH);
  private static final ReadLimits ANY_DEPTH = ReadLimits.DEFAULT.withDepth(1 << 20);
  private static final int VALUES = 100 * Integer.getInteger("laws", 1);
  private static final int MUTATIONS = 8;

  /** The result: a value, or the problem with its offset and path. */
  private record ReadResult(
      @Nullable Object made, String problem, long offset, String path, String kind) {
    static ReadResult of(Supplier<Object> work) {
      try {
        return new ReadResult(work.get(), "", 0, "", "");
      } catch (VariantException e) {
        return new ReadResult(
            null, e.problem(), e.byteOffset(), e.path(), e.getClass().getSimpleName());
      }
    }

    /** Returns the same outcome with offset and path relative to the deep container. */
    ReadResult relativeTo(String deep, int before) {
      String rest = path.startsWith(deep) ? "$" + path.substring(deep.length()) : path;
      return made == null ? new ReadResult(null, problem, offset - before, rest, kind) : this;
    }
  }

  private static Variant nested(Variant value) {
    Variant nested = value;
    for (int i = 0; i < DEPTH; i++) {
      nested = VariantArray.of(nested);
    }
    return nested;
  }

  private static Variant unnested(Variant value) {
    Variant unnested = value;
    for (int i = 0; i < DEPTH; i++) {
      unnested = unnested.asArray().get(0);
    }
    return unnested;
  }

  /** Returns the headers of the outer containers. */
  private static byte[] outerHeaders(VariantCodec codec) {
    byte[] bytes = codec.encode(nested(Variant.NIL));
    return Arrays.copyOf(bytes, bytes.length - 4);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static void assertReadAlike(VariantCodec codec, byte[] bytes) {
    if (bytes.length < 4) {
      return; // the outer array rejects its count before it reads the value
    }
    byte[] headers = outerHeaders(codec);
    ReadResult near = ReadResult.of(() -> codec.decode(bytes));
    ReadResult deep = ReadResult.of(() -> unnested(codec.decode(join(headers, bytes))));
    assertThat(deep.relativeTo(DEEP_PATH, headers.length)).isEqualTo(near);
  }

  private static VariantCodec codec(Dialect dialect, ObjectMode objects) {
    return VariantCodec.of(dialect).withObjects(objects).withLimits(ANY_DEPTH);
  }

  @ParameterizedTest
  @CsvSource({"4.6, godot-4", "3.6, godot-3", "3.2, godot-3"})
  void treatsUnusualBytesAlikeAtAnyDepth(String engine, String dialect) {
    for (Vectors.Unusual unusual : Vectors.unusual(engine)) {
      assertReadAlike(
          codec(Dialect.named(dialect).orElseThrow(), unusual.objects()), unusual.bytes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"godot-4", "godot-3"})
  void treatsDamagedBytesAlikeAtAnyDepth(String dialect) {
    Dialect of = Dialect.named(dialect).orElseThrow();
    VariantCodec codec = codec(of, ObjectMode.FULL);
    RandomVariants values = RandomVariants.withObjects(of, 7, ObjectMode.FULL);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < VALUES; i++) {
      byte[] bytes = codec.encode(values.next());
      assertReadAlike(codec, bytes);
      for (int j = 0; j < MUTATIONS; j++) {
        byte[] damaged = Arrays.copyOf(bytes, bytes.length - 4 * random.nextInt(2));
        for (int at = random.nextInt(1, 4); at > 0 && damaged.length > 0; at--) {
          damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        }
        assertReadAlike(codec, damaged);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"godot-4, godot-4", "godot-4, godot-3", "godot-3, manual-3.0"})
  void writesSameBytesAtAnyDepth(String from, String to) {
    RandomVariants values =
        RandomVariants.withObjects(Dialect.named(from).orElseThrow(), 8, ObjectMode.FULL);
    VariantCodec codec = codec(Dialect.named(to).orElseThrow(), ObjectMode.IDS);
    byte[] headers = outerHeaders(codec);
    for (int i = 0; i < 4 * VALUES; i++) {
      Variant value = values.next();
      ReadResult near = ReadResult.of(() -> hex(join(headers, codec.encode(value))));
      ReadResult deep = ReadResult.of(() -> hex(codec.encode(nested(value))));
      assertThat(deep.relativeTo(DEEP_PATH, headers.length)).isEqualTo(near);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}

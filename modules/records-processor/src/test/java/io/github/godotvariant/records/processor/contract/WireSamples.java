package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.ContainerTyping;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.ObjectForm;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import java.util.ArrayList;
import java.util.List;

/** Well-formed values of every type of a dialect. */
final class WireSamples {
  /** Numbers that 32 bits hold, with -0.0 and infinity. */
  private static final double[] NUMBERS = {
    1.5, -0.0, -2.25, Double.POSITIVE_INFINITY, 0.125, 1 << 20, -1, 0, 3
  };

  private static final int SIGNALLING_NAN = 0x7FA00001;
  private static final long WIDE_SIGNALLING_NAN = 0x7FF4000000000001L;

  private final Dialect dialect;
  private final boolean isDouble;
  private final List<byte[]> samples = new ArrayList<>();

  private WireSamples(Dialect dialect) {
    this.dialect = dialect;
    isDouble = dialect.realPrecision() == RealPrecision.DOUBLE;
  }

  static List<byte[]> of(Dialect dialect, TypeRow row) {
    WireSamples samples = new WireSamples(dialect);
    samples.add(row);
    return samples.samples;
  }

  private WireBytes start(TypeRow row, int flags) {
    return new WireBytes(dialect).word(row.wireId() | flags);
  }

  private void add(WireBytes sample) {
    samples.add(sample.toByteArray());
  }

  private void add(TypeRow row) {
    switch (row.layout().kind()) {
      case NOTHING -> add(start(row, 0));
      case UNSUPPORTED -> add(start(row, 0).wide(0));
      case BOOL -> {
        add(start(row, 0).word(0));
        add(start(row, 0).word(0x100));
      }
      case INT_BY_FLAG -> {
        add(start(row, 0).word(-7));
        add(start(row, WireBytes.FLAG).wide(1L << 40));
      }
      case FLOAT_BY_FLAG -> {
        add(start(row, 0).word(SIGNALLING_NAN));
        add(start(row, WireBytes.FLAG).wide(WIDE_SIGNALLING_NAN));
      }
      case INT_64 -> add(start(row, 0).wide(Long.MIN_VALUE));
      case FLOAT_32 -> add(start(row, 0).word(SIGNALLING_NAN));
      case FLOAT_64 -> add(start(row, 0).wide(WIDE_SIGNALLING_NAN));
      case STRING -> {
        add(start(row, 0).text(""));
        add(start(row, 0).text("a\0b \uFEFFä€😀"));
      }
      case NODE_PATH -> {
        add(start(row, 0).word(2 | 1 << 31, 1, 1).text("root").text("x").text("y"));
        add(start(row, 0).text("/a/b:c"));
        add(start(row, 0).word(1 | 1 << 31, 0, 2).text("a").text("extra"));
      }
      case ID -> add(start(row, 0).wide(-5));
      case SIGNAL -> add(start(row, 0).text("died").wide(77));
      case OBJECT -> object(row);
      case DICTIONARY, ARRAY -> container(row);
      case PACKED_BYTES -> add(start(row, 0).padded(new byte[] {1, -1, 0}));
      case PACKED_INTS -> add(start(row, 0).word(2, 1, -1));
      case PACKED_LONGS -> add(start(row, 0).word(2).wide(1, -1));
      case PACKED_FLOATS -> add(start(row, 0).word(2, SIGNALLING_NAN, 1 << 31));
      case PACKED_DOUBLES -> add(start(row, 0).word(2).wide(WIDE_SIGNALLING_NAN, 1L << 63));
      case PACKED_STRINGS -> {
        String end = dialect.hasTerminatedPackedStrings() ? "\0" : "";
        add(start(row, 0).word(3).text("a" + end).text(end).text("three" + end));
        add(start(row, 0).word(1).text("unterminated"));
      }
      case INTS -> {
        WireBytes ints = start(row, 0);
        row.layout().components().forEach(name -> ints.word(-name.length()));
        add(ints);
      }
      case REALS, FLOATS -> components(row, false, row.layout().components().size());
      case PACKED_REALS, PACKED_COLORS ->
          components(row, true, row.layout().components().size() * 2);
    }
  }

  private void components(TypeRow row, boolean isCounted, int count) {
    boolean isReal =
        switch (row.layout().kind()) {
          case REALS, PACKED_REALS -> true;
          default -> false;
        };
    if (dialect.usesRealFlag() && isReal) {
      components(row, isCounted, count, 0, false);
      components(row, isCounted, count, WireBytes.FLAG, true);
    } else {
      components(row, isCounted, count, 0, isDouble && isReal);
    }
  }

  private void components(TypeRow row, boolean isCounted, int count, int flags, boolean isWide) {
    for (boolean hasNaN : new boolean[] {false, true}) {
      WireBytes sample = start(row, flags);
      if (isCounted) {
        sample.word(2);
      }
      for (int i = 0; i < count; i++) {
        if (!hasNaN || i != count / 2) {
          sample.component(NUMBERS[i % NUMBERS.length] + (isWide && hasNaN ? 0.1 : 0), isWide);
        } else if (isWide) {
          sample.wide(WIDE_SIGNALLING_NAN);
        } else {
          sample.word(SIGNALLING_NAN);
        }
      }
      add(sample);
    }
  }

  private void object(TypeRow row) {
    add(start(row, WireBytes.FLAG).wide(1L << 40 | 9));
    add(start(row, WireBytes.FLAG).wide(0));
    if (dialect.objectForm() == ObjectForm.CHOSEN_BY_CALLER) {
      add(start(row, 0).wide(1L << 40 | 9));
      add(start(row, 0).word(0));
    }
    add(start(row, 0).text(""));
    add(start(row, 0).text("Node").word(2).text("a").word(0).text("a").word(1, 1));
  }

  private void container(TypeRow row) {
    boolean isArray = row.type() == VariantType.ARRAY;
    int bool = 1;
    if (isArray) {
      add(start(row, 0).word(3, 0, bool, 1, row.wireId(), 0));
      add(start(row, 0).word(1 | 1 << 31, bool, 1));
    } else {
      add(start(row, 0).word(3).string("a").word(bool, 1).string("b").nil().string("a").nil());
      add(start(row, 0).word(2 | 1 << 31).word(bool, 0).nil().name("n").string("a"));
      add(start(row, 0).word(2).string("same").nil().name("same").word(bool, 1));
      add(start(row, 0).word(2).vector3(-0.0, 0, 1).nil().vector3(0, 0, 1).word(bool, 1));
    }
    if (!isArray && dialect.usesRealFlag()) {
      // Keys that are the same once they are rounded to 32 bits.
      WireBytes rounded = start(row, 0).word(2);
      for (double x : new double[] {0.1, (float) 0.1}) {
        rounded.header(VariantType.VECTOR2, WireBytes.FLAG).component(x, true).component(1, true);
        rounded.nil();
      }
      add(rounded);
    }
    if (dialect.containerTyping() == ContainerTyping.NONE) {
      add(start(row, 1 << 16).word(bool, 0));
    } else if (isArray) {
      add(start(row, 1 << 16).word(bool, 2, bool, 1, bool, 0));
      add(start(row, 1 << 16).word(bool, 2, bool, 1, 0));
      add(start(row, 2 << 16).text("Node").word(1, 0));
      add(start(row, 3 << 16).text("res://thing.gd").word(0));
      add(start(row, 3 << 16).text("thing.gd").word(0));
    } else {
      add(start(row, 1 << 16).word(bool, 1, bool, 1, 0));
      add(start(row, 1 << 18).word(bool, 1, bool, 1, bool, 0));
      add(start(row, 1 << 16 | 2 << 18).word(bool).text("Node").word(1, bool, 1, 0));
      add(start(row, 3 << 18).text("res://thing.gd").word(1, bool, 1, 0));
    }
  }
}

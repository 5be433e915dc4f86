package io.github.godotvariant.benchmarks;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Values of the same kind in sizes that grow, to see what a byte costs when there are more of them.
 */
public enum Growing {
  /** As {@link Workload#TELEMETRY}; the largest has 100 MB. */
  TELEMETRY_100(Kind.TELEMETRY, 100),
  /** See {@link #TELEMETRY_100}. */
  TELEMETRY_1K(Kind.TELEMETRY, 1_000),
  /** See {@link #TELEMETRY_100}. */
  TELEMETRY_10K(Kind.TELEMETRY, 10_000),
  /** See {@link #TELEMETRY_100}. */
  TELEMETRY_100K(Kind.TELEMETRY, 100_000),
  /** See {@link #TELEMETRY_100}. */
  TELEMETRY_500K(Kind.TELEMETRY, 500_000),
  /** Dictionaries in dictionaries. */
  DEPTH_10(Kind.DEPTH, 10),
  /** See {@link #DEPTH_10}. */
  DEPTH_100(Kind.DEPTH, 100),
  /** See {@link #DEPTH_10}. */
  DEPTH_500(Kind.DEPTH, 500),
  /** The deepest that the engine reads. */
  DEPTH_1024(Kind.DEPTH, 1_024),
  /** One dictionary with strings as keys. */
  STRING_KEYS_100(Kind.STRING_KEYS, 100),
  /** See {@link #STRING_KEYS_100}. */
  STRING_KEYS_1K(Kind.STRING_KEYS, 1_000),
  /** See {@link #STRING_KEYS_100}. */
  STRING_KEYS_10K(Kind.STRING_KEYS, 10_000),
  /** See {@link #STRING_KEYS_100}. */
  STRING_KEYS_100K(Kind.STRING_KEYS, 100_000),
  /** See {@link #STRING_KEYS_100}. */
  STRING_KEYS_1M(Kind.STRING_KEYS, 1_000_000),
  /** One list with the strings that are the keys of {@link #STRING_KEYS_100}. */
  TEXTS_100(Kind.TEXTS, 100),
  /** See {@link #TEXTS_100}. */
  TEXTS_1K(Kind.TEXTS, 1_000),
  /** See {@link #TEXTS_100}. */
  TEXTS_10K(Kind.TEXTS, 10_000),
  /** See {@link #TEXTS_100}. */
  TEXTS_100K(Kind.TEXTS, 100_000),
  /** One dictionary with integers as keys. */
  INT_KEYS_1K(Kind.INT_KEYS, 1_000),
  /** See {@link #INT_KEYS_1K}. */
  INT_KEYS_10K(Kind.INT_KEYS, 10_000),
  /** See {@link #INT_KEYS_1K}. */
  INT_KEYS_100K(Kind.INT_KEYS, 100_000),
  /** See {@link #INT_KEYS_1K}. */
  INT_KEYS_1M(Kind.INT_KEYS, 1_000_000),
  /** One dictionary with strings as keys that all have the same {@code hashCode}. */
  EQUAL_HASHES_1K(Kind.EQUAL_HASHES, 1_000),
  /** See {@link #EQUAL_HASHES_1K}. */
  EQUAL_HASHES_10K(Kind.EQUAL_HASHES, 10_000),
  /** See {@link #EQUAL_HASHES_1K}. */
  EQUAL_HASHES_100K(Kind.EQUAL_HASHES, 100_000);

  /** What grows. */
  enum Kind {
    TELEMETRY,
    DEPTH,
    STRING_KEYS,
    TEXTS,
    INT_KEYS,
    EQUAL_HASHES;

    /** What it is called in tables and pictures. */
    String title() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private final Kind kind;
  private final int size;

  Growing(Kind kind, int size) {
    this.kind = kind;
    this.size = size;
  }

  Kind kind() {
    return kind;
  }

  /** How many events, levels or entries. */
  int size() {
    return size;
  }

  /** What it is called in file names. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The encoded value. */
  byte[] bytes() {
    return VariantCodec.GODOT_4.encode(
        switch (kind) {
          case TELEMETRY -> telemetry();
          case DEPTH -> depth();
          case STRING_KEYS, INT_KEYS, EQUAL_HASHES -> dictionary();
          case TEXTS -> texts();
        });
  }

  private Variant telemetry() {
    VariantArray events = Workload.TELEMETRY.value().asArray();
    List<Variant> more = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      more.add(events.get(i % events.size()).asDictionary().with("seq", i));
    }
    return VariantArray.copyOf(more);
  }

  private Variant depth() {
    Variant value = Variant.of("innermost");
    for (int level = size - 1; level >= 0; level--) {
      value = VariantDictionary.of("level", level, "child", value);
    }
    return value;
  }

  private Variant dictionary() {
    VariantDictionary.Builder builder = VariantDictionary.builder();
    for (int i = 0; i < size; i++) {
      builder.put(
          switch (kind) {
            case INT_KEYS -> i;
            case EQUAL_HASHES -> collision(i);
            default -> text(i);
          },
          i);
    }
    return builder.build();
  }

  private Variant texts() {
    List<Variant> texts = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      texts.add(Variant.of(text(i)));
    }
    return VariantArray.copyOf(texts);
  }

  private static String text(int number) {
    return String.format(Locale.ROOT, "k%07d", number);
  }

  /** "Aa" and "BB" have the same hash, hence all texts of as many of these have. */
  private static String collision(int number) {
    StringBuilder text = new StringBuilder(34);
    for (int bit = 16; bit >= 0; bit--) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }
}

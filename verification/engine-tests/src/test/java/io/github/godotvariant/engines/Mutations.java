package io.github.godotvariant.engines;

import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Damaged encodings of vectors and random values. Each has one or a few changes, in its fields or
 * at random positions.
 */
final class Mutations {
  /** In longer encodings, most changes would have no effect on the structure. */
  private static final int LONGEST = 20_000;

  private static final List<byte[]> TEXTS =
      Stream.of(
              "ff",
              "80",
              "c3",
              "c080",
              "c181",
              "e282",
              "e08080",
              "e08181",
              "e09fbf",
              "f0808080",
              "f08281ac",
              "eda080",
              "edbfbf",
              "eda0bdedb880",
              "efbbbf",
              "efbbbfefbbbf",
              "efbfbe",
              "efbfbf",
              "f4908080",
              "f7bfbfbf",
              "f8888080 80",
              "fc848080 8080",
              "00",
              "c3a9",
              "e282ac",
              "f09f9880",
              "2f",
              "3a")
          .map(hex -> HexFormat.of().parseHex(hex.replace(" ", "")))
          .toList();

  private static final List<String> CLASSES =
      List.of(
          "Resource",
          "RefCounted",
          "Reference",
          "Node",
          "Object",
          "EncodedObjectAsID",
          "",
          "Item",
          "resource",
          "res://missing.gd",
          "GDScript",
          "IP");

  private static final int[] WORDS = {
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    16,
    24,
    38,
    39,
    64,
    255,
    256,
    1024,
    1025,
    65535,
    65536,
    0x7FFFFFFF,
    0x7FFFFFFC,
    0x7FFFFFF0,
    0x40000000,
    0x20000000,
    0x10000000,
    0x80000000,
    0x80000001,
    0xFFFFFFFF,
    0xFFFFFFFE,
    0xFFFFFFFC,
    0x80000002,
    0x7F800001,
    0x7FC00000,
    0xFFC00000
  };

  private final VariantCodec ids;
  private final VariantCodec full;
  private final SplittableRandom random;
  private final RandomVariants values;
  private final RandomVariants objectIds;
  private final RandomVariants objects;
  private final List<DecodeRequest> vectors = new ArrayList<>();
  private int made;
  private byte[] other = new byte[4];

  Mutations(Release release, long seed) {
    ids = release.codec();
    full = ids.withObjects(ObjectMode.FULL);
    random = new SplittableRandom(seed);
    values = RandomVariants.of(ids.dialect(), seed);
    objectIds = RandomVariants.withObjects(ids.dialect(), seed, ObjectMode.IDS);
    objects = RandomVariants.withObjects(ids.dialect(), seed, ObjectMode.FULL);
    for (Vectors.Golden vector : Vectors.golden(release.version())) {
      addVector(vector.bytes(), vector.objects());
    }
    for (Vectors.Unusual vector : Vectors.unusual(release.version())) {
      addVector(vector.bytes(), vector.objects());
    }
    // The order depends on the seed, so that a short run is a sample of all.
    for (int i = vectors.size(); i > 1; i--) {
      Collections.swap(vectors, i - 1, random.nextInt(i));
    }
  }

  private void addVector(byte[] bytes, ObjectMode mode) {
    if (bytes.length <= LONGEST) {
      vectors.add(new DecodeRequest(bytes, mode == ObjectMode.FULL, false));
    }
  }

  /** {@return the next encoding; the kinds alternate} */
  DecodeRequest next() {
    DecodeRequest base = base();
    byte[] bytes = base.input();
    boolean withObjects = base.objects() != (random.nextInt(8) == 0);
    int changes = random.nextInt(4) > 0 ? 1 : random.nextInt(2, 4);
    for (int i = 0; i < changes; i++) {
      bytes = changed(bytes, base.objects() ? full : ids);
    }
    other = base.input();
    return new DecodeRequest(bytes, withObjects, false);
  }

  private DecodeRequest base() {
    int turn = made++;
    if (turn % 2 == 0) {
      return vectors.get(turn / 2 % vectors.size());
    }
    return switch (random.nextInt(4)) {
      case 0 -> new DecodeRequest(full.encode(objects.next()), true, false);
      case 1 -> new DecodeRequest(ids.encode(objectIds.next()), false, false);
      default -> new DecodeRequest(ids.encode(values.next()), false, false);
    };
  }

  /** The fields of the encoding in one list. */
  private static final class Places {
    final List<WireNode> nodes = new ArrayList<>();
    final List<WireField> fields = new ArrayList<>();

    Places(VariantCodec codec, byte[] bytes) {
      codec.inspect(bytes).root().ifPresent(this::add);
    }

    private void add(WireNode node) {
      nodes.add(node);
      fields.addAll(node.fields());
      node.children().forEach(this::add);
    }

    List<WireField> fields(Predicate<String> name) {
      return fields.stream().filter(field -> name.test(field.name())).toList();
    }

    List<WireNode> nodes(Predicate<WireNode> which) {
      return nodes.stream().filter(which).toList();
    }
  }

  private byte[] changed(byte[] bytes, VariantCodec codec) {
    if (bytes.length == 0) {
      return WORD_OF_ZEROS.clone();
    }
    int kind = random.nextInt(20);
    Places places = kind < 13 ? new Places(codec, bytes) : null;
    if (places != null && !places.fields.isEmpty()) {
      return atPlace(kind, bytes, places, codec);
    }
    return anywhere(kind, bytes);
  }

  private static final byte[] WORD_OF_ZEROS = new byte[4];

  private byte[] atPlace(int kind, byte[] bytes, Places places, VariantCodec codec) {
    return switch (kind) {
      case 0 -> word(bytes, places.fields("header"::equals), this::otherFlags);
      case 1 -> word(bytes, places.fields("header"::equals), this::otherType);
      case 2 -> word(bytes, places.fields(name -> name.endsWith("count")), this::otherCount);
      case 3 -> word(bytes, places.fields(name -> name.startsWith("length of")), this::otherCount);
      case 4 -> word(bytes, places.fields("flags"::equals), w -> w ^ 1 << random.nextInt(32));
      case 5 -> word(bytes, places.fields(name -> name.endsWith(" type")), this::otherType);
      case 6 -> filled(bytes, places.fields("padding"::equals));
      case 7 -> otherText(bytes, places.fields(Mutations::isText));
      case 8 -> otherClass(bytes, places.fields(Mutations::isClass));
      case 9 -> spliced(bytes, places.nodes, new Places(codec, other).nodes, other);
      case 10 -> sameKey(bytes, places);
      case 11 -> spliced(bytes, places.nodes, places.nodes, bytes);
      default -> word(bytes, places.fields, w -> WORDS[random.nextInt(WORDS.length)]);
    };
  }

  private static boolean isText(String name) {
    return name.equals("text")
        || name.endsWith("name")
        || name.startsWith("name ")
        || name.startsWith("subname ")
        || name.startsWith("string ");
  }

  private static boolean isClass(String name) {
    return name.endsWith(" class") || name.equals("class name") || name.endsWith(" script");
  }

  private byte[] anywhere(int kind, byte[] bytes) {
    byte[] changed = bytes.clone();
    int times = 1 + random.nextInt(3);
    switch (kind) {
      case 13, 14 -> {
        int words = (bytes.length + 3) / 4;
        return Arrays.copyOf(bytes, 4 * random.nextInt(words));
      }
      case 15 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      case 16 -> {
        byte[] more = new byte[random.nextInt(1, 13)];
        random.nextBytes(more);
        return together(bytes, bytes.length, bytes.length, more, 0, more.length);
      }
      case 17, 18 -> {
        for (int i = 0; i < times; i++) {
          changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return changed;
      }
      default -> {
        for (int i = 0; i < times; i++) {
          changed[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return changed;
      }
    }
  }

  /** Changes four bytes. */
  private interface WordChange {
    int apply(int word);
  }

  private byte[] word(byte[] bytes, List<WireField> where, WordChange change) {
    List<WireField> words = where.stream().filter(field -> field.length() >= 4).toList();
    if (words.isEmpty()) {
      return anywhere(17, bytes);
    }
    ByteBuffer changed = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
    WireField field = oneOf(words);
    int at = field.offset() + 4 * random.nextInt(field.length() / 4);
    changed.putInt(at, change.apply(changed.getInt(at)));
    return changed.array();
  }

  private int otherFlags(int header) {
    return random.nextBoolean()
        ? header ^ 1 << random.nextInt(8, 32)
        : header & 0xFFFF | random.nextInt(16) << 16;
  }

  private int otherType(int header) {
    int id = random.nextInt(8) == 0 ? random.nextInt(256) : random.nextInt(40);
    return header & ~0xFF | id;
  }

  private int otherCount(int count) {
    return switch (random.nextInt(6)) {
      case 0 -> count + 1;
      case 1 -> count - 1;
      case 2 -> count | 0x80000000;
      case 3 -> random.nextInt(16);
      default -> WORDS[random.nextInt(WORDS.length)];
    };
  }

  private byte[] filled(byte[] bytes, List<WireField> where) {
    if (where.isEmpty()) {
      return anywhere(17, bytes);
    }
    byte[] changed = bytes.clone();
    WireField field = oneOf(where);
    for (int i = 0; i < field.length(); i++) {
      changed[field.offset() + i] = (byte) random.nextInt(256);
    }
    return changed;
  }

  /** Overwrites the bytes of a text, or replaces the text. */
  private byte[] otherText(byte[] bytes, List<WireField> where) {
    if (where.isEmpty()) {
      return anywhere(17, bytes);
    }
    WireField field = oneOf(where);
    byte[] text = oneOf(TEXTS);
    if (random.nextBoolean() && text.length <= field.length()) {
      byte[] changed = bytes.clone();
      int at = field.offset() + random.nextInt(field.length() - text.length + 1);
      System.arraycopy(text, 0, changed, at, text.length);
      return changed;
    }
    int split = random.nextInt(field.length() + 1);
    ByteArrayOutputStream longer = new ByteArrayOutputStream();
    longer.write(bytes, field.offset(), split);
    longer.writeBytes(text);
    longer.write(bytes, field.offset() + split, field.length() - split);
    return withText(bytes, field, longer.toByteArray());
  }

  private byte[] otherClass(byte[] bytes, List<WireField> where) {
    return where.isEmpty()
        ? anywhere(17, bytes)
        : withText(bytes, oneOf(where), oneOf(CLASSES).getBytes(StandardCharsets.UTF_8));
  }

  /** Replaces a text, with its length and padding. */
  private static byte[] withText(byte[] bytes, WireField field, byte[] text) {
    int padded = (text.length + 3) / 4 * 4;
    ByteBuffer framed = ByteBuffer.allocate(4 + padded).order(ByteOrder.LITTLE_ENDIAN);
    framed.putInt(text.length).put(text);
    int end = Math.min(bytes.length, field.offset() + (field.length() + 3) / 4 * 4);
    return together(bytes, field.offset() - 4, end, framed.array(), 0, framed.capacity());
  }

  /** Replaces a value, or the name of a property, by another one. */
  private byte[] spliced(
      byte[] bytes, List<WireNode> places, List<WireNode> sources, byte[] source) {
    if (sources.isEmpty()) {
      return anywhere(17, bytes);
    }
    WireNode place = oneOf(places);
    WireNode part = oneOf(sources);
    return together(
        bytes,
        place.offset(),
        random.nextInt(8) == 0 ? place.offset() : place.offset() + place.length(),
        source,
        part.offset(),
        part.length());
  }

  private byte[] sameKey(byte[] bytes, Places places) {
    List<WireNode> dictionaries = places.nodes(node -> keys(node).size() > 1);
    if (dictionaries.isEmpty()) {
      return anywhere(17, bytes);
    }
    List<WireNode> keys = keys(oneOf(dictionaries));
    return spliced(bytes, keys, keys, bytes);
  }

  private static List<WireNode> keys(WireNode dictionary) {
    return dictionary.children().stream()
        .filter(
            node -> node.role() == WireNode.Role.KEY || node.role() == WireNode.Role.PROPERTY_NAME)
        .toList();
  }

  private static byte[] together(
      byte[] bytes, int from, int to, byte[] source, int at, int length) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    out.write(source, at, length);
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }

  private <T> T oneOf(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}

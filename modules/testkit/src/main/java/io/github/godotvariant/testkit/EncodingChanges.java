package io.github.godotvariant.testkit;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/**
 * Makes one random change to an encoded value, mostly to a field such as a count, a type or a text.
 */
final class EncodingChanges {
  /** Byte sequences that are malformed or unusual in UTF-8. */
  private static final List<byte[]> TEXTS =
      Arrays.stream(
              ("ff 80 c3 c080 c181 e282 e08080 e08181 e09fbf f0808080 f08281ac eda080"
                      + " edbfbf eda0bdedb880 efbbbf efbbbfefbbbf efbfbe efbfbf f4908080 f7bfbfbf"
                      + " f888808080 fc8480808080 00 c3a9 e282ac f09f9880 2f 3a")
                  .split(" "))
          .map(HexFormat.of()::parseHex)
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

  private final VariantCodec codec;
  private final byte[] bytes;
  private final SplittableRandom random;
  private final ByteChanges byteChanges;
  private final List<WireNode> nodes = new ArrayList<>();
  private final List<WireField> fields = new ArrayList<>();

  EncodingChanges(VariantCodec codec, byte[] bytes, SplittableRandom random) {
    this.codec = codec;
    this.bytes = bytes;
    this.random = random;
    byteChanges = new ByteChanges(random);
  }

  /** Returns the bytes with one change. */
  byte[] apply() {
    int kind = random.nextInt(20);
    if (kind < 14) {
      codec.inspect(bytes).root().ifPresent(this::add);
    }
    return fields.isEmpty() ? byteChanges.apply(bytes) : changeField(kind);
  }

  private void add(WireNode node) {
    nodes.add(node);
    fields.addAll(node.fields());
    node.children().forEach(this::add);
  }

  private byte[] changeField(int kind) {
    return switch (kind) {
      case 0 -> changeWord("header"::equals, this::otherFlags);
      case 1 -> changeWord("header"::equals, this::otherType);
      case 2 -> changeWord(name -> name.endsWith("count"), this::otherCount);
      case 3 -> changeWord(name -> name.startsWith("length of"), this::otherCount);
      case 4 -> changeWord("flags"::equals, flags -> flags ^ 1 << random.nextInt(32));
      case 5 -> changeWord(name -> name.endsWith(" type"), this::otherType);
      case 6 -> fillPadding(fieldsNamed("padding"::equals));
      case 7 -> changeText(fieldsNamed(EncodingChanges::isText));
      case 8 -> changeClass(fieldsNamed(EncodingChanges::isClass));
      case 9 -> splice(nodes, partOfOtherValue());
      case 10 -> repeatKey();
      case 11 -> splice(nodes, bytesOf(oneOf(nodes)));
      case 12 -> splice(nodes, new byte[0]);
      default -> changeWord(name -> true, word -> (int) byteChanges.boundaryNumber());
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

  private List<WireField> fieldsNamed(Predicate<String> name) {
    return fields.stream().filter(field -> name.test(field.name())).toList();
  }

  /**
   * Changes four bytes of a random field. The predicate {@code name} must return true for the name
   * of the field.
   */
  private byte[] changeWord(Predicate<String> name, IntUnaryOperator change) {
    List<WireField> words =
        fieldsNamed(name).stream().filter(field -> field.length() >= 4).toList();
    if (words.isEmpty()) {
      return byteChanges.flip(bytes);
    }
    WireField field = oneOf(words);
    int at = field.offset() + 4 * random.nextInt(field.length() / 4);
    ByteBuffer changed = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
    return changed.putInt(at, change.applyAsInt(changed.getInt(at))).array();
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
      default -> (int) byteChanges.boundaryNumber();
    };
  }

  private byte[] fillPadding(List<WireField> paddings) {
    if (paddings.isEmpty()) {
      return byteChanges.flip(bytes);
    }
    byte[] changed = bytes.clone();
    WireField field = oneOf(paddings);
    for (int i = 0; i < field.length(); i++) {
      changed[field.offset() + i] = (byte) random.nextInt(256);
    }
    return changed;
  }

  /** Overwrites a part of a text with malformed or unusual UTF-8, or inserts such bytes into it. */
  private byte[] changeText(List<WireField> texts) {
    if (texts.isEmpty()) {
      return byteChanges.flip(bytes);
    }
    WireField field = oneOf(texts);
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
    return withText(field, longer.toByteArray());
  }

  private byte[] changeClass(List<WireField> classes) {
    return classes.isEmpty()
        ? byteChanges.flip(bytes)
        : withText(oneOf(classes), oneOf(CLASSES).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Replaces the text of a field, and also changes the length before the text and the padding after
   * the text.
   */
  private byte[] withText(WireField field, byte[] text) {
    int padded = (text.length + 3) / 4 * 4;
    ByteBuffer framed = ByteBuffer.allocate(4 + padded).order(ByteOrder.LITTLE_ENDIAN);
    framed.putInt(text.length).put(text);
    int end = Math.min(bytes.length, field.offset() + (field.length() + 3) / 4 * 4);
    return ByteChanges.replace(bytes, field.offset() - 4, end, framed.array());
  }

  /**
   * Replaces the bytes of a random node with {@code part}. In rare cases, inserts {@code part}
   * before the node instead.
   */
  private byte[] splice(List<WireNode> targets, byte[] part) {
    WireNode target = oneOf(targets);
    boolean isInserted = part.length > 0 && random.nextInt(8) == 0;
    int end = isInserted ? target.offset() : target.offset() + target.length();
    return ByteChanges.replace(bytes, target.offset(), end, part);
  }

  private byte[] bytesOf(WireNode node) {
    return Arrays.copyOfRange(bytes, node.offset(), node.offset() + node.length());
  }

  private byte[] partOfOtherValue() {
    RandomVariants values =
        RandomVariants.withObjects(codec.dialect(), random.nextLong(), codec.objects());
    byte[] encoded;
    try {
      encoded = codec.encode(values.next());
    } catch (VariantException e) {
      // The value contains an object that the codec cannot write.
      return new byte[4];
    }
    EncodingChanges other = new EncodingChanges(codec, encoded, random);
    codec.inspect(encoded).root().ifPresent(other::add);
    return other.nodes.isEmpty() ? encoded : other.bytesOf(oneOf(other.nodes));
  }

  private byte[] repeatKey() {
    List<WireNode> dictionaries = nodes.stream().filter(node -> keys(node).size() > 1).toList();
    if (dictionaries.isEmpty()) {
      return byteChanges.flip(bytes);
    }
    List<WireNode> keys = keys(oneOf(dictionaries));
    return splice(keys, bytesOf(oneOf(keys)));
  }

  private static List<WireNode> keys(WireNode dictionary) {
    return dictionary.children().stream()
        .filter(
            node -> node.role() == WireNode.Role.KEY || node.role() == WireNode.Role.PROPERTY_NAME)
        .toList();
  }

  private <T> T oneOf(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}

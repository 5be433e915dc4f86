package io.github.godotvariant.codec;

import io.github.godotvariant.PackedFloat32Array;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testsupport.Hex;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.IntFunction;

/** Bytes whose values need much more memory than the bytes, kept or temporary. */
public enum HostileValue {
  NILS("00000000"),
  EMPTY_ARRAYS("1c000000 00000000"),
  TYPED_ARRAYS("1c000200 00000000 00000000"),
  TYPED_DICTIONARIES("1b000a00 01000000 41000000 01000000 42000000 00000000"),
  SMALL_DICTIONARIES("1b000000 01000000 00000000 00000000"),
  NESTED_ARRAYS("1c000000 01000000".repeat(1000) + "00000000"),
  NESTED_DICTIONARIES("1b000000 01000000 00000000".repeat(1000) + "00000000"),
  DICTIONARIES_AS_KEYS("1b000000 01000000".repeat(1000) + "00000000" + "00000000".repeat(1000)),
  NESTED_OBJECTS("18000000 01000000 41000000 01000000 00000000".repeat(1000) + "00000000"),
  OBJECTS("18000000 01000000 41000000 00000000"),
  PROPERTIES("18000000 01000000 41000000 00010000" + "00000000 00000000".repeat(256)),
  ONE_PROPERTY("18000000 01000000 41000000 01000000 01000000 70000000 00000000"),
  /** The name of the property needs two bytes for each character in memory. */
  WIDE_PROPERTY("18000000 01000000 41000000 01000000 03000000 e697a500 00000000"),
  OBJECTS_AND_DICTIONARIES(
      "18000000 01000000 41000000 01000000 00000000 1b000000 01000000 00000000".repeat(500)
          + "00000000"),
  /** Containers in the keys cache their hash codes. */
  DEEP_KEYS(
      "1b000000 09000000"
          + ("1c000000 02000000 03000000 0000c07f"
                  + "1b000000 01000000 00000000".repeat(50)
                  + "00000000 00000000")
              .repeat(9)),
  DEEP_ARRAY_KEYS(
      "1b000000 09000000"
          + ("1c000000 02000000 03000000 0000c07f"
                  + "1c000000 01000000".repeat(50)
                  + "00000000 00000000")
              .repeat(9)),
  INTS("02000000 78563412"),
  VECTORS("09000000 00000000 00000000 00000000"),
  RECTANGLES("08000000 00000000 00000000 00000000 00000000"),
  PROJECTIONS("13000000" + "00000000".repeat(16)),
  NODE_PATHS("16000000 01000080 00000000 00000000 01000000 61000000"),
  SIGNALS("1a000000 01000000 61000000 01000000 00000000"),
  EMPTY_PACKED_ARRAYS("1e000000 00000000"),
  SMALL_PACKED_ARRAYS("1e000000 01000000 05000000"),
  PACKED_STRINGS("22000000 00010000" + "01000000 61000000".repeat(256)),
  NIL_KEYS("1b000000 21000000" + "00000000 00000000".repeat(33)),
  STRINGS {
    @Override
    public byte[] make(int size) {
      return list(size, i -> Variant.of(Integer.toString(i, 36)));
    }
  },
  /** One character makes all characters of a string need two bytes in memory. */
  WIDE_STRINGS {
    @Override
    public byte[] make(int size) {
      return list(size, i -> Variant.of("x".repeat(9000) + i + "日"));
    }
  },
  INT_KEYS {
    @Override
    public byte[] make(int size) {
      return dictionary(size, i -> Variant.of(i * 1000));
    }
  },
  VECTOR_KEYS {
    @Override
    public byte[] make(int size) {
      return dictionary(size, i -> new Vector3(i, 31 * i, 7));
    }
  },
  ARRAY_KEYS {
    @Override
    public byte[] make(int size) {
      return dictionary(size, i -> VariantArray.of(i));
    }
  },
  /** Each key is compared with the equal key that the dictionary already contains. */
  EQUAL_LARGE_KEYS {
    @Override
    public byte[] make(int size) {
      PackedFloat32Array key = PackedFloat32Array.of(new float[1000]);
      return dictionary(size, i -> key);
    }
  },
  /** Each key is compared with all keys before it. */
  SIMILAR_LARGE_KEYS {
    @Override
    public byte[] make(int size) {
      return dictionary(
          size,
          i -> {
            float[] numbers = new float[Math.max(1, size / 4 / 8)];
            numbers[numbers.length - 1] = i;
            return PackedFloat32Array.of(numbers);
          });
    }
  },
  /** More sets of keys than the codec caches. */
  NEW_SHAPES {
    @Override
    public byte[] make(int size) {
      return list(
          size,
          i -> {
            Variant[] pairs = new Variant[2 * 8];
            for (int j = 0; j < pairs.length; j += 2) {
              pairs[j] = Variant.of(Integer.toString(i * 8 + j, 36));
              pairs[j + 1] = Variant.NIL;
            }
            return VariantDictionary.of((Object[]) pairs);
          });
    }
  },
  MIXED_SHAPES {
    @Override
    public byte[] make(int size) {
      Random random = new Random(1);
      return list(
          size,
          i -> {
            Variant[] pairs = new Variant[2 * 6];
            for (int j = 0; j < pairs.length; j += 2) {
              pairs[j] = Variant.of((char) ('a' + j) + "" + random.nextInt(20));
              pairs[j + 1] = Variant.NIL;
            }
            return VariantDictionary.of((Object[]) pairs);
          });
    }
  },
  /** One string in the bytes, many names in memory. */
  OLD_NODE_PATH {
    @Override
    public byte[] make(int size) {
      byte[] text = "a/".repeat(size / 2 & ~1).getBytes(StandardCharsets.US_ASCII);
      ByteBuffer path = ByteBuffer.allocate(8 + text.length).order(ByteOrder.LITTLE_ENDIAN);
      int id = dialect().row(VariantType.NODE_PATH).orElseThrow().wireId();
      return path.putInt(id).putInt(text.length).put(text).array();
    }

    @Override
    public Dialect dialect() {
      return Dialect.MANUAL_4;
    }
  };

  private static final VariantCodec FULL =
      VariantCodec.of(Dialect.GODOT_4).withObjects(ObjectMode.FULL);

  private final String part;

  HostileValue() {
    this("");
  }

  HostileValue(String part) {
    this.part = part;
  }

  public Dialect dialect() {
    return Dialect.GODOT_4;
  }

  VariantCodec codec() {
    return VariantCodec.of(dialect()).withObjects(ObjectMode.FULL);
  }

  /** Encodes one or more copies of the value, about {@code size} bytes in total. */
  public byte[] make(int size) {
    byte[] each = Hex.bytes(part);
    int count = Math.max(1, size / each.length);
    ByteBuffer all = ByteBuffer.allocate(8 + count * each.length).order(ByteOrder.LITTLE_ENDIAN);
    all.putInt(28).putInt(count);
    for (int i = 0; i < count; i++) {
      all.put(each);
    }
    return all.array();
  }

  private static byte[] list(int size, IntFunction<Variant> element) {
    VariantWriter writer = FULL.writer().beginArray();
    int length = 0;
    for (int i = 0; length < size; i++) {
      Variant value = element.apply(i);
      writer.value(value);
      length += FULL.encodedSize(value);
    }
    return writer.endArray().toByteArray();
  }

  private static byte[] dictionary(int size, IntFunction<Variant> key) {
    VariantWriter writer = FULL.writer().beginDictionary();
    int length = 0;
    for (int i = 0; length < size; i++) {
      Variant next = key.apply(i);
      writer.value(next).value(new Vector3(1, 2, 3));
      length += FULL.encodedSize(next) + 16;
    }
    return writer.endDictionary().toByteArray();
  }
}

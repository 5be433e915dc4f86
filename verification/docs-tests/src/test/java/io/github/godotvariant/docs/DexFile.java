package io.github.godotvariant.docs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the references of a file of Android's Dalvik Executable format: the tables of types and
 * methods that the code in the file uses.
 */
final class DexFile {
  // Offsets of the header, which contains the size and the offset of each table.
  private static final int STRINGS = 60;
  private static final int TYPE_COUNT = 64;
  private static final int TYPES = 68;
  private static final int PROTOTYPES = 76;
  private static final int METHOD_COUNT = 88;
  private static final int METHODS = 92;

  private static final int METHOD_BYTES = 8;
  private static final int PROTOTYPE_BYTES = 12;

  private final ByteBuffer bytes;

  DexFile(Path file) throws IOException {
    bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A method with the descriptor of its parameters and result. */
  record Method(String owner, String nameAndDescriptor) implements Comparable<Method> {
    @Override
    public int compareTo(Method other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return owner + "." + nameAndDescriptor;
    }
  }

  /** Returns the descriptors of the types, for example {@code Ljava/lang/String;}. */
  Set<String> types() {
    Set<String> types = new TreeSet<>();
    for (int i = 0; i < bytes.getInt(TYPE_COUNT); i++) {
      types.add(type(i));
    }
    return types;
  }

  /** Returns the methods of classes and interfaces. */
  Set<Method> methods() {
    Set<Method> methods = new TreeSet<>();
    for (int i = 0; i < bytes.getInt(METHOD_COUNT); i++) {
      int at = bytes.getInt(METHODS) + METHOD_BYTES * i;
      String name = string(bytes.getInt(at + 4));
      methods.add(new Method(type(unsigned(at)), name + descriptor(unsigned(at + 2))));
    }
    return methods;
  }

  private String descriptor(int prototype) {
    int at = bytes.getInt(PROTOTYPES) + PROTOTYPE_BYTES * prototype;
    int parameters = bytes.getInt(at + 8);
    StringBuilder text = new StringBuilder("(");
    if (parameters != 0) {
      for (int i = 0; i < bytes.getInt(parameters); i++) {
        text.append(type(unsigned(parameters + 4 + 2 * i)));
      }
    }
    return text.append(')').append(type(bytes.getInt(at + 4))).toString();
  }

  private String type(int index) {
    return string(bytes.getInt(bytes.getInt(TYPES) + 4 * index));
  }

  private String string(int index) {
    int start = bytes.getInt(bytes.getInt(STRINGS) + 4 * index);
    while (bytes.get(start) < 0) { // the length, in groups of 7 bits
      start++;
    }
    start++;
    int end = start;
    while (bytes.get(end) != 0) {
      end++;
    }
    return new String(bytes.array(), start, end - start, StandardCharsets.UTF_8);
  }

  private int unsigned(int at) {
    return Short.toUnsignedInt(bytes.getShort(at));
  }
}

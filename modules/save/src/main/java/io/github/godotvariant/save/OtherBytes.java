package io.github.godotvariant.save;

import io.github.godotvariant.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The bytes around the values of a file.
 *
 * @param parts the bytes before each value, and after the last one; empty if there are none
 */
record OtherBytes(List<byte[]> parts) {
  static final OtherBytes NONE = new OtherBytes(List.of());

  /** Reads all values of a file, and keeps the bytes around them. */
  static OtherBytes of(SaveFile file, List<Variant> values) throws IOException {
    List<byte[]> parts = new ArrayList<>();
    for (Iterator<SaveFile.Entry> each = file.entries(); each.hasNext(); ) {
      SaveFile.Entry entry = each.next();
      values.add(entry.value());
      parts.add(entry.otherBytes());
    }
    parts.add(file.remainingBytes());
    return new OtherBytes(parts);
  }

  /** Replaces a file by one with other values and the same bytes around them. */
  void write(LockedFile file, SaveFormat format, List<Variant> values) throws IOException {
    if (parts.isEmpty()) {
      file.write(format, values);
      return;
    }
    int count = parts.size() - 1;
    if (values.size() != count) {
      throw new IllegalArgumentException(
          "%d values instead of %d, which have other bytes between them"
              .formatted(values.size(), count));
    }
    try (FileAccessWriter writer = file.writer(format)) {
      for (int i = 0; i < count; i++) {
        writer.storeBuffer(parts.get(i));
        writer.storeVar(values.get(i));
      }
      writer.storeBuffer(parts.get(count));
      writer.commit();
    }
  }
}

package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.TypeRow;
import org.jspecify.annotations.Nullable;

/**
 * Marks arrays and dictionaries, whose items are read, skipped and written one by one. {@link
 * ContainerHeaderReader} reads the bytes before the items, and {@link WireWriter} writes them.
 */
final class ContainerCodec extends TypeCodec {
  ContainerCodec(TypeRow row) {
    super(row);
  }

  @Override
  @Nullable Variant read(WireReader in, int header) {
    return null;
  }

  @Override
  public int scan(WireReader in, int header, @Nullable Fields fields) {
    return 0;
  }

  @Override
  void write(WireWriter out, Variant value) {
    throw new IllegalStateException("a container is written value by value");
  }
}

package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.TypeRow;
import org.jspecify.annotations.Nullable;

/**
 * In the place of a leaf for arrays and dictionaries, whose values are read, stepped over and
 * written one by one: what stands before them is read by {@link WireReader#enter} and written by
 * {@link WireWriter}. Which forms of containers there are is what {@link Container} says.
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

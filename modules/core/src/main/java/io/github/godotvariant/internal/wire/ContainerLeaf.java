package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import io.github.godotvariant.dialect.TypeRow;
import org.jspecify.annotations.Nullable;

/**
 * In the place of a leaf for arrays and dictionaries, whose values are read, stepped over and
 * written one by one: what stands before them is read by {@link WireInput#enter} and written by
 * {@link WireOutput}. Which forms of containers there are is what {@link Container} says.
 */
final class ContainerLeaf extends Leaf {
  ContainerLeaf(TypeRow row) {
    super(row);
  }

  @Override
  @Nullable Variant read(WireInput in, int header) {
    return null;
  }

  @Override
  public int scan(WireInput in, int header, @Nullable Fields fields) {
    return 0;
  }

  @Override
  void write(WireOutput out, Variant value) {
    throw new IllegalStateException("a container is written value by value");
  }
}

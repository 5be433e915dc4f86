package io.github.godotvariant.internal.records;

import io.github.godotvariant.NilValue;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import org.jspecify.annotations.Nullable;

/** What may be null: nil in containers, and no key at all in records. */
public final class NullableKind extends Kind {
  private final Kind kind;

  public NullableKind(Kind kind) {
    super(kind.owner);
    this.kind = kind;
  }

  @Override
  public @Nullable Object read(VariantReader in) {
    if (in.peek() == VariantType.NIL) {
      in.nextNil();
      return null;
    }
    return kind.read(in);
  }

  @Override
  public void write(VariantWriter out, @Nullable Object value) {
    if (value == null) {
      out.value(NilValue.NIL);
    } else {
      kind.write(out, value);
    }
  }

  @Override
  public @Nullable Object absent() {
    return null;
  }

  @Override
  public boolean isAbsent(@Nullable Object value) {
    return value == null;
  }

  @Override
  @Nullable VariantType type() {
    return null;
  }
}

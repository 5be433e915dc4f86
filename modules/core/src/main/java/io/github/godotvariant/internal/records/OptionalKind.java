package io.github.godotvariant.internal.records;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A component that may be absent, as one of the JDK's four classes for that. */
public final class OptionalKind extends Kind {
  private final Kind kind;
  private final Class<?> type;

  /**
   * One of them.
   *
   * @param type the class
   * @param kind of what may be in it
   */
  public OptionalKind(Class<?> type, Kind kind) {
    super(kind.owner);
    this.type = type;
    this.kind = kind;
  }

  @Override
  public Object read(VariantReader in) {
    if (in.peek() == VariantType.NIL) {
      in.nextNil();
      return absent();
    }
    Object value = present(kind.read(in));
    if (type == OptionalInt.class) {
      return OptionalInt.of((int) value);
    }
    if (type == OptionalLong.class) {
      return OptionalLong.of((long) value);
    }
    if (type == OptionalDouble.class) {
      return OptionalDouble.of((double) value);
    }
    return Optional.of(value);
  }

  @Override
  public void write(VariantWriter out, @Nullable Object value) {
    Object optional = present(value);
    if (optional instanceof OptionalInt number) {
      kind.write(out, number.getAsInt());
    } else if (optional instanceof OptionalLong number) {
      kind.write(out, number.getAsLong());
    } else if (optional instanceof OptionalDouble number) {
      kind.write(out, number.getAsDouble());
    } else {
      kind.write(out, ((Optional<?>) optional).orElseThrow());
    }
  }

  @Override
  public Object absent() {
    if (type == OptionalInt.class) {
      return OptionalInt.empty();
    }
    if (type == OptionalLong.class) {
      return OptionalLong.empty();
    }
    return type == OptionalDouble.class ? OptionalDouble.empty() : Optional.empty();
  }

  @Override
  public boolean isAbsent(@Nullable Object value) {
    return absent().equals(value);
  }

  @Override
  @Nullable VariantType type() {
    return null;
  }
}

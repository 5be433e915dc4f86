package io.github.godotvariant.internal.wire;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.TypeRow;
import org.jspecify.annotations.Nullable;

/** Rejects an id that a dialect does not have, or documents as unsupported. */
final class UnknownTypeCodec extends TypeCodec {
  private final Dialect dialect;
  private final boolean isKnown;

  UnknownTypeCodec(TypeRow row, Dialect dialect) {
    super(row, false);
    this.dialect = dialect;
    isKnown = true;
  }

  /** Creates the codec of all ids without a row. */
  UnknownTypeCodec(Dialect dialect) {
    super(
        new TypeRow(0, "unknown type", VariantType.NIL, Layout.of(Layout.Kind.UNSUPPORTED)), false);
    this.dialect = dialect;
    isKnown = false;
  }

  @Override
  @Nullable Variant read(WireReader in, int header) {
    throw in.malformed(problem(in, header), in.pos);
  }

  @Override
  public int scan(WireReader in, int header, @Nullable Fields fields) {
    throw in.malformed(problem(in, header), in.pos);
  }

  private String problem(WireReader in, int header) {
    return isKnown
        ? name() + " is documented as unsupported in " + dialect.name()
        : "no type has id "
            + Integer.toUnsignedString(in.table.idOf(header))
            + " in "
            + dialect.name();
  }

  @Override
  void write(WireWriter out, Variant value) {
    throw out.unwritable(type());
  }
}

package io.github.godotvariant.cli.file;

import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for how values are read and written, beside the dialect. */
public final class CodecOptions {
  @Option(
      names = "--objects",
      description =
          "Read and write full objects as well, as bytes_to_var_with_objects does. They are only"
              + " data here:"
              + " nothing of them is run.")
  private boolean objects;

  @Option(
      names = "--double",
      description =
          "The engine was built with double precision. Godot 4 then writes 64-bit vectors; what it"
              + " reads, the bytes say. The manual's dialects read and write 64 bits. Needs"
              + " --dialect.")
  private boolean doublePrecision;

  public ObjectMode objects() {
    return objects ? ObjectMode.FULL : ObjectMode.IDS;
  }

  public boolean isDoublePrecision() {
    return doublePrecision;
  }

  public VariantCodec codec(Dialect dialect, CommandLine command) {
    if (doublePrecision && !dialect.hasDoublePrecision()) {
      throw new ParameterException(
          command, "--double: " + dialect.name() + " has no double-precision form");
    }
    RealPrecision precision = doublePrecision ? RealPrecision.DOUBLE : dialect.realPrecision();
    return VariantCodec.of(dialect.withRealPrecision(precision)).withObjects(objects());
  }
}

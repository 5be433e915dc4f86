package io.github.godotvariant.spark.internal;

import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.VariantType$;
import org.jspecify.annotations.Nullable;

/** {@code from_godot_save}: decodes a save file to an array of the values in the file. */
final class FromGodotSave extends FunctionExpression {
  private static final long serialVersionUID = 1;

  static final String NAME = "from_godot_save";

  FromGodotSave(Expression child, Options options) {
    super(NAME, child, DataTypes.createArrayType(VariantType$.MODULE$), options);
  }

  @Override
  FunctionExpression of(Expression child) {
    return new FromGodotSave(child, options);
  }

  @Override
  Worker worker() {
    SaveOptions saveOptions = options.saveOptions();
    SaveDecoder decoder = new SaveDecoder(VariantType$.MODULE$, options, null);
    boolean failFast = options.isFailFast();
    return bytes -> {
      List<@Nullable Object> values = new ArrayList<>();
      try (SaveFile file = SaveFile.open((byte[]) bytes, saveOptions)) {
        for (Iterator<SaveDecoder.Result> results = decoder.results(file); results.hasNext(); ) {
          SaveDecoder.Result result = results.next();
          if (failFast && result.problem() != null) {
            throw SparkExceptions.failFast(result.message(), result.problem());
          }
          values.add(result.value());
        }
      } catch (SaveFileException e) {
        if (SaveDecoder.isKeyMissing(e)) {
          throw SparkExceptions.option(Options.PASSWORD, e.problem());
        } else if (failFast) {
          throw SparkExceptions.failFast(String.valueOf(e.getMessage()), e);
        }
        return null;
      } catch (IOException e) {
        throw new UncheckedIOException(e); // Not thrown, because the input is in memory.
      }
      return new GenericArrayData(values.toArray());
    };
  }
}

package io.github.godotvariant.jackson;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * Encodes and decodes one Java type with a {@link GodotMapper}. Throws {@link VariantException}s
 * instead of Jackson's exceptions.
 */
final class MappedCodec<T> implements ValueCodec<T> {
  private final GodotMapper mapper;
  private final ObjectReader reader;
  private final ObjectWriter writer;

  MappedCodec(GodotMapper mapper, JavaType type) {
    this.mapper = mapper;
    reader = mapper.readerFor(type);
    writer = mapper.writerFor(type);
  }

  @Override
  public VariantCodec variantCodec() {
    return mapper.tokenStreamFactory().readCodec();
  }

  @Override
  public T read(VariantReader from) {
    long start = from.byteOffset();
    String path = null;
    try (GodotParser parser = mapper.parser(from)) {
      T value = reader.readValue(parser);
      while (parser.nextToken() != null) {} // skips unread tokens
      if (value != null) {
        return value;
      }
      path = parser.path();
    } catch (JacksonException e) {
      throw toVariantException(
          e, problem -> new VariantTypeException(problem, from.byteOffset(), from.path()));
    }
    throw new VariantTypeException("null is not a value", start, path);
  }

  @Override
  public void write(VariantWriter target, T value) {
    target.atomically(() -> generate(target, value));
  }

  private void generate(VariantWriter target, T value) {
    try (GodotGenerator generator = mapper.generator(target)) {
      writer.writeValue(generator, value);
    } catch (JacksonException e) {
      throw toVariantException(
          e,
          problem ->
              new InexpressibleVariantException(
                  problem, VariantException.NO_OFFSET, target.path()));
    }
  }

  /**
   * Returns the first {@link VariantException} among the causes of an exception, or a new one if
   * there is none.
   */
  private static VariantException toVariantException(
      JacksonException e, Function<String, VariantException> constructor) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof VariantException variantException) {
        return variantException;
      }
    }
    VariantException converted = constructor.apply(String.valueOf(e.getOriginalMessage()));
    converted.initCause(e);
    return converted;
  }
}

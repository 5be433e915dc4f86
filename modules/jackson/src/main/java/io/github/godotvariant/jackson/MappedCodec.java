package io.github.godotvariant.jackson;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.ValueCodec;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** A codec for one type of a mapper. It throws {@link VariantException}s instead of Jackson's. */
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
    return mapper.tokenStreamFactory().reading();
  }

  @Override
  public T read(VariantReader from) {
    long start = from.byteOffset();
    String path = null;
    try (GodotParser parser = mapper.parser(from)) {
      T value = reader.readValue(parser);
      while (parser.nextToken() != null) {} // unread tokens
      if (value != null) {
        return value;
      }
      path = parser.path();
    } catch (JacksonException e) {
      VariantException variantException = cause(e);
      if (variantException != null) {
        throw variantException;
      }
      VariantTypeException refused =
          new VariantTypeException(problem(e), from.byteOffset(), from.path());
      refused.initCause(e);
      throw refused;
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
      VariantException variantException = cause(e);
      if (variantException != null) {
        throw variantException;
      }
      InexpressibleVariantException refused =
          new InexpressibleVariantException(problem(e), VariantException.NO_OFFSET, target.path());
      refused.initCause(e);
      throw refused;
    }
  }

  private static String problem(JacksonException e) {
    return String.valueOf(e.getOriginalMessage());
  }

  private static @Nullable VariantException cause(JacksonException e) {
    for (Throwable exception = e.getCause(); exception != null; exception = exception.getCause()) {
      if (exception instanceof VariantException variantException) {
        return variantException;
      }
    }
    return null;
  }
}

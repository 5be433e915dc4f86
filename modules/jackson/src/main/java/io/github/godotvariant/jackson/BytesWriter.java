package io.github.godotvariant.jackson;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.FormatSchema;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.cfg.GeneratorSettings;

/**
 * Writes values as byte arrays, and usually copies the encoded bytes only once. Jackson's writer
 * would collect the bytes in segments first. This is not necessary, because a {@link
 * GodotGenerator} writes the bytes of a value to the stream in one call.
 */
final class BytesWriter extends ObjectWriter {
  BytesWriter(ObjectMapper mapper, SerializationConfig config) {
    super(mapper, config);
  }

  BytesWriter(ObjectMapper mapper, SerializationConfig config, @Nullable FormatSchema schema) {
    super(mapper, config, schema);
  }

  BytesWriter(
      ObjectMapper mapper,
      SerializationConfig config,
      @Nullable JavaType type,
      @Nullable PrettyPrinter printer) {
    super(mapper, config, type, printer);
  }

  private BytesWriter(ObjectWriter base, SerializationConfig config) {
    super(base, config);
  }

  private BytesWriter(
      ObjectWriter base,
      SerializationConfig config,
      GeneratorSettings settings,
      Prefetch prefetch) {
    super(base, config, settings, prefetch);
  }

  @Override
  protected ObjectWriter _new(ObjectWriter base, SerializationConfig config) {
    return config == _config ? this : new BytesWriter(base, config);
  }

  @Override
  protected ObjectWriter _new(GeneratorSettings settings, Prefetch prefetch) {
    return settings == _generatorSettings && prefetch == _prefetch
        ? this
        : new BytesWriter(this, _config, settings, prefetch);
  }

  @Override
  public byte[] writeValueAsBytes(@Nullable Object value) {
    return collect(out -> writeValue(out, value));
  }

  /** Runs an action with a new stream, and returns the bytes that the action writes. */
  static byte[] collect(Consumer<OutputStream> writing) {
    ByteCollector out = new ByteCollector();
    writing.accept(out);
    return out.bytes;
  }

  /** Collects bytes that are usually written in one call. */
  private static final class ByteCollector extends OutputStream {
    private byte[] bytes = {};

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int from, int length) {
      if (bytes.length == 0) {
        bytes = Arrays.copyOfRange(source, from, from + length);
      } else {
        int before = bytes.length;
        bytes = Arrays.copyOf(bytes, before + length);
        System.arraycopy(source, from, bytes, before, length);
      }
    }
  }
}

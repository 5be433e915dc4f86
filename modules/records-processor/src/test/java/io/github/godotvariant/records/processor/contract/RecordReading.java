package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.records.processor.Compiled;
import io.github.godotvariant.records.processor.contract.ContractInput.RecordType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the records of the suite with one kind of codec. */
final class RecordReading {
  static final RecordReading GENERATED;
  static final RecordReading REFLECTIVE;

  /** The class loader reads generated classes when a codec first needs them. */
  private static final Compiled COMPILED;

  static {
    Map<String, String> sources = new LinkedHashMap<>();
    for (String name : List.of("contract/Player.java", "contract/Team.java")) {
      sources.put(name, source(name));
    }
    try {
      COMPILED = Compiled.of(sources);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!COMPILED.messages.isEmpty()) {
      throw new IllegalStateException(String.join("\n", COMPILED.messages));
    }
    Class<?> player = COMPILED.load("contract.Player");
    Class<?> team = COMPILED.load("contract.Team");
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    GENERATED = new RecordReading(RecordCodec.of(player), RecordCodec.of(team));
    REFLECTIVE = new RecordReading(RecordCodec.of(lookup, player), RecordCodec.of(lookup, team));
  }

  private final Map<RecordType, RecordCodec<?>> codecs = new EnumMap<>(RecordType.class);

  private RecordReading(RecordCodec<?> player, RecordCodec<?> team) {
    codecs.put(RecordType.PLAYER, player);
    codecs.put(RecordType.TEAM, team);
    codecs.put(RecordType.PLAYER_LIST, player.list());
  }

  /** Deletes the compiled records. */
  static void close() throws IOException {
    COMPILED.close();
  }

  Reading read(RecordType type, VariantCodec codec, byte[] bytes) {
    Object decoded = codecs.get(type).with(codec).decode(bytes);
    return new Reading().with(Aspect.DETAIL, () -> CanonicalForm.digest(canonicalForm(decoded)));
  }

  private static String canonicalForm(@Nullable Object component) {
    if (component instanceof Record record && !(component instanceof Variant)) {
      StringBuilder text = new StringBuilder();
      for (RecordComponent each : record.getClass().getRecordComponents()) {
        try {
          Object value = each.getAccessor().invoke(record);
          text.append(each.getName()).append('=').append(canonicalForm(value)).append(';');
        } catch (ReflectiveOperationException e) {
          throw new LinkageError(e.getMessage(), e);
        }
      }
      return text.toString();
    } else if (component instanceof List<?> list) {
      return list.stream().map(RecordReading::canonicalForm).toList().toString();
    } else if (component instanceof Optional<?> optional) {
      return "Optional " + canonicalForm(optional.orElse(null));
    } else if (component instanceof Map<?, ?> map) {
      StringBuilder text = new StringBuilder("{");
      map.forEach((key, value) -> text.append(key).append(':').append(value).append(','));
      return text.append('}').toString();
    } else if (component instanceof Double number) {
      return CanonicalForm.bits(number);
    }
    return component instanceof Variant value
        ? CanonicalForm.TYPED.of(value)
        : String.valueOf(component);
  }

  private static String source(String name) {
    try (InputStream in = RecordReading.class.getResourceAsStream("/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

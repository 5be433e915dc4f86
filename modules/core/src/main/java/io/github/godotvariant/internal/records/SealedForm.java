package io.github.godotvariant.internal.records;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.StringValue;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.internal.tree.WireCursor;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One of the records that a sealed interface permits; a key in the dictionary says which. */
public final class SealedForm extends Kind {
  private final String typeKey;
  private final VariantPath path;
  private final Map<String, RecordForm<?>> byName = new LinkedHashMap<>();
  private final Map<Class<?>, RecordForm<?>> byClass = new HashMap<>();

  /** A hierarchy whose records are still to be added. */
  public SealedForm(String typeKey, String owner) {
    super(owner);
    this.typeKey = typeKey;
    path = VariantPath.ROOT.key(StringValue.of(typeKey));
  }

  /** Adds one of the records, which has this tag. */
  public void add(Class<?> type, String name, RecordForm<?> form) {
    byName.put(name, form);
    byClass.put(type, form);
  }

  @Override
  public Object read(VariantReader in) {
    if (in.peek() != VariantType.DICTIONARY) {
      beginDictionary(in); // says so
    }
    WireCursor at = CODEC.decoder(in);
    WireCursor.Mark start = at.mark();
    if (!in.seek(path)) {
      in.skip();
      throw refusal(in, "no key " + StringValue.of(typeKey));
    }
    String name;
    RecordForm<?> form;
    try {
      name = in.nextString();
      form = byName.get(name);
    } catch (VariantTypeException e) {
      throw wrong(e);
    }
    if (form == null) {
      throw refusal(
          in,
          "wanted one of "
              + byName.keySet()
              + " but found "
              + StringValue.of(name).toShortString());
    }
    start.back();
    return form.read(in);
  }

  @Override
  public void write(VariantWriter out, @Nullable Object value) {
    Object record = present(value);
    RecordForm<?> form = byClass.get(record.getClass());
    if (form == null) {
      throw new IllegalArgumentException(record.getClass() + " is none of " + byClass.keySet());
    }
    form.write(out, record);
  }

  @Override
  VariantType type() {
    return VariantType.DICTIONARY;
  }
}

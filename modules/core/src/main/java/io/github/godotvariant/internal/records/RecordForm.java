package io.github.godotvariant.internal.records;

import static io.github.godotvariant.internal.codec.CodecOperations.CODEC;

import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.codec.VariantKey;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.codec.VariantWriter;
import io.github.godotvariant.records.generated.ComponentCodec;
import io.github.godotvariant.records.generated.RecordAccess;
import io.github.godotvariant.records.generated.RecordOutput;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a record is as a dictionary, and the general way to read and write it: any order of keys,
 * any dialect, every message. Of a key that comes twice the last counts, as everywhere.
 *
 * @param <T> the record
 */
public final class RecordForm<T> extends Kind {
  /** Instead of a number of a component. */
  private static final int NO_COMPONENT = -1;

  /** What happens to keys that are no component's. */
  public enum Unknown {
    /** They are left out. */
    IGNORED,
    /** They are an error. */
    REFUSED
  }

  /**
   * A component.
   *
   * @param name in the record
   * @param key in the dictionary
   * @param kind what it is
   */
  public record Component(String name, String key, Kind kind) {}

  /** A component with its key made ready. */
  private record Entry(String name, VariantKey key, StringName asName, Kind kind) {}

  private final Class<T> type;
  private final RecordAccess<T> access;
  private final Unknown unknown;
  private final boolean namesAsKeys;
  private Entry[] entries = {};
  private final Map<String, Integer> places = new HashMap<>();

  /** Which component takes the keys that are no component's. */
  private int others = NO_COMPONENT;

  /**
   * The key that says which of a sealed hierarchy this is, and what it says; null if there is none.
   */
  private @Nullable String tagKey;

  private @Nullable String tag;

  /**
   * A record whose components {@link #components} adds: they may be such records themselves.
   *
   * @param namesAsKeys whether keys are written as StringNames
   */
  public RecordForm(
      Class<T> type, RecordAccess<T> access, Unknown unknown, boolean namesAsKeys, String owner) {
    super(owner);
    this.type = type;
    this.access = access;
    this.unknown = unknown;
    this.namesAsKeys = namesAsKeys;
  }

  /**
   * Says what is in it.
   *
   * @param components in the record's order
   * @param othersAt the number of the one that takes all other keys; -1 if none does
   */
  public void components(List<Component> components, int othersAt) {
    others = othersAt;
    entries = new Entry[components.size()];
    for (int i = 0; i < entries.length; i++) {
      Component component = components.get(i);
      entries[i] =
          new Entry(
              component.name(),
              VariantKey.of(component.key()),
              StringName.of(component.key()),
              component.kind());
      if (i != othersAt) {
        places.put(component.key(), i);
      }
    }
  }

  /** Says that another key is written first, which tells this record from its siblings. */
  public void tag(String key, String name) {
    tagKey = key;
    tag = name;
  }

  /** The components' ways, in their order. */
  public ComponentCodec[] codecs() {
    ComponentCodec[] codecs = new ComponentCodec[entries.length];
    for (int i = 0; i < codecs.length; i++) {
      codecs[i] = entries[i].kind;
    }
    return codecs;
  }

  @Override
  public T read(VariantReader in) {
    int pairs = beginDictionary(in);
    if (CODEC.decoder(in).depth() > RecordOutput.DEEPEST) {
      throw tooDeep(in.byteOffset(), in.path());
    }
    @Nullable Object[] values = new @Nullable Object[entries.length];
    Arrays.fill(values, ComponentCodec.NONE);
    VariantDictionary.@Nullable Builder kept =
        others == NO_COMPONENT ? null : VariantDictionary.builder();
    int expected = 0;
    for (int i = 0; i < pairs; i++) {
      if (expected == others) {
        expected++;
      }
      int found =
          expected < entries.length && in.nextKeyIs(entries[expected].key)
              ? expected
              : otherKey(in, kept);
      if (found != NO_COMPONENT) {
        values[found] = entries[found].kind.read(in);
        expected = found + 1;
      }
    }
    in.endDictionary();
    for (int i = 0; i < values.length; i++) {
      if (i == others) {
        values[i] = Objects.requireNonNull(kept).build();
      } else if (values[i] == ComponentCodec.NONE) {
        values[i] = absent(in, entries[i]);
      }
    }
    try {
      return access.make(values);
    } catch (RuntimeException e) {
      // Records may say what they take; what they refuse is data, which comes from somewhere.
      VariantTypeException refused =
          in.refusal(
              e.getMessage() == null
                  ? type.getSimpleName() + " refuses it: " + e.getClass().getSimpleName()
                  : type.getSimpleName() + " refuses it: " + e.getMessage());
      refused.initCause(e);
      throw refused;
    }
  }

  private static VariantLimitException tooDeep(long offset, String path) {
    return new VariantLimitException(
        "records are nested deeper than " + RecordOutput.DEEPEST + " levels", offset, path);
  }

  private static @Nullable Object absent(VariantReader in, Entry entry) {
    Object value = entry.kind.absent();
    if (value == ComponentCodec.NONE) {
      throw entry.kind.refusal(in, "no key " + StringValue.of(entry.key.text()));
    }
    CODEC.charge(in, entry.kind.absentElements(), entry.kind.absentHeap());
    return value;
  }

  /**
   * Reads a key that was not foreseen; of a component's, the value is next.
   *
   * @return the number of the component, or -1
   */
  private int otherKey(VariantReader in, VariantDictionary.@Nullable Builder kept) {
    VariantType found = in.peek();
    if (found != VariantType.STRING && found != VariantType.STRING_NAME) {
      if (kept != null) {
        Variant key = in.nextValue();
        kept.put(key, in.nextValue());
        return NO_COMPONENT;
      }
      in.skip();
      return unknown(in, found.godotName());
    }
    String text = in.nextString();
    Integer place = places.get(text);
    if (place != null) {
      return place;
    }
    if (text.equals(tagKey)) {
      in.skip(); // whoever chose this record has read it
      return NO_COMPONENT;
    }
    if (kept != null) {
      Variant key = found == VariantType.STRING ? StringValue.of(text) : StringName.of(text);
      kept.put(key, in.nextValue());
      return NO_COMPONENT;
    }
    return unknown(in, StringValue.of(text).toShortString());
  }

  /** The key that was read last is nobody's. */
  private int unknown(VariantReader in, String key) {
    if (unknown == Unknown.REFUSED) {
      throw in.refusal("unknown key " + key + " for " + owner);
    }
    in.skip();
    return NO_COMPONENT;
  }

  @Override
  public void write(VariantWriter out, @Nullable Object value) {
    T record = type.cast(present(value));
    out.beginDictionary();
    if (CODEC.depth(out) > RecordOutput.DEEPEST) {
      throw tooDeep(VariantTypeException.NO_OFFSET, out.path());
    }
    if (tagKey != null && tag != null) {
      key(out, tagKey);
      out.value(tag);
    }
    for (int i = 0; i < entries.length; i++) {
      Entry entry = entries[i];
      Object component = access.get(record, i);
      if (i == others) {
        others(out, (VariantDictionary) entry.kind.present(component));
      } else if (!entry.kind.isAbsent(component)) {
        if (namesAsKeys) {
          out.value(entry.asName);
        } else {
          out.key(entry.key);
        }
        entry.kind.write(out, component);
      }
    }
    out.endDictionary();
  }

  private void key(VariantWriter out, String text) {
    if (namesAsKeys) {
      out.value(StringName.of(text));
    } else {
      out.value(text);
    }
  }

  private void others(VariantWriter out, VariantDictionary pairs) {
    for (int i = 0; i < pairs.size(); i++) {
      Variant key = pairs.keyAt(i);
      boolean isText = key.type() == VariantType.STRING || key.type() == VariantType.STRING_NAME;
      if (isText && (places.containsKey(key.asString()) || key.asString().equals(tagKey))) {
        throw new InexpressibleVariantException(
            "the key " + key.toShortString() + " is there already for " + owner,
            VariantTypeException.NO_OFFSET,
            out.path());
      }
      out.value(key);
      out.value(pairs.valueAt(i));
    }
  }

  @Override
  VariantType type() {
    return VariantType.DICTIONARY;
  }
}

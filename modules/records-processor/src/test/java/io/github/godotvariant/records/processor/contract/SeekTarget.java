package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantPath;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The path to the last value of the last container of an input.
 *
 * @param path the path; {@code $[0]} if the input cannot be decoded
 * @param value the value at the path in the decoded value; empty if the input cannot be decoded or
 *     the path has a key that is not equal to itself
 */
record SeekTarget(VariantPath path, Optional<Variant> value) {
  private static final VariantPath FIRST = VariantPath.ROOT.index(0);
  private static final VariantPath ABSENT_KEY = VariantPath.parse("$.absent_key");
  private static final VariantPath ABSENT_ELEMENT = VariantPath.ROOT.index(Integer.MAX_VALUE);

  /** Decodes an input, and returns the target in the decoded value. */
  static SeekTarget of(VariantCodec codec, byte[] bytes) {
    Variant decoded;
    try {
      decoded = codec.decode(bytes);
    } catch (VariantException e) {
      return new SeekTarget(FIRST, Optional.empty());
    }
    Variant value = decoded;
    List<Variant> steps = new ArrayList<>();
    while (true) {
      if (value instanceof VariantArray array && !array.isEmpty()) {
        steps.add(Variant.of(array.size() - 1));
        value = array.get(array.size() - 1);
      } else if (value instanceof VariantDictionary dictionary && !dictionary.isEmpty()) {
        steps.add(dictionary.keyAt(dictionary.size() - 1));
        value = dictionary.valueAt(dictionary.size() - 1);
      } else if (value instanceof ObjectValue object && !object.properties().isEmpty()) {
        ObjectValue.Property last = object.properties().get(object.properties().size() - 1);
        steps.add(StringValue.of(last.name()));
        value = last.value();
      } else {
        VariantPath path = VariantPath.of(steps);
        return new SeekTarget(path, path.find(decoded));
      }
    }
  }

  /** Seeks the target, reads it, and compares it with the decoded value. */
  Reading read(VariantReader reader) {
    if (!reader.seek(path)) {
      return new Reading().with(Aspect.DETAIL, () -> value.isEmpty() ? "same, absent" : "absent");
    }
    long start = reader.byteOffset();
    String where = reader.path().equals(path.shown()) ? "" : " as " + reader.path();
    Variant found = reader.nextValue();
    return new Reading().end(start).with(Aspect.DETAIL, () -> comparison(found) + where);
  }

  private String comparison(Variant found) {
    String form = CanonicalForm.TYPED.of(found);
    return value.map(CanonicalForm.TYPED::of).filter(form::equals).isPresent()
        ? "same"
        : CanonicalForm.digest(form);
  }

  /** Seeks paths that are absent, and then skips the value. */
  static Reading readAbsent(VariantReader reader) {
    if (reader.seek(ABSENT_KEY) || reader.seek(ABSENT_ELEMENT)) {
      return new Reading().with(Aspect.DETAIL, () -> "found");
    }
    reader.skipValue();
    reader.expectEnd();
    return new Reading().end(reader.byteOffset());
  }
}

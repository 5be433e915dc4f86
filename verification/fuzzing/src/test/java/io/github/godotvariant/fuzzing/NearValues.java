package io.github.godotvariant.fuzzing;

import io.github.godotvariant.VariantException;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.testkit.Damage;
import io.github.godotvariant.testkit.RandomVariants;

/** Damaged encodings of random values. A seed always gives the same encodings. */
final class NearValues {
  private final VariantCodec codec;
  private final int choice;
  private final RandomVariants values;
  private final Damage damage;
  private int count;

  NearValues(Dialect dialect, ObjectMode objects, long seed) {
    choice = Input.choiceOf(dialect, objects);
    codec = VariantCodec.of(dialect).withObjects(objects);
    values = RandomVariants.withObjects(dialect, seed, objects);
    damage = Damage.of(codec, seed);
  }

  /** {@return the next encoding} */
  Input next() {
    return new Input(choice, damage.variant(encoded(), count++));
  }

  private byte[] encoded() {
    while (true) {
      try {
        return codec.encode(values.next());
      } catch (VariantException e) {
        // The value cannot be encoded in this mode.
      }
    }
  }
}

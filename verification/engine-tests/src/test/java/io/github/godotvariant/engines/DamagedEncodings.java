package io.github.godotvariant.engines;

import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.testkit.Damage;
import io.github.godotvariant.testkit.RandomVariants;
import io.github.godotvariant.testkit.Vectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Damaged encodings of vectors and random values. */
final class DamagedEncodings {
  /** In longer encodings, most changes would have no effect on the structure. */
  private static final int LONGEST = 20_000;

  private final VariantCodec ids;
  private final VariantCodec full;
  private final SplittableRandom random;
  private final RandomVariants values;
  private final RandomVariants objectIds;
  private final RandomVariants objects;
  private final Damage damage;
  private final Damage damageWithObjects;
  private final List<DecodeRequest> vectors = new ArrayList<>();
  private int count;

  DamagedEncodings(Release release, long seed) {
    ids = release.codec();
    full = ids.withObjects(ObjectMode.FULL);
    random = new SplittableRandom(seed);
    values = RandomVariants.of(ids.dialect(), seed);
    objectIds = RandomVariants.withObjects(ids.dialect(), seed, ObjectMode.IDS);
    objects = RandomVariants.withObjects(ids.dialect(), seed, ObjectMode.FULL);
    damage = Damage.of(ids, seed);
    damageWithObjects = Damage.of(full, seed);
    for (Vectors.Golden vector : Vectors.golden(release.version())) {
      addVector(vector.bytes(), vector.objects());
    }
    for (Vectors.Unusual vector : Vectors.unusual(release.version())) {
      addVector(vector.bytes(), vector.objects());
    }
    // The order depends on the seed, so that a short run is a sample of all.
    for (int i = vectors.size(); i > 1; i--) {
      Collections.swap(vectors, i - 1, random.nextInt(i));
    }
  }

  private void addVector(byte[] bytes, ObjectMode mode) {
    if (bytes.length <= LONGEST) {
      vectors.add(new DecodeRequest(bytes, mode == ObjectMode.FULL, false));
    }
  }

  /** {@return the next encoding; the kinds alternate} */
  DecodeRequest next() {
    DecodeRequest base = base();
    boolean withObjects = base.objects() != (random.nextInt(8) == 0);
    byte[] damaged = (base.objects() ? damageWithObjects : damage).variant(base.input(), count++);
    return new DecodeRequest(damaged, withObjects, false);
  }

  private DecodeRequest base() {
    if (count % 2 == 0) {
      return vectors.get(count / 2 % vectors.size());
    }
    return switch (random.nextInt(4)) {
      case 0 -> new DecodeRequest(full.encode(objects.next()), true, false);
      case 1 -> new DecodeRequest(ids.encode(objectIds.next()), false, false);
      default -> new DecodeRequest(ids.encode(values.next()), false, false);
    };
  }
}

package io.github.godotvariant;

import io.github.godotvariant.internal.ContainerLevel;
import org.jspecify.annotations.Nullable;

/**
 * Computes and caches hashes of the complete content of an array, a dictionary or a full object.
 * There is a hash for each kind of equality: {@link DeepEquality} compares bits and declared types,
 * and {@link KeyEquality} compares as the engine does. A single hash for both could not include the
 * differences that only one of the two classes detects. Untrusted input could then contain many
 * different values with the same hash.
 *
 * <p>No method recurses. Several threads may compute the same hash at the same time.
 */
final class ContentHash {
  /**
   * The minimum size of a nested container that caches its hash, measured as in {@code
   * Level.containers}. A larger minimum needs less memory for cached hashes. A smaller minimum
   * saves time if several containers share the nested container.
   */
  private static final int MIN_CACHED_SIZE = 8;

  /**
   * The flag for a computed key hash. This flag makes {@link #keyHashAndFlags} different from 0.
   */
  private static final int KNOWN = 1;

  private static final int UNIQUE_TO_GODOT_4 = 2;
  private static final int UNIQUE_TO_GODOT_3 = 4;
  private static final int KEY_HASH_SHIFT = 3;

  /** The hash for {@link DeepEquality}; 0 if not computed yet. */
  private final long valueHash;

  /**
   * The hash for {@link KeyEquality}, shifted left, and flags in the low bits; 0 if not computed
   * yet.
   */
  private final long keyHashAndFlags;

  private ContentHash(long valueHash, long keyHashAndFlags) {
    this.valueHash = valueHash;
    this.keyHashAndFlags = keyHashAndFlags;
  }

  /**
   * {@return a hash of a container, the same for containers that {@link DeepEquality#equal} finds
   * equal}
   */
  static int ofValue(Variant container) {
    long hash = hash(container, false);
    return container instanceof ObjectValue object
        ? KeyedHash.start(VariantType.OBJECT).add(hash).add(object.className()).finish()
        : (int) hash;
  }

  /**
   * {@return a hash of a container, the same for containers that {@link KeyEquality#equal} finds
   * equal}
   */
  static int ofKey(Variant container) {
    return (int) (hash(container, true) >>> KEY_HASH_SHIFT);
  }

  /**
   * Returns whether an array or a dictionary equals no other key. In Godot 4, this is true if an
   * element or value inside is a float NaN. In Godot 3, this is true for every dictionary, and for
   * every array that contains a dictionary.
   */
  static boolean isUniqueKey(Variant container, KeyRule rule) {
    int bit = rule == KeyRule.GODOT_3 ? UNIQUE_TO_GODOT_3 : UNIQUE_TO_GODOT_4;
    return (hash(container, true) & bit) != 0;
  }

  /**
   * {@return whether cached hashes show that two containers are different keys; false if a hash is
   * not cached}
   */
  static boolean areDifferentKeys(Variant a, Variant b) {
    long x = cachedHash(a, true);
    long y = cachedHash(b, true);
    return x != 0 && y != 0 && x != y;
  }

  /**
   * {@return whether cached hashes show that two containers have different content; false if a hash
   * is not cached}
   */
  static boolean areDifferent(Variant a, Variant b) {
    long x = cachedHash(a, false);
    long y = cachedHash(b, false);
    return x != 0 && y != 0 && x != y;
  }

  /**
   * Returns the hash of a container. If the hash is not cached, computes and caches the hash. The
   * hash of an object covers only the properties, not the class name.
   */
  private static long hash(Variant container, boolean isKey) {
    long known = cachedHash(container, isKey);
    if (known != 0) {
      return known;
    }
    Level level = new Level(container, isKey, null);
    while (true) {
      if (level.hasNext()) {
        level = addPart(level, level.next());
        continue;
      }
      long hash = level.finish();
      Level outer = level.outer;
      boolean isKept = outer == null || level.containers >= MIN_CACHED_SIZE;
      if (isKept) {
        cache(level.container(), isKey, hash);
      }
      if (outer == null) {
        return hash;
      }
      outer.addContainer(level.container(), hash, isKept ? 1 : level.containers);
      level = outer;
    }
  }

  /**
   * Adds a child to the hash of the container in {@code level}, and returns {@code level}. If the
   * hash of the child must be computed first, returns a new level for the child instead.
   */
  private static Level addPart(Level level, Variant part) {
    if (!level.isHashedByContent(part)) {
      level.addLeaf(part);
      return level;
    }
    long known = cachedHash(part, level.isKey);
    if (known == 0) {
      return new Level(part, level.isKey, level);
    }
    level.addContainer(part, known, 1);
    return level;
  }

  /** {@return the cached hash of a container; 0 if no hash is cached} */
  private static long cachedHash(Variant container, boolean isKey) {
    ContentHash cached = cached(container);
    if (cached == null) {
      return 0;
    }
    return isKey ? cached.keyHashAndFlags : cached.valueHash;
  }

  private static @Nullable ContentHash cached(Variant container) {
    if (container instanceof VariantArray array) {
      return array.contentHash;
    } else if (container instanceof VariantDictionary dictionary) {
      return dictionary.contentHash;
    }
    return ((ObjectValue) container).stored().contentHash;
  }

  private static void cache(Variant container, boolean isKey, long hash) {
    ContentHash cached =
        isKey
            ? new ContentHash(cachedHash(container, false), hash)
            : new ContentHash(hash, cachedHash(container, true));
    if (container instanceof VariantArray array) {
      array.contentHash = cached;
    } else if (container instanceof VariantDictionary dictionary) {
      dictionary.contentHash = cached;
    } else {
      ((ObjectValue) container).stored().contentHash = cached;
    }
  }

  /** A container, and a hash to which the children of the container are being added. */
  private static final class Level extends ContainerLevel<Variant> {
    private final @Nullable Level outer;
    private final boolean isKey;
    private final KeyedHash hash;
    private int uniqueFlags;

    /**
     * 1 for this container, plus the number of containers inside. An inner container with a cached
     * hash counts as 1, without the containers inside the inner container.
     */
    private int containers = 1;

    Level(Variant container, boolean isKey, @Nullable Level outer) {
      super(container, ValueAccess.INSTANCE);
      this.isKey = isKey;
      this.outer = outer;
      hash = KeyedHash.start(container.type()).add(size());
      if (container instanceof VariantDictionary) {
        uniqueFlags = UNIQUE_TO_GODOT_3;
      }
      if (!isKey) {
        addDeclared(container);
      }
    }

    private void addDeclared(Variant container) {
      if (container instanceof VariantArray array) {
        add(array.elementType());
      } else if (container instanceof VariantDictionary dictionary) {
        add(dictionary.keyType());
        add(dictionary.valueType());
      } else {
        StoredProperties properties = ((ObjectValue) container).stored();
        for (int i = 0; i < size(); i++) {
          hash.add(properties.name(i));
        }
      }
    }

    /**
     * Returns whether a child is a container that is hashed by its content. An object in a key is
     * hashed by identity, because the engine compares such objects by identity.
     */
    boolean isHashedByContent(Variant part) {
      return KeyEquality.isCollection(part) || (!isKey && part instanceof ObjectValue);
    }

    void addLeaf(Variant leaf) {
      if (!isKey) {
        add(leaf.hashCode());
      } else if (isKey(index() - 1)) {
        add(KeyEquality.keyHash(leaf));
      } else {
        uniqueFlags |= KeyEquality.isNan(leaf) ? UNIQUE_TO_GODOT_4 : 0;
        add(KeyEquality.elementHash(leaf));
      }
    }

    void addContainer(Variant part, long partHash, int count) {
      containers += count;
      if (part instanceof ObjectValue object) {
        hash.add(object.className());
      }
      if (isKey) {
        uniqueFlags |= (int) partHash & (UNIQUE_TO_GODOT_4 | UNIQUE_TO_GODOT_3);
        hash.add(partHash >>> KEY_HASH_SHIFT);
      } else {
        hash.add(partHash);
      }
    }

    private void add(ElementType declared) {
      add(declared.isUntyped() ? 0 : declared.hashCode());
    }

    private void add(int part) {
      hash.add(part);
    }

    long finish() {
      long done = hash.finishLong();
      if (isKey) {
        return done << KEY_HASH_SHIFT | uniqueFlags | KNOWN;
      }
      return done == 0 ? 1 : done;
    }
  }
}

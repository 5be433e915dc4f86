package io.github.godotvariant.internal.wire;

import io.github.godotvariant.ForbiddenVariantException;
import io.github.godotvariant.InexpressibleVariantException;
import io.github.godotvariant.MalformedVariantException;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantLimitException;
import io.github.godotvariant.internal.values.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where in a value something is wrong: each container that an exception leaves adds its step, the
 * innermost first. So nothing has to be noted while all is well.
 */
final class Steps {
  private final List<Consumer<Place>> inwards = new ArrayList<>();

  void element(int index) {
    inwards.add(place -> place.index(index));
  }

  /** The value of a key, or the key itself if it is not known. */
  void pair(int index, @Nullable Variant key) {
    inwards.add(
        place -> {
          if (key == null) {
            place.unread("key", index);
          } else {
            place.value(key, index);
          }
        });
  }

  /** The value of a property, or its name if it is not known. */
  void property(int index, @Nullable String name) {
    inwards.add(
        place -> {
          if (name == null) {
            place.unread("property", index);
          } else {
            place.name(name);
          }
        });
  }

  /** The same exception with the path, which starts with that of the whole value. */
  VariantException on(VariantException thrown, String outer) {
    Place place = new Place(outer);
    for (int i = inwards.size() - 1; i >= 0 && !place.isEnded(); i--) {
      inwards.get(i).accept(place);
    }
    String path = place.toString();
    String problem = thrown.problem();
    if (thrown instanceof VariantLimitException) {
      return new VariantLimitException(problem, thrown.byteOffset(), path);
    } else if (thrown instanceof ForbiddenVariantException) {
      return new ForbiddenVariantException(problem, thrown.byteOffset(), path);
    }
    return thrown instanceof InexpressibleVariantException
        ? new InexpressibleVariantException(problem, thrown.byteOffset(), path)
        : new MalformedVariantException(problem, thrown.byteOffset(), path);
  }
}

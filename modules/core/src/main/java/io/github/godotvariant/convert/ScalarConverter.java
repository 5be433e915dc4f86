package io.github.godotvariant.convert;

import io.github.godotvariant.FloatValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.PackedVectorArray;
import io.github.godotvariant.RID;
import io.github.godotvariant.RealShape;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Signal;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.ObjectForm;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.internal.Reals;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts values to a dialect, except containers that the dialect has. {@link #worst} returns the
 * worst loss in the last call of {@link #fit} or {@link #text}. Not safe for use by several
 * threads.
 */
final class ScalarConverter {
  /** The bit of a 32-bit NaN that is set if the NaN is quiet. */
  private static final int QUIET = 0x00400000;

  private final Dialect target;
  private final boolean[] isSupported = new boolean[VariantType.values().length];
  private final boolean usesSingleFloats;
  private final boolean hasRidNumbers;
  private final boolean hasAmbiguousIds;

  /**
   * Whether instance ids are replaced by Nil, because the dialect cannot distinguish them from the
   * full objects in the same value.
   */
  private final boolean dropsIds;

  private Loss.@Nullable Reason worstReason;
  private boolean hasKeptAmbiguousId;

  ScalarConverter(Dialect target, boolean dropsIds) {
    this.target = target;
    this.dropsIds = dropsIds;
    target.rows().stream()
        .filter(row -> row.layout().kind() != Layout.Kind.UNSUPPORTED)
        .forEach(row -> isSupported[row.type().ordinal()] = true);
    usesSingleFloats = isWrittenAs(VariantType.FLOAT, Layout.Kind.FLOAT_32);
    hasRidNumbers = isWrittenAs(VariantType.RID, Layout.Kind.ID);
    hasAmbiguousIds = target.objectForm() == ObjectForm.CHOSEN_BY_CALLER;
  }

  private boolean isWrittenAs(VariantType type, Layout.Kind kind) {
    return target.row(type).filter(row -> row.layout().kind() == kind).isPresent();
  }

  /** Returns whether the dialect has a type. */
  boolean has(VariantType type) {
    return isSupported[type.ordinal()];
  }

  /** Returns whether an instance id was kept that readers cannot distinguish from a full object. */
  boolean hasKeptAmbiguousId() {
    return hasKeptAmbiguousId && hasAmbiguousIds;
  }

  /**
   * Returns the worst loss in the last call of {@link #fit} or {@link #text}; null if nothing was
   * lost.
   */
  Loss.@Nullable Reason worst() {
    return worstReason;
  }

  private void addLoss(Loss.Reason reason) {
    if (worstReason == null || reason.compareTo(worstReason) > 0) {
      worstReason = reason;
    }
  }

  /** Returns a text with only the characters that the dialect can write. */
  String text(String text) {
    worstReason = null;
    return expressible(text);
  }

  private String expressible(String text) {
    String changed = TextSanitizer.expressible(text, target.textRule());
    if (!changed.equals(text)) {
      addLoss(Loss.Reason.CHARACTERS);
    }
    return changed;
  }

  private List<String> expressible(List<String> texts) {
    return texts.stream().map(text -> expressible(text)).collect(Collectors.toUnmodifiableList());
  }

  /**
   * Returns the value itself if the dialect can write the value, otherwise a replacement that the
   * dialect can write.
   */
  Variant fit(Variant value) {
    worstReason = null;
    Variant fitted = substitute(value);
    if (fitted == value || !(fitted instanceof VariantArray array)) {
      return content(fitted);
    }
    List<Variant> elements = new ArrayList<>(array.size());
    for (Variant element : array) {
      elements.add(content(substitute(element)));
    }
    return VariantArray.copyOf(elements);
  }

  private Variant substitute(Variant value) {
    Variant result = value;
    while (!has(result.type()) && !result.isNil()) {
      result = Substitutions.step(result);
    }
    if (result != value) {
      boolean isLost = result.isNil() && !Substitutions.isBlank(value);
      addLoss(isLost ? Loss.Reason.DROPPED : Loss.Reason.RETYPED);
    }
    return result;
  }

  /**
   * Converts the content of a value, for example texts and numbers. The dialect must have the type
   * of the value.
   */
  private Variant content(Variant value) {
    if (value instanceof RealShape shape) {
      return isSingle(shape.type()) ? rounded(shape) : shape;
    } else if (value instanceof FloatValue number) {
      return usesSingleFloats ? rounded(number) : number;
    } else if (value instanceof StringValue text) {
      return sameOr(text, StringValue.of(expressible(text.value())));
    } else if (value instanceof StringName name) {
      return sameOr(name, StringName.of(expressible(name.value())));
    } else if (value instanceof NodePath path) {
      List<String> names = expressible(path.names());
      return sameOr(path, new NodePath(names, expressible(path.subnames()), path.isAbsolute()));
    } else if (value instanceof Signal signal) {
      return sameOr(signal, new Signal(expressible(signal.name()), signal.objectId()));
    } else if (value instanceof PackedStringArray strings) {
      return sameOr(strings, PackedStringArray.copyOf(expressible(strings.asList())));
    } else if (value instanceof PackedVectorArray<?> vectors) {
      return vectors.isDoublePrecision() && isSingle(vectors.type()) ? rounded(vectors) : vectors;
    } else if (value instanceof RID rid && rid.id() != 0 && !hasRidNumbers) {
      addLoss(Loss.Reason.DROPPED);
      return new RID(0);
    } else if (value instanceof ObjectIdValue object) {
      return instance(object);
    } else if (value instanceof ResourceReference) {
      addLoss(Loss.Reason.DROPPED); // the binary format cannot express it
      return Variant.NIL;
    }
    return value;
  }

  /**
   * Returns the first value if both are equal, because a value that does not change must stay the
   * same instance.
   */
  private static Variant sameOr(Variant value, Variant converted) {
    return converted.equals(value) ? value : converted;
  }

  private Variant instance(ObjectIdValue object) {
    if (hasAmbiguousIds && (dropsIds || (int) object.id() == 0)) {
      addLoss(Loss.Reason.DROPPED);
      return Variant.NIL;
    }
    hasKeptAmbiguousId = true;
    return object;
  }

  private boolean isSingle(VariantType type) {
    return target.realPrecision(type) == RealPrecision.SINGLE;
  }

  /** Returns whether 32 bits represent a number exactly. If not, adds a loss. */
  private boolean isExact(double number) {
    if (Reals.isSingle(number)) {
      return true;
    }
    addLoss(Reals.overflows(number) ? Loss.Reason.OVERFLOWED : Loss.Reason.ROUNDED);
    return false;
  }

  /**
   * Rounds a number to 32 bits. A signalling NaN becomes a quiet NaN. The processor would make the
   * same change when a reader widens the float to 64 bits.
   */
  private Variant rounded(FloatValue number) {
    double value = number.value();
    boolean isExact = isExact(value);
    float narrow = Reals.narrow(value);
    if (Float.isNaN(narrow)) {
      narrow = Float.intBitsToFloat(Float.floatToRawIntBits(narrow) | QUIET);
    }
    FloatValue read = FloatValue.of(Reals.widen(narrow));
    if (isExact && read.equals(number)) {
      return number;
    }
    addLoss(Loss.Reason.ROUNDED);
    return read;
  }

  private Variant rounded(RealShape shape) {
    boolean isExact = true;
    for (double component : shape.toDoubles()) {
      isExact &= isExact(component);
    }
    return isExact ? shape : Coercion.toSingles(shape);
  }

  private Variant rounded(PackedVectorArray<?> vectors) {
    boolean isExact = true;
    for (DoubleBuffer components = vectors.asDoubleBuffer(); components.hasRemaining(); ) {
      isExact &= isExact(components.get());
    }
    return isExact ? vectors : Coercion.toSingles(vectors);
  }
}

package io.github.godotvariant.records;

import io.github.godotvariant.MalformedTextException;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.internal.records.DefaultKind;
import io.github.godotvariant.internal.records.Kind;
import io.github.godotvariant.internal.records.LeafKind;
import io.github.godotvariant.internal.records.ListKind;
import io.github.godotvariant.internal.records.MapKind;
import io.github.godotvariant.internal.records.NullableKind;
import io.github.godotvariant.internal.records.OptionalKind;
import io.github.godotvariant.internal.records.PackedKind;
import io.github.godotvariant.internal.records.RecordForm;
import io.github.godotvariant.internal.records.SealedForm;
import io.github.godotvariant.internal.records.ShapeRecord;
import io.github.godotvariant.records.generated.Constants;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.generated.Hierarchy;
import io.github.godotvariant.records.generated.RecordAccess;
import io.github.godotvariant.text.VariantText;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** What records are as dictionaries, by their declaration: the one place that reads annotations. */
final class Describer {
  /** Deeper than any type that somebody writes down. */
  private static final int MOST_NESTED = 32;

  /** What a type variable stands for, with the meaning of the variables in that. */
  private record Bound(AnnotatedType type, Map<TypeVariable<?>, Bound> in) {}

  /** A record with its type arguments. */
  private record Known(Class<?> type, Map<TypeVariable<?>, Bound> arguments) {}

  private final Function<Class<?>, RecordAccess<?>> access;
  private final Map<Known, Kind> forms = new HashMap<>();

  /** With what makes records and takes them apart. */
  Describer(Function<Class<?>, RecordAccess<?>> access) {
    this.access = access;
  }

  /** The whole type that a codec is for. */
  Kind describe(Class<?> type) {
    if (type.getTypeParameters().length > 0) {
      throw new IllegalArgumentException(
          type.getName() + " is generic: only a component can say what its arguments are");
    }
    return form(type, Map.of());
  }

  private Kind form(Class<?> type, Map<TypeVariable<?>, Bound> arguments) {
    Known known = new Known(type, arguments);
    Kind form = forms.get(known);
    if (form != null) {
      return form;
    }
    if (forms.size() > 1000) {
      throw new IllegalArgumentException(type.getName() + " has type arguments without end");
    }
    return type.isRecord() ? record(known) : sealedForm(known);
  }

  private SealedForm sealedForm(Known known) {
    Class<?> type = known.type;
    GodotRecord annotation = type.getAnnotation(GodotRecord.class);
    if (!type.isSealed() || annotation == null) {
      throw new IllegalArgumentException(
          type.getName() + " is neither a record nor a sealed interface with @GodotRecord");
    }
    SealedForm form = new SealedForm(annotation.typeKey(), type.getSimpleName());
    forms.put(known, form);
    Set<String> names = new HashSet<>();
    for (Class<?> permitted : Hierarchy.permitted(type)) {
      String name = Hierarchy.tag(permitted);
      if (!names.add(name)) {
        throw new IllegalArgumentException(
            type.getName() + " permits two records with the name " + name);
      }
      form.add(permitted, name, (RecordForm<?>) form(permitted, Map.of()));
    }
    return form;
  }

  private <T> RecordForm<T> record(Known known) {
    @SuppressWarnings("unchecked") // the class of the form is that of the access
    Class<T> type = (Class<T>) known.type;
    @SuppressWarnings("unchecked")
    RecordAccess<T> instances = (RecordAccess<T>) access.apply(type);
    GodotRecord annotation = type.getAnnotation(GodotRecord.class);
    boolean refuses = annotation != null && annotation.unknownKeys() == UnknownKeys.REFUSE;
    RecordForm<T> form =
        new RecordForm<>(
            type,
            instances,
            refuses ? RecordForm.Unknown.REFUSED : RecordForm.Unknown.IGNORED,
            annotation != null && annotation.stringNameKeys(),
            type.getSimpleName());
    forms.put(known, form);
    Naming naming = annotation == null ? Naming.AS_DECLARED : annotation.naming();
    List<RecordForm.Component> components = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    String typeKey = Hierarchy.typeKey(type);
    if (typeKey != null) {
      form.tag(typeKey, Hierarchy.tag(type));
      keys.add(typeKey);
    }
    int others = -1;
    for (RecordComponent component : type.getRecordComponents()) {
      String owner = type.getSimpleName() + "." + component.getName();
      if (component.isAnnotationPresent(OtherKeys.class)) {
        if (others >= 0 || component.getType() != VariantDictionary.class || refuses) {
          throw new IllegalArgumentException(
              owner + ": one VariantDictionary can take all other keys, where none are refused");
        }
        others = components.size();
      }
      Key renamed = component.getAnnotation(Key.class);
      String key = renamed == null ? naming.key(component.getName()) : renamed.value();
      if (components.size() != others && !keys.add(key)) {
        throw new IllegalArgumentException(owner + ": there is another key " + key);
      }
      components.add(
          new RecordForm.Component(
              component.getName(), key, component(component, known.arguments, owner)));
    }
    form.components(components, others);
    if (instances instanceof GeneratedCodec<?> generated) {
      generated.describe(form.codecs());
    }
    return form;
  }

  private Kind component(
      RecordComponent component, Map<TypeVariable<?>, Bound> arguments, String owner) {
    AnnotatedType type = component.getAnnotatedType();
    Class<?> raw = component.getType();
    Kind kind;
    if (raw == Optional.class) {
      kind = new OptionalKind(raw, kind(argument(type, 0, owner), arguments, owner, 0));
    } else if (raw == OptionalInt.class) {
      kind = optional(raw, int.class, owner);
    } else if (raw == OptionalLong.class) {
      kind = optional(raw, long.class, owner);
    } else if (raw == OptionalDouble.class) {
      kind = optional(raw, double.class, owner);
    } else {
      kind = kind(type, arguments, owner, 0);
      if (isNullable(component) && !(kind instanceof NullableKind)) {
        kind = new NullableKind(kind);
      }
    }
    DefaultValue value = component.getAnnotation(DefaultValue.class);
    if (value == null) {
      return kind;
    }
    if (kind instanceof NullableKind || kind instanceof OptionalKind) {
      throw new IllegalArgumentException(owner + ": what has a default is never absent");
    }
    try {
      return new DefaultKind(kind, VariantText.GODOT_4.parse(value.value()));
    } catch (MalformedTextException e) {
      throw new IllegalArgumentException(
          owner
              + ": the default is not written as a value, such as 7, \"idle\" in quotes or"
              + " Vector3(0, 0, 0): "
              + e.getMessage(),
          e);
    } catch (VariantException e) {
      throw new IllegalArgumentException(owner + ": the default does not fit: " + e.problem(), e);
    }
  }

  private static Kind optional(Class<?> raw, Class<?> number, String owner) {
    return new OptionalKind(raw, Objects.requireNonNull(LeafKind.of(number, false, owner)));
  }

  private Kind kind(
      AnnotatedType type, Map<TypeVariable<?>, Bound> arguments, String owner, int nested) {
    if (nested > MOST_NESTED) {
      throw new IllegalArgumentException(owner + ": the type is nested too deep");
    }
    if (type.getType() instanceof TypeVariable<?> variable) {
      Bound bound = arguments.get(variable);
      if (bound == null) {
        throw new IllegalArgumentException(owner + ": nobody says what " + variable + " is");
      }
      Kind kind = kind(bound.type, bound.in, owner, nested + 1);
      return isNullable(type) && !(kind instanceof NullableKind) ? new NullableKind(kind) : kind;
    }
    Kind kind = present(type, raw(type.getType(), owner), arguments, owner, nested);
    return isNullable(type) ? new NullableKind(kind) : kind;
  }

  private Kind present(
      AnnotatedType type,
      Class<?> raw,
      Map<TypeVariable<?>, Bound> arguments,
      String owner,
      int nested) {
    boolean packed = isAs(type, Packed.class);
    boolean typed = isAs(type, Typed.class);
    if (raw == List.class || raw == Set.class || raw.isArray()) {
      AnnotatedType of =
          type instanceof AnnotatedArrayType array
              ? array.getAnnotatedGenericComponentType()
              : argument(type, 0, owner);
      if (packed || (raw.isArray() && raw.getComponentType().isPrimitive())) {
        Kind kind = PackedKind.of(raw, raw(of.getType(), owner), owner);
        if (kind == null) {
          throw new IllegalArgumentException(
              owner + ": there is no packed array of " + of.getType().getTypeName());
        }
        return kind;
      }
      return new ListKind(raw, kind(of, arguments, owner, nested + 1), typed);
    }
    if (raw == Map.class) {
      return new MapKind(
          kind(argument(type, 0, owner), arguments, owner, nested + 1),
          kind(argument(type, 1, owner), arguments, owner, nested + 1),
          typed);
    }
    boolean asName = type.isAnnotationPresent(AsStringName.class);
    Kind leaf = LeafKind.of(raw, asName, owner);
    if (leaf != null) {
      return leaf;
    }
    if (raw.isEnum()) {
      return ofEnum(raw, type.isAnnotationPresent(AsNumber.class), asName, owner);
    }
    if (raw.isAnnotationPresent(GodotRecord.class)) {
      return form(raw, arguments(type, raw, arguments));
    }
    if (raw.isRecord()) {
      return shape(raw, owner);
    }
    throw new IllegalArgumentException(
        owner + ": " + raw.getName() + " has no form in Godot; Variant takes every value");
  }

  /** Of an array, in front of it: {@code @Packed String[]}, which Java says of the elements. */
  private static boolean isAs(AnnotatedType type, Class<? extends Annotation> annotation) {
    return type.isAnnotationPresent(annotation)
        || (type instanceof AnnotatedArrayType array
            && array.getAnnotatedGenericComponentType().isAnnotationPresent(annotation));
  }

  private Kind shape(Class<?> raw, String owner) {
    List<String> names = new ArrayList<>();
    List<Class<?>> kinds = new ArrayList<>();
    for (RecordComponent component : raw.getRecordComponents()) {
      names.add(component.getName());
      kinds.add(component.getType());
    }
    boolean isReal = kinds.stream().allMatch(kind -> kind == double.class || kind == float.class);
    boolean isInt = kinds.stream().allMatch(kind -> kind == int.class);
    Optional<VariantType> type =
        isReal || isInt ? ShapeRecord.type(names, isReal) : Optional.empty();
    if (type.isEmpty()) {
      throw new IllegalArgumentException(
          owner
              + ": the record "
              + raw.getName()
              + " needs @GodotRecord, or the components of a vector, quaternion or color");
    }
    ShapeRecord<?> shape = new ShapeRecord<>(type.get(), access.apply(raw), names, kinds);
    return LeafKind.ofShape(type.get(), shape, owner);
  }

  private static Kind ofEnum(Class<?> raw, boolean asNumber, boolean asName, String owner) {
    Constants<?> constants = Constants.of(raw);
    if (new HashSet<>(constants.names()).size() < constants.size()) {
      throw new IllegalArgumentException(
          owner + ": two constants have one name: " + constants.names());
    }
    return asNumber
        ? LeafKind.ofNumbers(constants, owner)
        : LeafKind.ofEnum(constants, asName, owner);
  }

  private static Map<TypeVariable<?>, Bound> arguments(
      AnnotatedType type, Class<?> raw, Map<TypeVariable<?>, Bound> in) {
    Map<TypeVariable<?>, Bound> arguments = new HashMap<>();
    if (type instanceof AnnotatedParameterizedType parameterized) {
      AnnotatedType[] actual = parameterized.getAnnotatedActualTypeArguments();
      for (int i = 0; i < actual.length; i++) {
        arguments.put(raw.getTypeParameters()[i], new Bound(actual[i], in));
      }
    }
    return Map.copyOf(arguments);
  }

  private static AnnotatedType argument(AnnotatedType type, int index, String owner) {
    if (type instanceof AnnotatedParameterizedType parameterized) {
      return parameterized.getAnnotatedActualTypeArguments()[index];
    }
    throw new IllegalArgumentException(
        owner + ": " + type.getType().getTypeName() + " does not say what is in it");
  }

  private static Class<?> raw(Type type, String owner) {
    if (type instanceof Class<?> raw) {
      return raw;
    }
    if (type instanceof ParameterizedType parameterized) {
      return (Class<?>) parameterized.getRawType();
    }
    if (type instanceof GenericArrayType array
        && !(array.getGenericComponentType() instanceof TypeVariable)) {
      return raw(array.getGenericComponentType(), owner).arrayType();
    }
    throw new IllegalArgumentException(owner + ": " + type.getTypeName() + " is not one type");
  }

  /** By any annotation of that name that can be seen in a running program. */
  private static boolean isNullable(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .map(Annotation::annotationType)
        .anyMatch(annotation -> annotation.getSimpleName().equals("Nullable"));
  }
}

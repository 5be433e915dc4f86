package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.roundTrip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.records.ValueAdapterTest.Both;
import io.github.godotvariant.records.ValueAdapterTest.HexAdapter;
import io.github.godotvariant.records.ValueAdapterTest.LongAdapter;
import io.github.godotvariant.records.ValueAdapterTest.UuidAdapter;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Adapters of foreign types that are rejected. */
@NullMarked
class UnsuitableAdaptersTest {
  private static final UUID ID = new UUID(42, 7);

  static final class NoConstructorAdapter implements ValueAdapter<UUID, String> {
    NoConstructorAdapter(String unused) {
      assertThat(unused).isNotNull();
    }

    @Override
    public String toStored(UUID value) {
      return value.toString();
    }

    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  static final class GenericAdapter<T> extends LongAdapter<T> {
    @Override
    public Long toStored(T value) {
      return 1L;
    }

    @Override
    public T fromStored(Long stored) {
      throw new IllegalStateException();
    }
  }

  static final class ThreadAdapter implements ValueAdapter<UUID, Thread> {
    @Override
    public Thread toStored(UUID value) {
      return new Thread();
    }

    @Override
    public UUID fromStored(Thread stored) {
      return ID;
    }
  }

  static final class EndlessAdapter
      implements ValueAdapter<UUID, @AdaptedBy(EndlessAdapter.class) UUID> {
    @Override
    public UUID toStored(UUID value) {
      return value;
    }

    @Override
    public UUID fromStored(UUID stored) {
      return stored;
    }
  }

  @SuppressWarnings("NullAway") // the codec rejects the adapter too
  static final class NullableAdapter implements ValueAdapter<UUID, @Nullable String> {
    @Override
    public @Nullable String toStored(UUID value) {
      return null;
    }

    @Override
    public UUID fromStored(@Nullable String stored) {
      return ID;
    }
  }

  static final class OptionalStoringAdapter implements ValueAdapter<UUID, Optional<String>> {
    @Override
    public Optional<String> toStored(UUID value) {
      return Optional.empty();
    }

    @Override
    public UUID fromStored(Optional<String> stored) {
      return ID;
    }
  }

  static final class VariantAdapter implements ValueAdapter<UUID, Variant> {
    @Override
    public Variant toStored(UUID value) {
      return value.equals(ID) ? Variant.NIL : Variant.of(value.toString());
    }

    @Override
    public UUID fromStored(Variant stored) {
      return stored.isNil() ? ID : UUID.fromString(stored.asString());
    }
  }

  @GodotRecord
  record Nils(
      @AdaptedBy(VariantAdapter.class) UUID present,
      @AdaptedBy(VariantAdapter.class) @Nullable UUID nullable,
      List<Optional<@AdaptedBy(VariantAdapter.class) UUID>> optional,
      @DefaultValue(value = "\"0-0-0-0-1\"", alsoForNull = true) @AdaptedBy(VariantAdapter.class)
          UUID other) {
    Nils(UUID present, @Nullable UUID nullable, List<Optional<UUID>> optional) {
      this(present, nullable, optional, new UUID(1, 1));
    }
  }

  @Test
  void rejectsStoredNilThatIsReadAsNullOrEmpty() {
    UUID other = new UUID(1, 1);
    roundTrip(Nils.class, new Nils(ID, other, List.of(Optional.empty(), Optional.of(other))));
    roundTrip(Nils.class, new Nils(ID, null, List.of()));
    RecordCodec<Nils> codec = RecordCodec.of(Nils.class);
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec.encode(new Nils(ID, ID, List.of())))
        .withMessageStartingWith("the adapter returned nil, which means null,")
        .withMessageEndingWith("for Nils.nullable, $.nullable");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec.encode(new Nils(ID, null, List.of(Optional.of(ID)))))
        .withMessageEndingWith("for Nils.optional, $.optional[0]");
    assertThatExceptionOfType(VariantTypeException.class)
        .isThrownBy(() -> codec.encode(new Nils(ID, null, List.of(), ID)))
        .withMessageEndingWith("for Nils.other, $.other");
  }

  record WrongType(@AdaptedBy(UuidAdapter.class) Instant c) {}

  record WrongPrimitive(@AdaptedBy(UuidAdapter.class) long c) {}

  record NoConstructor(@AdaptedBy(NoConstructorAdapter.class) UUID c) {}

  static final class ThrowingAdapter implements ValueAdapter<UUID, String> {
    ThrowingAdapter() throws IOException {}

    @Override
    public String toStored(UUID value) {
      return value.toString();
    }

    @Override
    public UUID fromStored(String stored) {
      return UUID.fromString(stored);
    }
  }

  record Throwing(@AdaptedBy(ThrowingAdapter.class) UUID c) {}

  record WrongStored(@AdaptedBy(ThreadAdapter.class) UUID c) {}

  record Endless(@AdaptedBy(EndlessAdapter.class) UUID c) {}

  record NullStored(@AdaptedBy(NullableAdapter.class) UUID c) {}

  record OptionalStored(@AdaptedBy(OptionalStoringAdapter.class) UUID c) {}

  record WrongDefault(@DefaultValue("\"x\"") @AdaptedBy(UuidAdapter.class) UUID c) {}

  record PrimitiveElement(@AdaptedBy(HexAdapter.class) int[] c) {}

  record PackedElement(@Packed List<@AdaptedBy(HexAdapter.class) Integer> c) {}

  @Test
  void rejectsUnsuitableAdapters() {
    String own = UnsuitableAdaptersTest.class.getName() + "$";
    Map<Class<?>, String> messages =
        Map.of(
            WrongType.class,
                UuidAdapter.class.getName() + " adapts java.util.UUID, not java.time.Instant",
            WrongPrimitive.class,
                UuidAdapter.class.getName() + " adapts java.util.UUID, not java.lang.Long",
            NoConstructor.class,
                own + "NoConstructorAdapter needs an accessible constructor without parameters",
            NullStored.class, own + "NullableAdapter must not store a null or an optional value",
            OptionalStored.class,
                own + "OptionalStoringAdapter must not store a null or an optional value");
    messages.forEach(
        (type, message) ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordCodec.of(MethodHandles.lookup(), type))
                .withMessage(type.getSimpleName() + ".c: " + message));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(MethodHandles.lookup(), Throwing.class))
        .withMessage(
            "Throwing.c: the constructor of "
                + own
                + "ThrowingAdapter must not have a throws clause");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> RecordCodec.of(MethodHandles.lookup(), Both.class, new GenericAdapter<UUID>()))
        .withMessage(
            "adapters: " + own + "GenericAdapter must declare both type arguments of ValueAdapter");
    Map<Class<?>, String> others =
        Map.of(
            WrongStored.class,
                "java.lang.Thread has no type in Godot; use an interface such as List or Map, an adapter, or Variant",
            Endless.class, "the type is nested deeper than 32 levels",
            WrongDefault.class,
                "the default does not fit: WrongDefault.c rejects the value: Invalid UUID string: x",
            PrimitiveElement.class,
                "elements of packed arrays cannot have @AdaptedBy; to adapt the array, write int"
                    + " @AdaptedBy(...) []",
            PackedElement.class, "elements of packed arrays cannot have @AdaptedBy");
    others.forEach(
        (type, message) ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordCodec.of(MethodHandles.lookup(), type))
                .withMessage(type.getSimpleName() + ".c: " + message));
  }
}

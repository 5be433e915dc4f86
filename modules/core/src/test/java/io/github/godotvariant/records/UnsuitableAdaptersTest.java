package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.assertUnsupported;
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
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Adapters of foreign types that are rejected. */
@NullMarked
class UnsuitableAdaptersTest {
  private static final UUID ID = new UUID(42, 7);

  static final class NoConstructorAdapter extends UuidAdapter {
    NoConstructorAdapter(String unused) {
      assertThat(unused).isNotNull();
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

  static final class ThrowingAdapter extends UuidAdapter {
    ThrowingAdapter() throws IOException {}
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
    String uuid = UuidAdapter.class.getName() + " adapts java.util.UUID, not ";
    String optional = " must not store a null or an optional value";
    assertUnsupported(WrongType.class, "WrongType.c: " + uuid + "java.time.Instant");
    assertUnsupported(WrongPrimitive.class, "WrongPrimitive.c: " + uuid + "java.lang.Long");
    assertUnsupported(
        NoConstructor.class,
        "NoConstructor.c: "
            + own
            + "NoConstructorAdapter needs an accessible constructor without parameters");
    assertUnsupported(NullStored.class, "NullStored.c: " + own + "NullableAdapter" + optional);
    assertUnsupported(
        OptionalStored.class, "OptionalStored.c: " + own + "OptionalStoringAdapter" + optional);
    assertUnsupported(
        Throwing.class,
        "Throwing.c: the constructor of " + own + "ThrowingAdapter must not have a throws clause");
    assertUnsupported(
        WrongStored.class,
        "WrongStored.c: java.lang.Thread has no type in Godot; use an interface such as List or"
            + " Map, an adapter, or Variant");
    assertUnsupported(Endless.class, "Endless.c: the type is nested deeper than 32 levels");
    assertUnsupported(
        WrongDefault.class,
        "WrongDefault.c: the default does not fit: WrongDefault.c rejects the value: Invalid UUID"
            + " string: x");
    assertUnsupported(
        PrimitiveElement.class,
        "PrimitiveElement.c: elements of packed arrays cannot have @AdaptedBy; to adapt the array,"
            + " write int @AdaptedBy(...) []");
    assertUnsupported(
        PackedElement.class, "PackedElement.c: elements of packed arrays cannot have @AdaptedBy");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> RecordCodec.of(MethodHandles.lookup(), Both.class, new GenericAdapter<UUID>()))
        .withMessage(
            "adapters: " + own + "GenericAdapter must declare both type arguments of ValueAdapter");
  }
}

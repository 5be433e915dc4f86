package law;

import io.github.godotvariant.records.AdaptedBy;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.Typed;
import io.github.godotvariant.records.ValueAdapter;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Types with adapters, and collections other than List, Set and Map. */
@GodotRecord
public record Foreign(
    @AdaptedBy(Foreign.UuidAdapter.class) UUID id,
    @AdaptedBy(Foreign.InstantAdapter.class) Instant time,
    @AdaptedBy(Foreign.SpanAdapter.class) Span span,
    @AdaptedBy(Foreign.HexAdapter.class) int color,
    @AdaptedBy(Foreign.BitSetAdapter.class) BitSet bits,
    Optional<@AdaptedBy(Foreign.UuidAdapter.class) UUID> parent,
    @AdaptedBy(Foreign.UuidAdapter.class) @Nullable UUID other,
    @DefaultValue("7") @AdaptedBy(Foreign.InstantAdapter.class) Instant since,
    List<@AdaptedBy(Foreign.UuidAdapter.class) UUID> members,
    Map<
            @AdaptedBy(Foreign.UuidAdapter.class) UUID,
            @AdaptedBy(Foreign.InstantAdapter.class) Instant>
        seen,
    Set<@AdaptedBy(Foreign.SpanAdapter.class) Span> spans,
    @AdaptedBy(Foreign.UuidAdapter.class) UUID[] array,
    @Typed List<@AdaptedBy(Foreign.InstantAdapter.class) Instant> times,
    Holder<@AdaptedBy(Foreign.UuidAdapter.class) UUID> holder,
    Holder<Optional<String>> maybe,
    Holder<@Nullable String> unknown,
    NullableHolder<@Nullable String> absent,
    Collection<Long> collection,
    Deque<String> deque,
    SortedSet<String> sorted,
    SortedMap<@AdaptedBy(Foreign.UuidAdapter.class) UUID, Long> byId,
    @Packed SortedSet<String> packed,
    @Packed Deque<Double> packedDeque,
    List<Optional<String>> holes,
    Map<String, OptionalInt> numbers) {

  /** With an argument. */
  @GodotRecord
  public record Holder<T>(T value, List<T> more) {}

  /** With an argument that can be null. */
  @GodotRecord
  public record NullableHolder<T>(@Nullable T value) {}

  /** A class with a stored record. */
  public record Span(Instant start, Instant end) {}

  /** Rejects some texts. */
  public static final class UuidAdapter implements ValueAdapter<UUID, @AsStringName String> {
    /** Creates an adapter. */
    public UuidAdapter() {}

    @Override
    public String toStored(UUID value) {
      return value.toString();
    }

    @Override
    public UUID fromStored(String stored) {
      return stored.equals("null") ? null : UUID.fromString(stored);
    }
  }

  /** Stores milliseconds. */
  public static final class InstantAdapter extends LongAdapter<Instant> {
    /** Creates an adapter. */
    public InstantAdapter() {}

    @Override
    public Long toStored(Instant value) {
      return value.toEpochMilli();
    }

    @Override
    public Instant fromStored(Long stored) {
      return Instant.ofEpochMilli(stored);
    }
  }

  /** Declares one of the types. */
  public abstract static class LongAdapter<T> implements ValueAdapter<T, Long> {
    /** Creates an adapter. */
    public LongAdapter() {}
  }

  /** The stored form of a span. */
  @GodotRecord
  public record StoredSpan(long start, @AdaptedBy(InstantAdapter.class) Instant end) {}

  static final class SpanAdapter implements ValueAdapter<Span, StoredSpan> {
    @Override
    public StoredSpan toStored(Span value) {
      return new StoredSpan(value.start.toEpochMilli(), value.end);
    }

    @Override
    public Span fromStored(StoredSpan stored) {
      if (stored.end.toEpochMilli() < stored.start) {
        throw new IllegalStateException();
      }
      return new Span(Instant.ofEpochMilli(stored.start), stored.end);
    }
  }

  static final class HexAdapter implements ValueAdapter<Integer, String> {
    @Override
    public String toStored(Integer value) {
      return Integer.toHexString(value);
    }

    @Override
    public Integer fromStored(String stored) {
      return Integer.parseUnsignedInt(stored, 16);
    }
  }

  static final class BitSetAdapter implements ValueAdapter<BitSet, @Packed List<Long>> {
    @Override
    public List<Long> toStored(BitSet value) {
      return java.util.Arrays.stream(value.toLongArray()).boxed().toList();
    }

    @Override
    public BitSet fromStored(List<Long> stored) {
      return BitSet.valueOf(stored.stream().mapToLong(each -> each).toArray());
    }
  }
}

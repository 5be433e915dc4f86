package io.github.godotvariant.records;

import static io.github.godotvariant.records.TestRecords.rejection;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Keys and elements whose methods throw exceptions. */
@NullMarked
class RecordKeyMethodsTest {
  /** Cannot be compared with a version that has no text. */
  @GodotRecord
  record Version(int major, @Nullable String text) implements Comparable<Version> {
    @Override
    @SuppressWarnings("NullAway")
    public int compareTo(Version other) {
      return text.compareTo(other.text);
    }

    @Override
    public int hashCode() {
      return 60 / major;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (text == null) {
        throw new ClassCastException("no text");
      }
      return other instanceof Version version && text.equals(version.text);
    }
  }

  @GodotRecord
  record Sorted(SortedSet<Version> all, SortedMap<Version, Integer> map) {}

  @GodotRecord
  record Hashed(Set<Version> all, Map<Version, Integer> map) {}

  private static final VariantDictionary GOOD = VariantDictionary.of("major", 2, "text", "a");
  private static final VariantDictionary NO_TEXT = VariantDictionary.of("major", 2);
  private static final VariantDictionary ZERO = VariantDictionary.of("major", 0, "text", "a");

  @Test
  void reportsExceptionsOfCompareToWithPath() {
    assertThat(rejection(Sorted.class, all(GOOD, NO_TEXT, GOOD)))
        .hasMessageStartingWith("Version rejects the value: ")
        .hasCauseInstanceOf(NullPointerException.class)
        .satisfies(e -> assertThat(e.path()).isEqualTo("$.all[1]"));
    assertThat(rejection(Sorted.class, map(GOOD, NO_TEXT)))
        .hasMessageStartingWith("Version rejects the value: ")
        .hasCauseInstanceOf(NullPointerException.class)
        .satisfies(e -> assertThat(e.path()).startsWith("$.map"));
  }

  @Test
  void reportsExceptionsOfHashCodeWithPath() {
    assertThat(rejection(Hashed.class, all(GOOD, ZERO)))
        .hasMessageStartingWith("Version rejects the value: / by zero")
        .hasCauseInstanceOf(ArithmeticException.class)
        .satisfies(e -> assertThat(e.path()).isEqualTo("$.all[1]"));
    assertThat(rejection(Hashed.class, map(GOOD, ZERO)))
        .hasMessageStartingWith("Version rejects the value: / by zero")
        .hasCauseInstanceOf(ArithmeticException.class);
  }

  @Test
  void reportsExceptionsOfEqualsWithPath() {
    assertThat(rejection(Hashed.class, all(GOOD, NO_TEXT)))
        .hasMessageStartingWith("Version rejects the value: no text")
        .hasCauseInstanceOf(ClassCastException.class)
        .satisfies(e -> assertThat(e.path()).isEqualTo("$.all[1]"));
    assertThat(rejection(Hashed.class, map(GOOD, NO_TEXT)))
        .hasMessageStartingWith("Version rejects the value: no text")
        .hasCauseInstanceOf(ClassCastException.class);
  }

  private static VariantDictionary all(Object... elements) {
    return VariantDictionary.of("all", VariantArray.of(elements), "map", VariantDictionary.EMPTY);
  }

  private static VariantDictionary map(Object first, Object second) {
    return VariantDictionary.of(
        "all", VariantArray.EMPTY, "map", VariantDictionary.of(first, 1, second, 2));
  }
}

package io.github.godotvariant.internal.values;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantLimitException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ReadBudgetTest {
  private static ReadBudget of(ReadLimits limits) {
    return new ReadBudget(limits, "text", message -> new VariantLimitException(message, 3, "$"));
  }

  private static void assertRejected(ThrowingCallable action, String message) {
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(action)
        .withMessage(message + ", at byte 3, $");
  }

  @Test
  void rejectsChargeBeyondLimits() {
    ReadBudget elements = of(ReadLimits.DEFAULT.withElements(2));
    elements.charge(2, 0);
    assertRejected(() -> elements.charge(1, 0), "more elements than the limit of 2");
    ReadBudget heap = of(ReadLimits.DEFAULT.withHeapBytes(10));
    heap.charge(0, 10);
    assertRejected(() -> heap.charge(0, 1), "more memory than the limit of 10 bytes");
  }

  @Test
  void rejectsTooManyLevels() {
    ReadBudget budget = of(ReadLimits.DEFAULT.withDepth(3));
    budget.checkDepth(3);
    assertRejected(() -> budget.checkDepth(4), "nested deeper than the limit of 3 levels");
  }

  /** An umlaut has two bytes, a surrogate pair four. */
  @Test
  void countsTextInUtf8() {
    ReadBudget budget = of(ReadLimits.DEFAULT.withStringBytes(6));
    budget.chargeText("ä\uD83D\uDE00", 1);
    assertRejected(
        () -> budget.chargeText("aä\uD83D\uDE00", 1), "text longer than the limit of 6 bytes");
    budget.checkGrowing(6);
    assertRejected(() -> budget.checkGrowing(7), "text longer than the limit of 6 bytes");
  }

  @Test
  void rejectsIncompleteTextBeyondMemory() {
    ReadBudget budget = of(ReadLimits.DEFAULT.withHeapBytes(100));
    budget.checkGrowing(100);
    assertRejected(() -> budget.checkGrowing(101), "more memory than the limit of 100 bytes");
  }
}

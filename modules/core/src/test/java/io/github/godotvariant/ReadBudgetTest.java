package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ReadBudgetTest {
  private static ReadBudget of(ReadLimits limits) {
    return new ReadBudget(limits, "text", problem -> new VariantLimitException(problem, 3, "$"));
  }

  private static void refused(ThrowingCallable action, String problem) {
    assertThatExceptionOfType(VariantLimitException.class)
        .isThrownBy(action)
        .withMessage(problem + ", at byte 3, $");
  }

  @Test
  void isUsedUp() {
    ReadBudget elements = of(ReadLimits.DEFAULT.withElements(2));
    elements.charge(2, 0);
    refused(() -> elements.charge(1, 0), "more elements than the limit of 2");
    ReadBudget heap = of(ReadLimits.DEFAULT.withHeapBytes(10));
    heap.charge(0, 10);
    refused(() -> heap.charge(0, 1), "more memory than the limit of 10 bytes");
  }

  @Test
  void depth() {
    ReadBudget budget = of(ReadLimits.DEFAULT.withDepth(3));
    budget.checkDepth(3);
    refused(() -> budget.checkDepth(4), "nested deeper than the limit of 3 levels");
  }

  /** Two bytes for an umlaut, four for a pair of surrogates. */
  @Test
  void textsAreCountedInUtf8() {
    ReadBudget budget = of(ReadLimits.DEFAULT.withStringBytes(6));
    budget.chargeText("ä\uD83D\uDE00", 1);
    refused(() -> budget.chargeText("aä\uD83D\uDE00", 1), "text longer than the limit of 6 bytes");
    budget.checkGrowing(6);
    refused(() -> budget.checkGrowing(7), "text longer than the limit of 6 bytes");
  }

  @Test
  void aGrowingTextIsRefusedBeforeItIsWhole() {
    ReadBudget budget = of(ReadLimits.DEFAULT.withHeapBytes(100));
    budget.checkGrowing(100);
    refused(() -> budget.checkGrowing(101), "more memory than the limit of 100 bytes");
  }
}

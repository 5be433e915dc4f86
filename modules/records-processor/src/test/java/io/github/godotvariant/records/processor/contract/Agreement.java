package io.github.godotvariant.records.processor.contract;

import static io.github.godotvariant.records.processor.contract.Aspect.CONTENTS;
import static io.github.godotvariant.records.processor.contract.Aspect.DETAIL;
import static io.github.godotvariant.records.processor.contract.Aspect.ELEMENTS;
import static io.github.godotvariant.records.processor.contract.Aspect.ELEMENTS_ERROR;
import static io.github.godotvariant.records.processor.contract.Aspect.END;
import static io.github.godotvariant.records.processor.contract.Aspect.ERROR;
import static io.github.godotvariant.records.processor.contract.Aspect.HEAP;
import static io.github.godotvariant.records.processor.contract.Aspect.HEAP_ERROR;
import static io.github.godotvariant.records.processor.contract.Aspect.OFFSET;
import static io.github.godotvariant.records.processor.contract.Aspect.PATH;
import static io.github.godotvariant.records.processor.contract.Aspect.VALUE;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The aspects in which a way of reading must agree with the tree. Reflective records must agree
 * with generated code instead.
 *
 * @param way the way of reading
 * @param ignored the errors of the reference that the way may ignore, as a regular expression
 * @param mayReject whether the way may report a type error if its reference accepts the input or
 *     reports another error
 * @param accepted the aspects that must be equal if both accept an input
 * @param malformed the aspects that must be equal if both reject an input, but not for a limit
 * @param limited the aspects that must be equal if both reject an input for a limit
 */
record Agreement(
    ReadingWay way,
    String ignored,
    boolean mayReject,
    Set<Aspect> accepted,
    Set<Aspect> malformed,
    Set<Aspect> limited) {

  private static final Set<Aspect> CHARGE = EnumSet.of(HEAP, ELEMENTS);
  private static final Set<Aspect> FAILURE = EnumSet.of(ERROR, OFFSET, PATH);
  private static final Set<Aspect> LIMIT_ERRORS = EnumSet.of(HEAP_ERROR, ELEMENTS_ERROR);

  private static final Set<Aspect> NOTHING = EnumSet.noneOf(Aspect.class);
  private static final Set<Aspect> PROBLEM = EnumSet.of(ERROR);
  private static final Set<Aspect> PLACE = EnumSet.of(ERROR, OFFSET);

  private static final String NO_ERROR = "";
  private static final String TEXT_ERROR = ".* is not valid UTF-8.*|.* component .*";
  private static final String TRAILING_BYTES = ".* bytes? follows? the value";

  private static final List<Agreement> ALL =
      List.of(
          new Agreement(
              ReadingWay.READER, NO_ERROR, false, with(CHARGE, VALUE, END), FAILURE, PROBLEM),
          // Skips texts and numbers without decoding them, and reports the path of the skipped
          // value.
          new Agreement(ReadingWay.SKIP, TEXT_ERROR, false, with(CHARGE, END), PLACE, PROBLEM),
          new Agreement(
              ReadingWay.SEEK_ABSENT, TEXT_ERROR, false, with(CHARGE, END), PLACE, PROBLEM),
          // Does not read the values after the found value.
          new Agreement(ReadingWay.SEEK, ".*", false, NOTHING, PLACE, PROBLEM),
          // Accepts bytes after the value.
          new Agreement(
              ReadingWay.INSPECT,
              TRAILING_BYTES,
              false,
              with(CHARGE, CONTENTS, END),
              FAILURE,
              PROBLEM),
          // Rejects keys that are not strings, and accepts bytes after the value.
          new Agreement(
              ReadingWay.JACKSON,
              TRAILING_BYTES + "|.* header .* input ends",
              true,
              with(CHARGE, CONTENTS, END),
              FAILURE,
              PROBLEM),
          // Rejects values of other types than the record.
          new Agreement(ReadingWay.GENERATED, NO_ERROR, true, NOTHING, FAILURE, PROBLEM),
          new Agreement(
              ReadingWay.REFLECTIVE,
              NO_ERROR,
              false,
              with(with(CHARGE, DETAIL), LIMIT_ERRORS),
              FAILURE,
              FAILURE));

  private ReadingWay reference() {
    return way == ReadingWay.REFLECTIVE ? ReadingWay.GENERATED : ReadingWay.TREE;
  }

  private static Set<Aspect> with(Set<Aspect> aspects, Aspect... more) {
    return with(aspects, Set.of(more));
  }

  private static Set<Aspect> with(Set<Aspect> aspects, Set<Aspect> more) {
    Set<Aspect> all = EnumSet.copyOf(aspects);
    all.addAll(more);
    return all;
  }

  /** Returns the disagreements about an input, each as an aspect (or a verdict) and a way. */
  static List<String> violations(Map<ReadingWay, Outcome> outcomes) {
    List<String> violations = new ArrayList<>();
    for (Agreement agreement : ALL) {
      if (outcomes.containsKey(agreement.way)) {
        agreement.addViolations(
            outcomes.get(agreement.way), outcomes.get(agreement.reference()), violations);
      }
    }
    return violations;
  }

  private void addViolations(Outcome outcome, Outcome base, List<String> violations) {
    boolean isTypeError = outcome.aspects().getOrDefault(ERROR, "").startsWith("Type: ");
    if (mayReject && isTypeError) {
      return;
    }
    if (outcome.isAccepted() != base.isAccepted()) {
      if (base.isAccepted() || !base.aspects().get(ERROR).matches(ignored)) {
        violations.add(way + " " + (outcome.isAccepted() ? "accepts" : "rejects"));
      }
      return;
    }
    if (way == ReadingWay.SEEK
        && base.isAccepted()
        && !outcome.aspects().get(DETAIL).startsWith("same")) {
      violations.add(way + " " + DETAIL);
    }
    boolean isLimit = base.aspects().getOrDefault(ERROR, "").startsWith("Limit: ");
    for (Aspect aspect : base.isAccepted() ? accepted : isLimit ? limited : malformed) {
      if (!outcome.agrees(base, aspect)) {
        violations.add(way + " " + aspect);
      }
    }
  }
}

package io.github.godotvariant.records.processor.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Reads the same bytes in all ways of the public API and compares the values, exceptions and
 * charges with recorded ones.
 *
 * <p>{@code baseline.tsv} has the results of the commit from which the rewrite of the core started.
 * {@code differences.tsv} has the results that are different today, each with a reason. {@code
 * exceptions.tsv} has the disagreements between ways that {@link Agreement} does not allow, each
 * with a reason. {@code mvn test -Dtest=ReadingContractTest -Dcontract.write=true} writes the last
 * two files again and keeps the reasons; add those that are missing. {@code
 * -Dcontract.write=baseline} writes the first file; run it at that commit, with the present
 * testkit.
 */
class ReadingContractTest {
  private static final Path FOLDER = Path.of("src/test/resources/contract");
  private static final Path BASELINE = FOLDER.resolve("baseline.tsv");
  private static final Path DIFFERENCES = FOLDER.resolve("differences.tsv");
  private static final Path EXCEPTIONS = FOLDER.resolve("exceptions.tsv");
  private static final String WRITE = System.getProperty("contract.write", "false");

  /** The walks recurse once for each of 1,024 levels. */
  private static final long STACK_BYTES = 64 << 20;

  private static final int MAX_PRINTED = 50;

  private static final Map<String, List<String>> RESULTS = new LinkedHashMap<>();

  /** The ways and aspects that disagree, by input. */
  private static final Map<String, List<String>> VIOLATIONS = new LinkedHashMap<>();

  @BeforeAll
  static void readAllInputs() throws Exception {
    FutureTask<Void> reading =
        new FutureTask<>(() -> ContractInputs.all().forEach(ReadingContractTest::read), null);
    new Thread(null, reading, "reading contract", STACK_BYTES).start();
    reading.get();
    if (WRITE.equals("baseline")) {
      RecordedResults.load(BASELINE).write("Results of the baseline.", false, RESULTS);
    } else if (WRITE.equals("true")) {
      RecordedResults baseline = RecordedResults.load(BASELINE);
      Map<String, List<String>> different = new LinkedHashMap<>(RESULTS);
      different.entrySet().removeIf(each -> each.getValue().equals(baseline.of(each.getKey())));
      RecordedResults.load(DIFFERENCES).write("Results that differ.", true, different);
      writeExceptions();
    }
  }

  @AfterAll
  static void deleteRecords() throws IOException {
    RecordReading.close();
  }

  private static void read(ContractInput input) {
    Map<ReadingWay, Outcome> outcomes = new EnumMap<>(ReadingWay.class);
    for (ReadingWay way : ReadingWay.values()) {
      if (way.reads(input)) {
        Outcome guess = outcomes.getOrDefault(way.base(), new Outcome(Map.of()));
        outcomes.put(way, Outcome.of(way, input, guess));
      }
    }
    RESULTS.put(input.id(), RecordedResults.lines(input, outcomes));
    List<String> violations = Agreement.violations(outcomes);
    if (!violations.isEmpty()) {
      VIOLATIONS.put(input.id(), violations);
    }
  }

  @Test
  void returnsRecordedResults() throws IOException {
    RecordedResults baseline = RecordedResults.load(BASELINE);
    RecordedResults differences = RecordedResults.load(DIFFERENCES);
    List<String> failures = new ArrayList<>();
    Set<String> ids = new LinkedHashSet<>(RESULTS.keySet());
    ids.addAll(baseline.all().keySet());
    ids.addAll(differences.all().keySet());
    for (String id : ids) {
      boolean isDifferent = !differences.of(id).isEmpty();
      List<String> expected = isDifferent ? differences.of(id) : baseline.of(id);
      List<String> actual = RESULTS.getOrDefault(id, List.of());
      if (!actual.equals(expected)) {
        failures.add(comparison(id, expected, actual));
      } else if (isDifferent && differences.reason(id).equals(RecordedResults.NO_REASON)) {
        failures.add(id + ": write the reason into " + DIFFERENCES);
      }
    }
    assertThat(shortened(failures))
        .as(
            "%d of %d results. If a change is intended, run with -Dcontract.write=true and write"
                + " the reasons into %s. If the checksum differs, the input has changed: run the"
                + " baseline again with -Dcontract.write=baseline",
            failures.size(), ids.size(), DIFFERENCES)
        .isEmpty();
  }

  @Test
  void agreesWithTree() throws IOException {
    Map<String, String> exceptions = exceptions();
    Map<String, String> actual = new TreeMap<>();
    VIOLATIONS.forEach(
        (id, violations) ->
            violations.forEach(
                violation -> {
                  String key = violation + "\t" + id;
                  actual.put(key, exceptions.getOrDefault(key, RecordedResults.NO_REASON));
                }));
    Set<String> keys = new TreeSet<>(exceptions.keySet());
    keys.addAll(actual.keySet());
    List<String> failures = new ArrayList<>();
    for (String key : keys) {
      if (!actual.containsKey(key)) {
        failures.add(key + ": agrees again; remove the exception");
      } else if (actual.get(key).equals(RecordedResults.NO_REASON)) {
        failures.add(key + ": does not agree with the tree");
      }
    }
    assertThat(shortened(failures))
        .as("if the disagreements are intended, write their reasons into %s", EXCEPTIONS)
        .isEmpty();
  }

  private static List<String> shortened(List<String> failures) {
    return failures.subList(0, Math.min(failures.size(), MAX_PRINTED));
  }

  /** Returns one line for each way whose result is another one. */
  private static String comparison(String id, List<String> expected, List<String> actual) {
    StringBuilder text = new StringBuilder(id);
    Map<String, String> expectedByWay = byWay(expected);
    Map<String, String> actualByWay = byWay(actual);
    Set<String> ways = new LinkedHashSet<>(expectedByWay.keySet());
    ways.addAll(actualByWay.keySet());
    for (String way : ways) {
      String wanted = expectedByWay.getOrDefault(way, "like its base");
      String found = actualByWay.getOrDefault(way, "like its base");
      if (!wanted.equals(found)) {
        text.append("\n  ").append(way);
        text.append("\n    expected ").append(wanted).append("\n    actual   ").append(found);
      }
    }
    return text.toString();
  }

  private static Map<String, String> byWay(List<String> lines) {
    Map<String, String> byWay = new LinkedHashMap<>();
    for (String line : lines) {
      String[] parts = line.split("\t", 3);
      byWay.put(parts[0].isEmpty() ? parts[1] : "TREE", parts[0].isEmpty() ? parts[2] : line);
    }
    return byWay;
  }

  /** Returns the reasons by way, aspect and input. */
  private static Map<String, String> exceptions() throws IOException {
    Map<String, String> exceptions = new TreeMap<>();
    if (Files.exists(EXCEPTIONS)) {
      for (String line : Files.readAllLines(EXCEPTIONS)) {
        int end = line.lastIndexOf('\t');
        exceptions.put(line.substring(0, end), line.substring(end + 1));
      }
    }
    return exceptions;
  }

  private static void writeExceptions() throws IOException {
    Map<String, String> reasons = exceptions();
    List<String> lines = new ArrayList<>();
    VIOLATIONS.forEach(
        (id, violations) ->
            violations.forEach(
                violation -> {
                  String key = violation + "\t" + id;
                  lines.add(key + "\t" + reasons.getOrDefault(key, RecordedResults.NO_REASON));
                }));
    lines.sort(null);
    Files.write(EXCEPTIONS, lines);
  }
}

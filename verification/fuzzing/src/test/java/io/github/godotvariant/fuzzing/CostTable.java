package io.github.godotvariant.fuzzing;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures every entry point with every hostile family and prints a table in Markdown. */
final class CostTable {
  /** How often and how long one input is repeated at one entry point; the fastest run counts. */
  private static final int MIN_RUNS = 20;

  private static final long MIN_NANOS = 100_000_000;

  private final Map<String, Map<HostileFamily, Cell>> rows = new LinkedHashMap<>();
  private final Map<String, Cell> ordinary = new LinkedHashMap<>();

  private CostTable() {}

  /** What an entry point costs for each byte. */
  private record Cell(double steps, double nanos, double bytes) {
    static Cell measure(EntryPoint entry, byte[] input) {
      double length = input.length + Cost.FIXED_BYTES;
      long steps = StepCounter.count(entry, input, Long.MAX_VALUE);
      long fastest = Long.MAX_VALUE;
      long start = System.nanoTime();
      long now = start;
      for (int run = 0; run < MIN_RUNS || now - start < MIN_NANOS; run++) {
        entry.accept(input, EntryPoint.UNLIMITED_HEAP);
        long end = System.nanoTime();
        fastest = Math.min(fastest, end - now);
        now = end;
      }
      long bytes = Cost.allocated(entry, input, EntryPoint.UNLIMITED_HEAP);
      return new Cell(steps / length, fastest / length, bytes / length);
    }

    Cell highest(Cell other) {
      return new Cell(
          Math.max(steps, other.steps), Math.max(nanos, other.nanos), Math.max(bytes, other.bytes));
    }

    @Override
    public String toString() {
      return Stream.of(steps, nanos, bytes)
          .map(number -> String.format(Locale.ROOT, number < 9.95 ? "%.1f" : "%.0f", number))
          .collect(Collectors.joining(" / "));
    }
  }

  /** The table and its legend. */
  static String print() {
    CostTable table = new CostTable();
    for (EntryPoint entry : EntryPoint.values()) {
      Cell cell = Cell.measure(entry, Cost.ordinaryInput(entry));
      table.ordinary.merge(entry.title, cell, Cell::highest);
    }
    for (HostileInput input : HostileInput.values()) {
      Map<InputFormat, byte[]> inputs = input.make(CostTest.MANY);
      for (EntryPoint entry : EntryPoint.values()) {
        byte[] bytes = inputs.get(entry.format);
        if (bytes != null) {
          table
              .rows
              .computeIfAbsent(entry.title, title -> new EnumMap<>(HostileFamily.class))
              .merge(input.family, Cell.measure(entry, bytes), Cell::highest);
        }
      }
    }
    return table.markdown();
  }

  private String markdown() {
    StringJoiner lines = new StringJoiner("\n", "", "\n");
    StringJoiner titles = row().add("entry point").add("ordinary save");
    StringJoiner rule = row().add("---").add("---");
    for (HostileFamily family : HostileFamily.values()) {
      titles.add(family.title);
      rule.add("---");
    }
    lines.add(titles.toString()).add(rule.toString());
    rows.forEach(
        (title, cells) -> {
          StringJoiner row = row().add(title).add(String.valueOf(ordinary.get(title)));
          for (HostileFamily family : HostileFamily.values()) {
            row.add(cells.containsKey(family) ? String.valueOf(cells.get(family)) : "-");
          }
          lines.add(row.toString());
        });
    return """
        %s
        Steps / nanoseconds / allocated bytes for each byte of input: the highest of each that any
        input of the family reaches, with default limits. Steps are method calls and loop
        iterations. 2,048 bytes are added to each length for the fixed cost of a call. "-" means
        that the format has no such input. Several entry points of one class share a row. Time is
        from %d processors and Java %d.
        """
        .formatted(lines, Runtime.getRuntime().availableProcessors(), Runtime.version().feature());
  }

  private static StringJoiner row() {
    return new StringJoiner(" | ", "| ", " |");
  }
}

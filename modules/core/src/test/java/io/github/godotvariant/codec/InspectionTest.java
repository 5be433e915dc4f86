package io.github.godotvariant.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.internal.Counts;
import io.github.godotvariant.testsupport.Hex;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The nodes and fields of inspections, for each layout and for truncated values. */
class InspectionTest {
  record Case(String dialect, String hex, String drawing) {
    /** Parses a section: a line with dialect and bytes, then the expected drawing. */
    static Case of(String section) {
      String[] parts = section.split("\n", 2);
      String[] cells = parts[0].split(" \\| ", -1);
      return new Case(cells[0], cells[1], parts[1].strip());
    }

    @Override
    public String toString() {
      return dialect + " " + hex;
    }
  }

  static List<Case> cases() throws IOException {
    try (InputStream text =
        Objects.requireNonNull(InspectionTest.class.getResourceAsStream("inspections.txt"))) {
      String all = new String(text.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(all.split("(?m)^## ")).skip(1).map(Case::of).toList();
    }
  }

  private static void appendDrawing(WireNode node, String indent, StringBuilder out) {
    out.append(indent).append(node.role()).append(' ').append(node).append(", ");
    out.append(node.type()).append(node.isComplete() ? "" : ", incomplete");
    node.value().ifPresent(value -> out.append(", ").append(value.toString().strip()));
    out.append('\n');
    for (WireField field : node.fields()) {
      out.append(indent).append("| ").append(field.offset()).append(" +").append(field.length());
      out.append(' ').append(field.name()).append(field.meaning().isEmpty() ? "" : ": ");
      out.append(field.meaning()).append('\n');
    }
    assertThat(node)
        .hasToString(
            node.description() + " at " + node.offset() + ", " + Counts.bytes(node.length()));
    node.children().forEach(child -> appendDrawing(child, indent + "  ", out));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void describesEveryByte(Case example) {
    boolean objects = example.dialect().endsWith("+objects");
    Dialect dialect = Dialect.named(example.dialect().replace("+objects", "")).orElseThrow();
    VariantCodec codec =
        VariantCodec.of(dialect).withObjects(objects ? ObjectMode.FULL : ObjectMode.IDS);
    Inspection inspection = codec.inspect(Hex.bytes(example.hex()));
    StringBuilder drawing = new StringBuilder();
    inspection.root().ifPresent(root -> appendDrawing(root, "", drawing));
    inspection.failure().ifPresent(failure -> drawing.append(failure.getMessage()));
    assertThat(drawing.toString().strip()).isEqualTo(example.drawing());
    if (inspection.failure().isEmpty()) {
      try (VariantReader reader = codec.reader(Hex.bytes(example.hex()))) {
        reader.skipValue();
        assertThat(reader.byteOffset()).isEqualTo(inspection.length());
      }
    }
  }
}

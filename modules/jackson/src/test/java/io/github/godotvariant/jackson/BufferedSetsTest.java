package io.github.godotvariant.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.codec.VariantCodec;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Sets that Jackson reads from buffered tokens, because the type key comes after them. */
class BufferedSetsTest {
  record Cell(int x, int y) {}

  /** A set with a deserializer of the program. */
  @SuppressWarnings("serial") // never serialized by Java
  static final class Cells extends HashSet<Set<Cell>> {}

  @SuppressWarnings("serial") // never serialized by Java
  private static final class CellsDeserializer extends StdDeserializer<Cells> {
    CellsDeserializer() {
      super(Cells.class);
    }

    @Override
    public Cells deserialize(JsonParser in, DeserializationContext context) {
      Cells cells = new Cells();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        cells.add(
            context.readValue(
                in, context.getTypeFactory().constructCollectionType(HashSet.class, Cell.class)));
      }
      return cells;
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Level.class, name = "level"),
    @JsonSubTypes.Type(value = Row.class, name = "row")
  })
  interface Part {}

  record Level(Cells cells) implements Part {}

  record Row(Set<Cell> cells) implements Part {}

  private static VariantArray cells(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> VariantDictionary.of("x", i, "y", 31 * i))
        .collect(VariantArray.toVariantArray());
  }

  private static byte[] typeFirst(String type, Variant cells) {
    return VariantCodec.GODOT_4.encode(VariantDictionary.of("type", type, "cells", cells));
  }

  private static byte[] typeLast(String type, Variant cells) {
    return VariantCodec.GODOT_4.encode(VariantDictionary.of("cells", cells, "type", type));
  }

  @Test
  void readsSetsWithDeserializerOfProgram() {
    GodotMapper mapper =
        GodotMapper.builder()
            .addModule(new SimpleModule().addDeserializer(Cells.class, new CellsDeserializer()))
            .build();
    VariantArray cells = VariantArray.of(cells(2));
    Level level = (Level) mapper.readValue(typeLast("level", cells), Part.class);
    assertThat(level.cells()).containsExactly(Set.of(new Cell(0, 0), new Cell(1, 31)));
    assertThat(mapper.readValue(typeFirst("level", cells), Part.class)).isEqualTo(level);
  }

  @Test
  void chargesBufferedSets() {
    VariantArray cells = cells(1000);
    long first = smallestLimit(typeFirst("row", cells));
    assertThat(smallestLimit(typeLast("row", cells))).isGreaterThanOrEqualTo(first);
  }

  private static long smallestLimit(byte[] bytes) {
    long low = 0;
    long high = 1 << 28;
    while (low < high) {
      long middle = (low + high) / 2;
      if (isRead(bytes, middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high;
  }

  private static boolean isRead(byte[] bytes, long heapBytes) {
    VariantCodec codec =
        VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withHeapBytes(heapBytes));
    try {
      Row row = (Row) GodotMapper.builder(codec).build().readValue(bytes, Part.class);
      assertThat(row.cells()).hasSize(1000);
      return true;
    } catch (StreamConstraintsException e) {
      return false;
    }
  }
}

package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.records.processor.contract.ContractInput.RecordType;
import io.github.godotvariant.testkit.Vectors;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The inputs of the suite. The choice depends on names only, so that new vectors do not change the
 * other inputs.
 */
final class ContractInputs {
  /** One in 12 malformed vectors is an input. */
  private static final int UNUSUAL_SHARE = 12;

  /** One in 64 values is also read as another dialect, for each preset. */
  private static final int OTHER_DIALECT_SHARE = 64;

  /** One in 16 values that are not containers is also read as a record. */
  private static final int OTHER_RECORDS_SHARE = 16;

  /** One in 3 values of the engine of double precision is an input. */
  private static final int DOUBLE_SHARE = 3;

  private final Map<String, ContractInput> inputs = new LinkedHashMap<>();

  /** The inputs by their bytes and codecs, which several engines share. */
  private final Set<List<Object>> known = new HashSet<>();

  static List<ContractInput> all() {
    ContractInputs all = new ContractInputs();
    all.vectors("4.6", Dialect.GODOT_4);
    all.vectors("4.6-double", Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE));
    all.vectors("3.6", Dialect.GODOT_3);
    all.vectors("3.2", Dialect.GODOT_3);
    Dialect.presets().forEach(all::samples);
    List<ContractInput> seeds = new ArrayList<>();
    seeds.addAll(RecordSeeds.of(Dialect.GODOT_4));
    seeds.addAll(RecordSeeds.of(Dialect.GODOT_3));
    seeds.forEach(all::add);
    MutatedInputs.of(seeds).forEach(all::add);
    LimitInputs.of(seeds).forEach(all::add);
    return List.copyOf(all.inputs.values());
  }

  private void add(ContractInput input) {
    boolean isNew =
        known.add(
            List.of(
                input.codec().dialect(),
                input.codec().dialect().realPrecision(),
                input.codec().objects(),
                input.codec().limits(),
                input.record(),
                ByteBuffer.wrap(input.bytes())));
    if (isNew && inputs.put(input.id(), input) != null) {
      throw new IllegalStateException("two inputs have the id " + input.id());
    }
  }

  private void add(String id, Dialect dialect, ObjectMode objects, byte[] bytes) {
    VariantCodec codec = VariantCodec.of(dialect).withObjects(objects);
    add(new ContractInput(id, codec, record(dialect, id, bytes), bytes));
  }

  /** Containers, and some of the other values, are also read as records. */
  private static RecordType record(Dialect dialect, String id, byte[] bytes) {
    VariantType type =
        bytes.length < 4
            ? VariantType.NIL
            : dialect.rowOf(bytes[0] & 0xFF).map(TypeRow::type).orElse(VariantType.NIL);
    if (type == VariantType.ARRAY) {
      return RecordType.PLAYER_LIST;
    }
    boolean isChosen = ContractInput.spread(id, OTHER_RECORDS_SHARE) == 0;
    return type == VariantType.DICTIONARY || isChosen ? RecordType.PLAYER : RecordType.NONE;
  }

  private void vectors(String engine, Dialect dialect) {
    for (Vectors.Golden vector : Vectors.golden(engine)) {
      boolean isDouble = dialect.realPrecision() == RealPrecision.DOUBLE;
      if (isDouble && ContractInput.spread(vector.name(), DOUBLE_SHARE) != 0) {
        continue;
      }
      add("golden/" + engine + "/" + vector.name(), dialect, vector.objects(), vector.bytes());
      int choice = ContractInput.spread(engine + vector.name(), OTHER_DIALECT_SHARE);
      if (choice < Dialect.presets().size()) {
        Dialect other = Dialect.presets().get(choice);
        if (other.hasDoublePrecision()) {
          other = other.withRealPrecision(dialect.realPrecision());
        }
        String id = "golden/" + engine + "/" + vector.name() + "/" + other.name();
        add(id, other, vector.objects(), vector.bytes());
      }
    }
    for (Vectors.Unusual vector : Vectors.unusual(engine)) {
      if (ContractInput.spread(engine + vector.name(), UNUSUAL_SHARE) == 0) {
        add("unusual/" + engine + "/" + vector.name(), dialect, vector.objects(), vector.bytes());
      }
    }
  }

  /** Values of each type, in both precisions; objects in both modes. */
  private void samples(Dialect dialect) {
    for (RealPrecision precision : RealPrecision.values()) {
      boolean isOlder = dialect != Dialect.GODOT_4 && dialect.name().startsWith("godot-4");
      if (precision == RealPrecision.DOUBLE && (isOlder || !dialect.hasDoublePrecision())) {
        continue;
      }
      Dialect precise = dialect.withRealPrecision(precision);
      for (TypeRow row : precise.rows()) {
        int number = 0;
        for (byte[] sample : WireSamples.of(precise, row)) {
          boolean isContainer =
              row.type() == VariantType.ARRAY || row.type() == VariantType.DICTIONARY;
          if (isOlder && number > 0 && !isContainer) {
            continue;
          }
          String id = dialect.name() + "/" + precision + "/" + row.type() + "/" + number++;
          add("sample/" + id, precise, ObjectMode.IDS, sample);
          if (row.type() == VariantType.OBJECT) {
            add("sample/" + id + "/full", precise, ObjectMode.FULL, sample);
          }
        }
      }
    }
  }
}

package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.processor.contract.ContractInput.RecordType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Inputs that meet a limit exactly or exceed it by one. */
final class LimitInputs {
  /** Forms of a container that holds one value. */
  private enum Nesting {
    ARRAYS,
    VALUES,
    KEYS,
    OBJECTS,
    ALTERNATING
  }

  private final List<ContractInput> inputs = new ArrayList<>();

  static List<ContractInput> of(List<ContractInput> seeds) {
    LimitInputs limits = new LimitInputs();
    for (Dialect dialect : List.of(Dialect.GODOT_4, Dialect.GODOT_3)) {
      limits.depths(dialect);
      limits.texts(dialect);
    }
    for (ContractInput seed : seeds) {
      limits.seed(seed);
    }
    return limits.inputs;
  }

  private void add(String id, ContractInput seed, UnaryOperator<ReadLimits> limit) {
    VariantCodec codec = seed.codec().withLimits(limit.apply(seed.codec().limits()));
    inputs.add(new ContractInput("limit/" + id, codec, seed.record(), seed.bytes()));
  }

  private void depths(Dialect dialect) {
    for (Nesting nesting : Nesting.values()) {
      if (nesting == Nesting.OBJECTS && dialect == Dialect.GODOT_3) {
        continue;
      }
      // The decoder uses recursion for 8 levels, and a loop for deeper ones. Engines read 1,024.
      for (int levels : new int[] {1, 3, 7, 8, 9, 10, 500, ReadLimits.ENGINE_DEPTH}) {
        ContractInput nested = nested(dialect, nesting, levels);
        String id = "depth-" + levels + "/" + dialect.name() + "/" + nesting;
        add(id, nested, limits -> limits.withDepth(levels));
        add(id + "/less", nested, limits -> limits.withDepth(levels - 1));
      }
      String id = "depth-default/" + dialect.name() + "/" + nesting;
      add(id, nested(dialect, nesting, ReadLimits.ENGINE_DEPTH + 1), limits -> limits);
    }
  }

  /** A string inside containers. */
  private static ContractInput nested(Dialect dialect, Nesting nesting, int levels) {
    WireBytes out = new WireBytes(dialect);
    for (int level = 0; level < levels; level++) {
      switch (nesting == Nesting.ALTERNATING ? Nesting.values()[level % 2] : nesting) {
        case ARRAYS -> out.array(1);
        case VALUES -> out.dictionary(1).string("k");
        case KEYS -> out.dictionary(1);
        default -> out.object("A", 1).text("p");
      }
    }
    out.string("leaf");
    for (int level = 0; level < levels && nesting == Nesting.KEYS; level++) {
      out.nil();
    }
    VariantCodec codec = VariantCodec.of(dialect).withObjects(ObjectMode.FULL);
    return new ContractInput("", codec, RecordType.PLAYER, out.toByteArray());
  }

  private void texts(Dialect dialect) {
    text(dialect, "STRING", new WireBytes(dialect).string("fiveä"));
    text(dialect, "key", new WireBytes(dialect).dictionary(1).string("sixsix").nil());
    text(dialect, "STRING_NAME", new WireBytes(dialect).array(1).name("sixsix"));
    WireBytes path = new WireBytes(dialect).header(VariantType.NODE_PATH, 0);
    text(dialect, "NODE_PATH", path.word(1 << 31 | 1, 1, 0).text("six_ab").text("s"));
    WireBytes texts = new WireBytes(dialect).header(VariantType.PACKED_STRING_ARRAY, 0);
    text(dialect, "PACKED", texts.word(2).text("five5\0").text("\0"));
    text(dialect, "class", new WireBytes(dialect).object("Node2D", 0));
    text(dialect, "property", new WireBytes(dialect).object("A", 1).text("name_a").nil());
    if (dialect == Dialect.GODOT_4) {
      WireBytes signal = new WireBytes(dialect).header(VariantType.SIGNAL, 0).text("sixsix");
      text(dialect, "SIGNAL", signal.wide(4));
      WireBytes typed = new WireBytes(dialect).header(VariantType.ARRAY, 2 << 16);
      text(dialect, "element-class", typed.text("Node2D").word(0));
    }
  }

  private void text(Dialect dialect, String name, WireBytes bytes) {
    VariantCodec codec = VariantCodec.of(dialect).withObjects(ObjectMode.FULL);
    ContractInput input = new ContractInput("", codec, RecordType.PLAYER, bytes.toByteArray());
    for (int length : new int[] {7, 6, 5, 0}) {
      String id = "text-" + length + "/" + dialect.name() + "/" + name;
      add(id, input, limits -> limits.withStringBytes(length));
    }
  }

  /** Limits that stop reading at many places of a value. */
  private void seed(ContractInput seed) {
    String name = seed.id().replace("seed/", "");
    int length = seed.bytes().length;
    add("bytes/" + name, seed, limits -> limits.withBytes(length));
    add("bytes-less/" + name, seed, limits -> limits.withBytes(length - 1));
    boolean isLarge = length > 200;
    for (int elements : isLarge ? new int[] {0, 2, 5, 6, 9, 12, 17, 20} : new int[] {1, 3}) {
      add("elements-" + elements + "/" + name, seed, limits -> limits.withElements(elements));
    }
    for (int heap = 0; heap <= (isLarge ? 2_000 : 400); heap += 266) {
      int heapBytes = heap;
      add("heap-" + heap + "/" + name, seed, limits -> limits.withHeapBytes(heapBytes));
    }
  }
}

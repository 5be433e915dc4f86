package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.records.processor.contract.ContractInput.RecordType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Well-formed inputs with one change: cuts, words, headers, padding and UTF-8. */
final class MutatedInputs {
  /** Seeds that are cut at every byte and changed at every word. */
  private static final Set<String> CHANGED_EVERYWHERE =
      Set.of("seed/godot-4/player-short", "seed/godot-4/mixed", "seed/godot-4/object");

  /** Distance of changes in other seeds, in bytes. */
  private static final int STEP = 28;

  private static final int[] ODD_FLAGS = {1 << 17, 1 << 31, 0x100, 1 << 16, 0xFFFF0000, 1 << 19};

  private static final List<String> BAD_UTF8 =
      List.of(
          "80",
          "61FF62",
          "C3",
          "C32862",
          "C080",
          "E28281",
          "E282",
          "EDA080",
          "EDB080",
          "EDA080EDB080",
          "F0808080",
          "F4908080",
          "F09F98",
          "F8888080",
          "EFBBBF61",
          "6100",
          "0061");

  private final List<ContractInput> inputs = new ArrayList<>();

  static List<ContractInput> of(List<ContractInput> seeds) {
    MutatedInputs mutated = new MutatedInputs();
    for (ContractInput seed : seeds) {
      mutated.cuts(seed);
      mutated.words(seed);
      mutated.trailing(seed);
    }
    for (Dialect dialect : Dialect.presets()) {
      mutated.headers(dialect);
      mutated.padding(dialect);
    }
    for (Dialect dialect : List.of(Dialect.GODOT_4, Dialect.GODOT_3, Dialect.MANUAL_4)) {
      mutated.utf8(dialect);
    }
    return mutated.inputs;
  }

  private void add(ContractInput seed, String change, byte[] bytes) {
    String id = seed.id().replace("seed/", "mutated/") + "/" + change;
    inputs.add(new ContractInput(id, seed.codec(), seed.record(), bytes));
  }

  private void add(Dialect dialect, String change, WireBytes bytes) {
    String id = "mutated/" + dialect.name() + "/" + change;
    inputs.add(
        new ContractInput(id, VariantCodec.of(dialect), RecordType.NONE, bytes.toByteArray()));
  }

  private void cuts(ContractInput seed) {
    int step = CHANGED_EVERYWHERE.contains(seed.id()) ? 1 : STEP - 1;
    for (int length = 0; length < seed.bytes().length; length += step) {
      add(seed, "cut-" + length, Arrays.copyOf(seed.bytes(), length));
    }
  }

  /** Each word gets one of six changes, in turn. */
  private void words(ContractInput seed) {
    int step = CHANGED_EVERYWHERE.contains(seed.id()) ? 4 : STEP;
    for (int at = 0; at + 4 <= seed.bytes().length; at += step) {
      byte[] bytes = seed.bytes().clone();
      switch (at / 4 * 5 % 6) {
        case 0 -> Arrays.fill(bytes, at, at + 4, (byte) -1);
        case 1 -> bytes[at]++;
        case 2 -> bytes[at + 3] ^= (byte) 0x80;
        case 3 -> bytes[at + 2] ^= 1;
        case 4 -> bytes[at]--;
        default -> bytes[at + 3] ^= 0x40;
      }
      add(seed, "word-" + at, bytes);
    }
  }

  private void trailing(ContractInput seed) {
    for (int more : new int[] {1, 4}) {
      add(seed, "trailing-" + more, Arrays.copyOf(seed.bytes(), seed.bytes().length + more));
    }
  }

  /** Bits that a type does not use, and ids that the dialect does not have. */
  private void headers(Dialect dialect) {
    for (TypeRow row : dialect.rows()) {
      byte[] sample = WireSamples.of(dialect, row).get(0);
      int flags = ODD_FLAGS[ContractInput.spread(dialect.name() + row.type(), ODD_FLAGS.length)];
      WireBytes odd = new WireBytes(dialect).word(row.wireId() | flags);
      odd.raw(Arrays.copyOfRange(sample, 4, sample.length));
      add(dialect, "header-" + row.type() + "-" + Integer.toHexString(flags), odd);
    }
    for (int header : new int[] {27, 39, 255, 0x10000, -1}) {
      String name = "header-" + Integer.toHexString(header);
      add(dialect, name, new WireBytes(dialect).word(header).wide(1, 1));
      add(dialect, name + "-inside", new WireBytes(dialect).array(2).nil().word(header));
    }
  }

  private void padding(Dialect dialect) {
    byte[] bad = {'a', 'b', 'c', 1};
    byte[] nine = {'n', 'i', 'n', 'e', 'c', 'h', 'a', 'r', 's'};
    for (VariantType type :
        List.of(VariantType.STRING, VariantType.STRING_NAME, VariantType.PACKED_BYTE_ARRAY)) {
      if (dialect.row(type).isEmpty()) {
        continue;
      }
      add(
          dialect,
          "padding-" + type,
          new WireBytes(dialect).array(2).header(type, 0).word(3).raw(bad).nil());
      for (int zeros = 0; zeros < 3; zeros++) {
        WireBytes cut = new WireBytes(dialect).array(1).header(type, 0).word(nine.length);
        add(dialect, "padding-" + zeros + "-" + type, cut.raw(nine).raw(new byte[zeros]));
      }
    }
    WireBytes path =
        new WireBytes(dialect).header(VariantType.NODE_PATH, 0).word(1 << 31 | 1, 1, 0);
    add(dialect, "padding-NODE_PATH", path.word(3).raw(bad).word(3).raw(bad));
    path = new WireBytes(dialect).header(VariantType.NODE_PATH, 0).word(1 << 31 | 1, 0, 0);
    add(dialect, "padding-0-NODE_PATH", path.word(nine.length).raw(nine));
    WireBytes texts = new WireBytes(dialect).header(VariantType.PACKED_STRING_ARRAY, 0);
    add(
        dialect,
        "padding-PACKED_STRING_ARRAY",
        texts.word(2, 3).raw((byte) 'a', (byte) 'b', (byte) 0, (byte) 9).text("c\0"));
    texts = new WireBytes(dialect).header(VariantType.PACKED_STRING_ARRAY, 0);
    add(dialect, "padding-0-PACKED_STRING_ARRAY", texts.word(1, nine.length).raw(nine));
    WireBytes key = new WireBytes(dialect).dictionary(1).header(VariantType.STRING, 0);
    add(dialect, "padding-key", key.word(3).raw(bad).nil());
  }

  private void utf8(Dialect dialect) {
    for (String hex : BAD_UTF8) {
      byte[] bytes = HexFormat.of().parseHex(hex);
      add(
          dialect,
          "utf8-" + hex,
          new WireBytes(dialect).header(VariantType.STRING, 0).padded(bytes));
      WireBytes key = new WireBytes(dialect).array(1).dictionary(1);
      add(dialect, "utf8-key-" + hex, key.header(VariantType.STRING, 0).padded(bytes).nil());
      WireBytes path = new WireBytes(dialect).array(1).header(VariantType.NODE_PATH, 0);
      add(dialect, "utf8-path-" + hex, path.word(1 << 31 | 2, 0, 0).text("a").padded(bytes));
      WireBytes texts = new WireBytes(dialect).header(VariantType.PACKED_STRING_ARRAY, 0);
      add(dialect, "utf8-packed-" + hex, texts.word(2).text("a\0").padded(bytes));
    }
  }
}

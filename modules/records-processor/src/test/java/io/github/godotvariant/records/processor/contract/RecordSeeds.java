package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.records.processor.contract.ContractInput.RecordType;
import java.util.ArrayList;
import java.util.List;

/** Values that match the record types of the suite, and some with every kind of text and count. */
final class RecordSeeds {
  private final Dialect dialect;
  private final List<ContractInput> seeds = new ArrayList<>();

  private RecordSeeds(Dialect dialect) {
    this.dialect = dialect;
  }

  static List<ContractInput> of(Dialect dialect) {
    RecordSeeds seeds = new RecordSeeds(dialect);
    seeds.players();
    seeds.teams();
    seeds.mixed();
    return seeds.seeds;
  }

  private WireBytes start() {
    return new WireBytes(dialect);
  }

  private void add(String name, RecordType record, ObjectMode objects, WireBytes bytes) {
    VariantCodec codec = VariantCodec.of(dialect).withObjects(objects);
    String id = "seed/" + dialect.name() + "/" + name;
    seeds.add(new ContractInput(id, codec, record, bytes.toByteArray()));
  }

  private void player(String name, WireBytes bytes) {
    add(name, RecordType.PLAYER, ObjectMode.IDS, bytes);
  }

  private static WireBytes player(WireBytes out) {
    out.dictionary(7).string("id").integer(1042).string("name").string("Zoë");
    out.string("pos").vector3(128.25, -0.0, -310.5).string("hp").real(87.1);
    return out.string("state").name("run").string("grounded").bool(true).string("level").integer(3);
  }

  /** The required components only. */
  private static WireBytes shortPlayer(WireBytes out) {
    out.dictionary(4).string("id").integer(-1).string("hp").integer(2);
    return out.string("state").string("idle").string("grounded").bool(false);
  }

  private void players() {
    player("player", player(start()));
    player("player-short", shortPlayer(start()));
    WireBytes otherOrder = start().dictionary(5).string("grounded").bool(true);
    otherOrder.name("state").name("x");
    otherOrder.string("more").array(2).nil().string("skipped");
    player("player-other-order", otherOrder.string("hp").real(-0.0).name("id").integer(5));
    WireBytes twice = start().dictionary(6).string("id").integer(1).string("hp").real(1);
    twice.string("id").integer(2).string("state").name("").string("grounded").bool(true);
    player("player-twice", twice.name("id").integer(3));
    WireBytes nulls = start().dictionary(6).string("id").integer(1).string("hp").real(1);
    nulls.string("state").name("s").string("grounded").bool(true);
    player("player-null", nulls.string("name").nil().string("pos").nil());
    player("player-empty", start().dictionary(0));
    player("player-missing", start().dictionary(1).string("id").integer(5));
    player("player-wrong", start().dictionary(2).string("hp").real(1).string("id").string("five"));
    player(
        "player-wide",
        start().dictionary(1).string("id").header(VariantType.INT, WireBytes.FLAG).wide(1L << 40));
    player("player-int-key", start().dictionary(2).integer(3).nil().string("id").bool(true));
    add(
        "list",
        RecordType.PLAYER_LIST,
        ObjectMode.IDS,
        shortPlayer(player(start().array(3))).nil());
    add("list-good", RecordType.PLAYER_LIST, ObjectMode.IDS, shortPlayer(player(start().array(2))));
    add("list-of-one", RecordType.PLAYER, ObjectMode.IDS, player(start().array(1)));
  }

  private void teams() {
    WireBytes team = start().dictionary(5).string("team_name").string("red").string("captain");
    player(team).string("players").array(2);
    shortPlayer(shortPlayer(team)).string("scores").dictionary(2);
    team.string("a").integer(1).string("b").integer(2).string("extra").array(1).nil();
    add("team", RecordType.TEAM, ObjectMode.IDS, team);
    WireBytes wrong = start().dictionary(3).string("team_name").string("red").string("players");
    shortPlayer(wrong.array(2)).dictionary(1).string("id").nil().string("captain").nil();
    add("team-wrong", RecordType.TEAM, ObjectMode.IDS, wrong);
    add(
        "team-unknown-key",
        RecordType.TEAM,
        ObjectMode.IDS,
        start().dictionary(2).string("team_name").name("n").string("size").integer(4));
  }

  private void mixed() {
    WireBytes out = start().array(7).string("text").header(VariantType.NODE_PATH, 0);
    out.word(2 | 1 << 31, 1, 1).text("root").text("x").text("y");
    String end = dialect.hasTerminatedPackedStrings() ? "\0" : "";
    out.header(VariantType.PACKED_STRING_ARRAY, 0).word(2).text("one" + end).text("four" + end);
    out.header(VariantType.PACKED_BYTE_ARRAY, 0).padded(new byte[] {1, 2, 3});
    out.header(VariantType.PACKED_INT32_ARRAY, 0).word(2, 5, 6);
    out.dictionary(2).string("k").array(1).integer(1).integer(7).bool(true).name("last");
    add("mixed", RecordType.PLAYER_LIST, ObjectMode.IDS, out);
    WireBytes object = start().array(2).object("Node2D", 2).text("name").string("n").text("list");
    object.array(2).object("", 0).nil().object("A", 1).text("p").dictionary(1).nil().bool(true);
    add("object", RecordType.NONE, ObjectMode.FULL, object);
    add(
        "object-forbidden",
        RecordType.PLAYER,
        ObjectMode.IDS,
        start().array(2).nil().object("Node2D", 1).text("name").nil());
  }
}

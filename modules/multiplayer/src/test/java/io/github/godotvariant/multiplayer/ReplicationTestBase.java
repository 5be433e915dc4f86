package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.Vector2;
import java.io.ByteArrayOutputStream;
import java.util.Map;

/** A server without relay, and a spawner of units. */
abstract class ReplicationTestBase extends MultiplayerTestBase {
  static final String NO_METHODS = "d41d8cd98f00b204e9800998ecf8427e";

  final ReplicationConfig unit =
      ReplicationConfig.builder()
          .spawned("position", ReplicationMode.ALWAYS)
          .spawned("hp", ReplicationMode.ON_CHANGE)
          .spawned("label", ReplicationMode.NEVER)
          .property("armour", ReplicationMode.ON_CHANGE)
          .build();
  final Spawner units = Spawner.at("World/Spawner").scene(unit).build();
  final Map<String, ?> first =
      Map.of("position", new Vector2(10, 20), "hp", 100, "label", "first", "armour", 5);

  @Override
  MultiplayerServer.Builder builder() {
    return super.builder().withoutRelay();
  }

  static PackedByteArray values(Object... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object value : values) {
      bytes.writeBytes(CODEC.encode(Variant.of(value)));
    }
    return PackedByteArray.unsafeWrap(bytes.toByteArray());
  }
}

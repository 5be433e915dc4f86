package consumer;

import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.jackson.GodotMapper;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Uses a record with a generated codec, a save file and a Jackson mapper. */
public final class Consumer {
  private Consumer() {}

  @GodotRecord
  record Player(String name, long gold) {}

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalStateException(problem);
    }
  }

  public static void main(String[] arguments) throws IOException {
    Player player = new Player("Ada", 5);
    RecordCodec<Player> codec = RecordCodec.of(Player.class);
    require(codec.isGenerated(), "the processor generated no codec");
    require(player.equals(codec.decode(codec.encode(player))), "the record differs");

    Path save = Files.createTempFile("consumer", ".save");
    try {
      SaveFormat.of(Dialect.GODOT_4)
          .compressed(Compression.GZIP)
          .write(save, List.of(codec.toVariant(player)));
      SaveFile.edit(save, codec, saved -> new Player(saved.name(), saved.gold() + 100));
      require(SaveFile.read(save, codec).gold() == 105, "the save file differs");
    } finally {
      Files.delete(save);
      Files.deleteIfExists(save.resolveSibling("." + save.getFileName() + ".lock"));
    }

    GodotMapper mapper = new GodotMapper();
    byte[] bytes = mapper.writeValueAsBytes(player);
    require(player.equals(mapper.readValue(bytes, Player.class)), "the mapper differs");
    String path = Consumer.class.getModule().isNamed() ? "module path" : "class path";
    System.out.println("consumer: works on the " + path);
  }
}

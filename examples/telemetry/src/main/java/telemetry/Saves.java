package telemetry;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Prints the richest players of a folder of save files, and the damaged files. */
public final class Saves {
  private static final String PASSWORD = "correct horse battery staple";

  private Saves() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    int files = Integer.parseInt(arguments[1]);
    create(folder, files);
    try (SparkSession spark = Session.start()) {
      Dataset<Row> saves =
          spark
              .read()
              .format("godot-save")
              .schema("name STRING, gold BIGINT, _corrupt_record STRING")
              .option("password", PASSWORD)
              .load(folder.toString())
              .selectExpr("*", "_metadata.file_name file")
              .cache();
      System.out.println("read " + saves.select("file").distinct().count() + " files");
      System.out.println("the richest:");
      saves
          .orderBy(saves.col("gold").desc_nulls_last(), saves.col("name"))
          .select("name", "gold", "file")
          .show(10, false);
      Dataset<Row> damaged = saves.where("_corrupt_record IS NOT NULL").orderBy("file");
      System.out.println("damaged: " + damaged.count() + " files");
      damaged.select("file", "_corrupt_record").show(files, 100);
    }
  }

  /**
   * Creates the save files that do not exist: plain, compressed and encrypted ones. Some are cut
   * off or partly overwritten.
   */
  private static void create(Path folder, int files) throws IOException {
    Files.createDirectories(folder);
    SaveFormat plain = SaveFormat.of(Dialect.GODOT_4);
    List<SaveFormat> formats =
        List.of(
            plain,
            plain.compressed(Compression.FASTLZ),
            SaveFormat.of(Dialect.GODOT_3),
            plain.encrypted(EncryptionKey.ofPassword(PASSWORD)));
    for (int i = 0; i < files; i++) {
      Path file = folder.resolve("player-%05d.save".formatted(i));
      if (!Files.exists(file)) {
        Random random = new Random(i);
        SaveFormat format = formats.get(i % formats.size());
        format.write(
            file,
            List.of(
                VariantDictionary.of(
                    "name",
                    "player " + i,
                    "gold",
                    (long) (Math.exp(random.nextGaussian()) * 1_000),
                    "inventory",
                    List.of("sword", "rope"))));
        byte[] bytes = Files.readAllBytes(file);
        if (i % 97 == 96) {
          Files.write(file, Arrays.copyOf(bytes, bytes.length - 10));
        } else if (i % 131 == 130) {
          Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0xFF);
          Files.write(file, bytes);
        }
      }
      if ((i + 1) % 500 == 0) {
        System.out.println("made " + (i + 1) + " of " + files + " saves");
      }
    }
  }
}

package io.github.godotvariant.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a file of SQL with {@code spark-submit} and only the published jar. */
class SparkSubmitCheck {
  private static final Path JAR = Path.of(System.getProperty("jar"));

  @TempDir Path folder;

  /** Returns the class path of Spark and its dependencies. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(place -> place.endsWith(".jar") && !place.contains("godot-variant"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path createProgram() throws IOException {
    Path jar = folder.resolve("program.jar");
    String name = SqlFile.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        var in = SqlFile.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new ZipEntry(name));
      in.transferTo(out);
    }
    return jar;
  }

  private List<String> submit(String sql) throws Exception {
    Path file = Files.writeString(folder.resolve("query.sql"), sql);
    List<String> arguments =
        List.of(
            "org.apache.spark.deploy.SparkSubmit",
            "--master",
            "local[1]",
            "--conf",
            "spark.ui.enabled=false",
            "--conf",
            "spark.driver.bindAddress=127.0.0.1",
            "--conf",
            "spark.driver.host=127.0.0.1",
            "--conf",
            "spark.sql.extensions=io.github.godotvariant.spark.GodotVariantExtensions",
            "--jars",
            JAR.toString(),
            "--class",
            SqlFile.class.getName(),
            createProgram().toString(),
            file.toString());
    File out = folder.resolve("out").toFile();
    File errors = folder.resolve("errors").toFile();
    ProcessBuilder builder =
        Program.of(List.of("-Xmx512m"), classPath(), arguments)
            .directory(folder.toFile())
            .redirectOutput(out)
            .redirectError(errors);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(errors.toPath())).isZero();
    return Files.readString(out.toPath(), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("row "))
        .toList();
  }

  @Test
  void runsSqlFile() throws Exception {
    String examples = System.getProperty("examples");
    assertThat(
            submit(
                """
                SELECT to_json(from_godot_variant(content)) FROM binaryFile.`%1$s/player-update.bin`;
                SELECT from_godot_variant(content, 'hp BIGINT, pos STRUCT<y: FLOAT>').hp
                  FROM binaryFile.`%1$s/player-update.bin`;
                CREATE TEMPORARY VIEW saves USING `godot-save`
                  OPTIONS (path '%1$s', pathGlobFilter '*.save',
                    password 'correct horse battery staple');
                SELECT count(*) > 1, count(value) = count(*), count(_corrupt_record) FROM saves;
                SELECT translate(godot_variant_text(to_godot_variant(named_struct('a', array(1, 2)),
                  map('types', 'a Vector2i'))), '\\n', ' ')
                """
                    .formatted(examples)))
        .satisfiesExactly(
            row -> assertThat(row).startsWith("row [{").contains("\"hp\":87"),
            row -> assertThat(row).isEqualTo("row [87]"),
            row -> assertThat(row).isEqualTo("row [true,true,0]"),
            row -> assertThat(row).contains("\"a\": Vector2i(1, 2)"));
  }

  @Test
  void bundlesOnlyClassesOfProject() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> files = jar.stream().map(ZipEntry::getName).toList();
      assertThat(files)
          .contains(
              "META-INF/LICENSE",
              "META-INF/services/org.apache.spark.sql.sources.DataSourceRegister",
              "io/github/godotvariant/save/SaveFile.class",
              "io/github/godotvariant/codec/VariantCodec.class",
              "io/github/godotvariant/spark/GodotVariantExtensions.class")
          .allMatch(
              file ->
                  file.startsWith("META-INF/")
                      || file.startsWith("io/github/godotvariant/")
                      || file.equals("io/")
                      || file.equals("io/github/"));
    }
  }
}

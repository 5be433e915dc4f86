package io.github.godotvariant.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.VariantTypeException;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Layout;
import io.github.godotvariant.dialect.Layout.Kind;
import io.github.godotvariant.dialect.RealPrecision;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.OtherKeys;
import io.github.godotvariant.records.RecordCodec;
import io.github.godotvariant.save.SaveFileException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that files are read and edited with codecs of Java types. */
class CodecFilesTest {
  private static final SaveFormat PLAIN = SaveFormat.of(Dialect.GODOT_4);
  private static final VariantDictionary ADA = VariantDictionary.of("gold", 5, "name", "Ada");

  @TempDir Path folder;

  /** A record that keeps keys that it does not declare. */
  @GodotRecord
  public record Player(long gold, @OtherKeys VariantDictionary rest) {
    Player withGold(long newGold) {
      return new Player(newGold, rest);
    }
  }

  @GodotRecord
  record Place(Vector2 at) {}

  @GodotRecord
  record Bytes(byte[] bytes) {}

  private static final RecordCodec<Player> PLAYERS = RecordCodec.of(Player.class);

  private Path written(SaveFormat format, Variant... values) throws IOException {
    Path path = folder.resolve("player.save");
    format.write(path, List.of(values));
    return path;
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "compressed", "encrypted"})
  void readsAndEditsOnlyValue(String kind) throws IOException {
    SaveOptions options = SaveOptions.password("pw");
    SaveFormat format =
        switch (kind) {
          case "plain" -> PLAIN;
          case "compressed" -> PLAIN.compressed(Compression.DEFLATE);
          default -> PLAIN.encrypted(EncryptionKey.ofPassword("pw"));
        };
    Path path = written(format, ADA);
    assertThat(SaveFile.read(path, options, PLAYERS))
        .isEqualTo(new Player(5, VariantDictionary.of("name", "Ada")));
    SaveFile.edit(path, options, PLAYERS, player -> player.withGold(player.gold() + 100));
    try (SaveFile file = SaveFile.open(path, options)) {
      assertThat(file.values()).containsExactly(ADA.with("gold", 105));
      assertThat(file.format()).isEqualTo(format);
    }
  }

  @Test
  void readsAllValues() throws IOException {
    Path path = written(PLAIN, ADA, VariantDictionary.of("gold", 7));
    try (SaveFile file = SaveFile.open(path)) {
      assertThat(file.values(PLAYERS)).extracting(Player::gold).containsExactly(5L, 7L);
      assertThatThrownBy(() -> file.values(PLAYERS)).isInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void rejectsOtherCountsOfValues(int count) throws IOException {
    Path path = written(PLAIN, count == 0 ? new Variant[0] : new Variant[] {ADA, ADA});
    byte[] before = Files.readAllBytes(path);
    String message =
        path
            + (count == 0 ? ": no value" : ": more than one value")
            + ", but exactly one is expected; read other files with values(codec)";
    assertThatThrownBy(() -> SaveFile.read(path, PLAYERS))
        .isInstanceOfSatisfying(
            SaveFileException.class, e -> assertThat(e.reason()).isEqualTo(Reason.VALUE_COUNT))
        .hasMessage(message);
    assertThatThrownBy(() -> SaveFile.edit(path, PLAYERS, player -> player.withGold(1)))
        .isInstanceOf(SaveFileException.class)
        .hasMessage(message);
    assertThat(path).hasBinaryContent(before);
  }

  @Test
  void rejectsCodecOfOtherEngine() throws IOException {
    Path path = written(PLAIN, ADA.with("state", StringName.of("idle")));
    RecordCodec<Player> codec = PLAYERS.with(VariantCodec.GODOT_3);
    String message =
        path
            + ": the values are of godot-4, but the codec is of godot-3;"
            + " use a codec with the dialect of the file";
    assertThatThrownBy(() -> SaveFile.read(path, codec))
        .isInstanceOfSatisfying(
            SaveFileException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DIALECT))
        .hasMessage(message);
    assertThatThrownBy(() -> SaveFile.edit(path, codec, player -> player.withGold(1)))
        .hasMessage(message);
    written(SaveFormat.of(Dialect.MANUAL_4), ADA);
    SaveOptions manual = SaveOptions.DEFAULT.withDialect(Dialect.MANUAL_4);
    assertThatThrownBy(() -> SaveFile.read(path, manual, PLAYERS))
        .hasMessageContaining("the values are of manual-4, but the codec is of godot-4;");
    assertThat(SaveFile.read(path, manual, PLAYERS.with(VariantCodec.of(Dialect.MANUAL_4))).gold())
        .isEqualTo(5);
  }

  @Test
  void rejectsCodecOfForkThatReadsTypesDifferently() throws IOException {
    Dialect fork =
        Dialect.GODOT_4
            .builder("fork", "A fork of the engine")
            .row(new TypeRow(5, "Vector2", VariantType.VECTOR2, Layout.of(Kind.REALS, "y", "x")))
            .build();
    RecordCodec<Place> codec = RecordCodec.of(Place.class).with(VariantCodec.of(fork));
    VariantDictionary value =
        VariantDictionary.of("at", new Vector2(1, 2), "z", new Vector2i(3, 4));
    Path path = written(SaveFormat.of(fork), value);
    try (SaveFile file = SaveFile.open(path)) {
      assertThatThrownBy(() -> file.values(codec))
          .hasMessageContaining("the values are of godot-4, but the codec is of fork;");
    }
    SaveOptions options = SaveOptions.DEFAULT.withDialect(fork);
    try (SaveFile file = SaveFile.open(path, options)) {
      assertThat(file.values(codec)).containsExactly(new Place(new Vector2(1, 2)));
    }
    assertThatThrownBy(() -> SaveFile.read(path, options, RecordCodec.of(Place.class)))
        .hasMessageContaining("the values are of fork, but the codec is of godot-4;");
  }

  @Test
  void acceptsCodecOfEachDialectThatFits() throws IOException {
    Path path = written(PLAIN, Variant.of("the same bytes in Godot 3 and 4"));
    for (Dialect dialect : List.of(Dialect.GODOT_4, Dialect.GODOT_4_0, Dialect.GODOT_3)) {
      assertThat(SaveFile.read(path, VariantCodec.of(dialect)).asString()).startsWith("the same");
    }
    SaveOptions old = SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4_0);
    written(SaveFormat.of(Dialect.GODOT_4_0), ADA);
    assertThat(SaveFile.read(path, old, PLAYERS).gold()).isEqualTo(5);
  }

  /** The default dialect of the codec does not decide which engine's bytes are written. */
  @Test
  void rejectsNewValueThatPossibleDialectsWriteDifferently() throws IOException {
    Path path = written(SaveFormat.of(Dialect.GODOT_3), Variant.of("x"));
    byte[] before = Files.readAllBytes(path);
    assertThatThrownBy(() -> SaveFile.edit(path, VariantCodec.GODOT_4, old -> ADA))
        .isInstanceOf(AmbiguousSaveFileException.class);
    assertThat(path).hasBinaryContent(before);
    SaveOptions options = SaveOptions.DEFAULT.withDialect(Dialect.GODOT_4);
    SaveFile.edit(path, options, VariantCodec.GODOT_4, old -> ADA);
    assertThat(SaveFile.read(path, PLAYERS).gold()).isEqualTo(5);
  }

  @Test
  void keepsDoublePrecisionOfFile() throws IOException {
    Dialect wide = Dialect.GODOT_4.withRealPrecision(RealPrecision.DOUBLE);
    Path path = written(SaveFormat.of(wide), VariantDictionary.of("at", new Vector2(0.1, 1)));
    RecordCodec<Place> codec = RecordCodec.of(Place.class);
    SaveFile.edit(path, codec, place -> new Place(new Vector2(place.at().x(), 0.3)));
    assertThat(TestFiles.savedValues(path))
        .containsExactly(VariantDictionary.of("at", new Vector2(0.1, 0.3)));
    assertThat(path)
        .hasBinaryContent(
            SaveFormat.of(wide)
                .toByteArray(List.of(VariantDictionary.of("at", new Vector2(0.1, 0.3)))));
  }

  @Test
  void keepsBytesOfUnchangedValue() throws IOException {
    Path path = written(PLAIN, VariantDictionary.of("gold", 5, "bytes", new byte[5]));
    byte[] bytes = Files.readAllBytes(path);
    bytes[bytes.length - 1] = 7; // padding, which writers clear
    Files.write(path, bytes);
    SaveFile.edit(path, RecordCodec.of(Bytes.class), old -> new Bytes(old.bytes().clone()));
    SaveFile.edit(path, PLAYERS, player -> player);
    assertThat(path).hasBinaryContent(bytes);
  }

  @Test
  void writesObjectThatWasChangedInPlace() throws IOException {
    Path path = written(PLAIN, VariantDictionary.of("bytes", new byte[4]));
    RecordCodec<Bytes> codec = RecordCodec.of(Bytes.class);
    SaveFile.edit(
        path,
        codec,
        old -> {
          old.bytes()[2] = 9;
          return old;
        });
    assertThat(SaveFile.read(path, codec).bytes()).containsExactly(0, 0, 9, 0);
  }

  @Test
  void keepsSurroundingBytes() throws IOException {
    Path path = folder.resolve("mixed.save");
    Variant value = ADA.with("text", "x".repeat(200)).with("at", StringName.of("y"));
    try (FileAccessWriter writer = FileAccessWriter.open(path, PLAIN)) {
      writer.storeLine("version 3");
      writer.storeVar(value);
      writer.storeLine("end");
      writer.commit();
    }
    SaveOptions search = SaveOptions.DEFAULT.withSearch(true);
    SaveFile.edit(path, search, PLAYERS, player -> player.withGold(6));
    try (FileAccessReader reader = FileAccessReader.open(path, SaveOptions.DEFAULT)) {
      assertThat(reader.getLine()).isEqualTo("version 3");
      assertThat(reader.getVar().asDictionary().getLong("gold")).isEqualTo(6);
      assertThat(reader.getLine()).isEqualTo("end");
    }
  }

  @Test
  void reportsRejectedValueWithFileOffsetAndPath() throws IOException {
    Path path = written(PLAIN, VariantDictionary.of("gold", "much"));
    assertThatThrownBy(() -> SaveFile.read(path, PLAYERS))
        .isInstanceOf(SaveFileException.class)
        .hasMessage(
            path
                + ": value 0: wanted int but found String for Player.gold, at byte 24,"
                + " $.gold")
        .hasCauseInstanceOf(VariantTypeException.class);
  }

  @Test
  void appliesLimitsOfOptions() throws IOException {
    Path path = written(PLAIN, ADA);
    SaveOptions careful = SaveOptions.DEFAULT.withLimits(ReadLimits.DEFAULT.withElements(1));
    assertThatThrownBy(() -> SaveFile.read(path, careful, PLAYERS))
        .isInstanceOfSatisfying(
            SaveFileException.class, e -> assertThat(e.reason()).isEqualTo(Reason.LIMIT));
    RecordCodec<Player> narrow =
        PLAYERS.with(VariantCodec.GODOT_4.withLimits(ReadLimits.DEFAULT.withElements(1)));
    assertThat(SaveFile.read(path, narrow).gold()).isEqualTo(5);
  }

  @Test
  void keepsFileWhenChangeThrows() throws IOException {
    Path path = written(PLAIN, ADA);
    byte[] before = Files.readAllBytes(path);
    assertThatThrownBy(
            () ->
                SaveFile.edit(
                    path,
                    PLAYERS,
                    player -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(path).hasBinaryContent(before);
    SaveFile.edit(path, PLAYERS, player -> player.withGold(1)); // the lock is free
  }

  @Test
  @SuppressWarnings("NullAway")
  void rejectsNullArguments() throws IOException {
    Path path = written(PLAIN, ADA);
    assertThatThrownBy(() -> SaveFile.edit(path, PLAYERS, player -> null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the change returned null");
    assertThatThrownBy(() -> SaveFile.edit(path, PLAYERS, null)).hasMessage("change");
    assertThatThrownBy(() -> SaveFile.read(path, null)).hasMessage("codec");
  }
}

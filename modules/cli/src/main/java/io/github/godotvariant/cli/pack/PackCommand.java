package io.github.godotvariant.cli.pack;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.cli.file.CompressionNames;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.KeyOptions;
import io.github.godotvariant.cli.file.OutputFile;
import io.github.godotvariant.cli.file.OutputOptions;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.Encrypted;
import io.github.godotvariant.save.EncryptionForm;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.Layer;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gdvar pack}: compresses or encrypts a file. */
@Command(
    name = "pack",
    description = {
      "Compresses or encrypts a file for the engine.",
      "",
      "A compressed or encrypted FILE is unpacked first. Its password or key is used again unless"
          + " another one is given. The contents stay the same, byte for byte."
    },
    footer = {
      "  gdvar pack player.plain -o player.save --compress zstd",
      "  gdvar pack player.plain -o player.save --like original.save",
      "  gdvar pack player.plain -o player.bytes --compress-bytes zstd",
      "  gdvar pack player.plain -o player.save --encrypt --new-password-file password"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class PackCommand extends CliCommand {
  private static final String IV_UNUSED = "--iv: only files that Godot 4 encrypts have one";
  private static final String NEW_KEY_UNUSED = "a new password or key needs encryption";

  @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
  private String file;

  @Mixin private OutputOptions output;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private How how;

  static final class How {
    @Option(
        names = "--compress",
        paramLabel = "MODE",
        converter = CompressionNames.Writable.class,
        completionCandidates = CompressionNames.Writable.class,
        description = "Compress the file: ${COMPLETION-CANDIDATES}.")
    private Optional<Compression> compression = Optional.empty();

    @Option(
        names = "--compress-bytes",
        paramLabel = "MODE",
        converter = CompressionNames.Writable.class,
        completionCandidates = CompressionNames.Writable.class,
        description =
            "Compress the file as PackedByteArray.compress does: ${COMPLETION-CANDIDATES}. The file"
                + " does not contain MODE; other commands need --decompress MODE to read it.")
    private Optional<Compression> bytesCompression = Optional.empty();

    @Option(
        names = "--encrypt",
        description = "Encrypt the file. You are asked for a password if none is given.")
    private boolean encrypt;

    @Option(
        names = "--like",
        paramLabel = "ORIGINAL",
        description = "Use the compression or encryption of ORIGINAL, with its password or key.")
    private Optional<String> original = Optional.empty();
  }

  @Option(
      names = "--godot",
      paramLabel = "3|4",
      description =
          "The engine that opens the encrypted file; neither opens a file for the other. By default"
              + " it is that of FILE's own encryption, or of its values. Values of the other engine"
              + " are rejected; 'gdvar convert' converts them.")
  private Optional<String> engine = Optional.empty();

  @Option(
      names = "--iv",
      paramLabel = "HEX",
      description =
          "The initialization vector of a file for Godot 4, 16 bytes, to get the same file again."
              + " By default it is random. Never use the same vector for other contents.")
  private Optional<String> iv = Optional.empty();

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private NewKey newKey = new NewKey();

  static final class NewKey {
    @Option(
        names = "--new-password-file",
        paramLabel = "FILE",
        description = "The first line of FILE, in UTF-8, is the password to encrypt with.")
    private Optional<String> password = Optional.empty();

    @Option(
        names = "--new-key-file",
        paramLabel = "FILE",
        description = "FILE contains the key to encrypt with.")
    private Optional<String> key = Optional.empty();
  }

  @Mixin private KeyOptions keys;

  @Override
  public Integer call() {
    checkOptions();
    Optional<PackedByteArray> givenIv = iv.map(PackCommand::parseIv);
    Optional<EncryptionKey> givenKey =
        newKey.password.map(KeyOptions::passwordIn).or(() -> newKey.key.map(KeyOptions::keyIn));
    String note =
        InputFile.with(
            InputFile.of(file, terminal(), true), input -> pack(input, givenKey, givenIv));
    terminal().printMessage(note);
    return ExitCode.OK;
  }

  /** Checks the options before a file is read. */
  private void checkOptions() {
    how.compression.ifPresent(mode -> CompressionNames.checkWritable("--compress", mode));
    how.bytesCompression.ifPresent(
        mode -> CompressionNames.checkWritable("--compress-bytes", mode));
    boolean compresses = how.compression.isPresent() || how.bytesCompression.isPresent();
    CliException.rejectUsage(
        compresses && (newKey.password.isPresent() || newKey.key.isPresent()), NEW_KEY_UNUSED);
    CliException.rejectUsage(compresses && iv.isPresent(), IV_UNUSED);
    CliException.rejectUsage(engine.isPresent() && !how.encrypt, "--godot needs --encrypt");
    String name = engine.orElse("4");
    CliException.rejectUsage(
        !name.equals("3") && !name.equals("4"), "--godot: '" + name + "' is neither 3 nor 4");
    CliException.rejectUsage(name.equals("3") && iv.isPresent(), IV_UNUSED);
  }

  private static PackedByteArray parseIv(String hex) {
    byte[] bytes;
    try {
      bytes = HexText.parse(hex);
    } catch (CliException e) {
      throw CliException.usage("--iv: " + e.problem());
    }
    CliException.rejectUsage(
        bytes.length != Encrypted.IV_LENGTH, "--iv: 16 bytes are needed, not " + bytes.length);
    return PackedByteArray.unsafeWrap(bytes);
  }

  /** Writes the compressed or encrypted file. Returns a note for the user, which can be empty. */
  private String pack(
      InputFile input, Optional<EncryptionKey> givenKey, Optional<PackedByteArray> givenIv)
      throws IOException {
    output.of(input, terminal()); // rejects an invalid output before a password is asked for
    keys.unlock(input, InputFile.UNLIMITED, terminal());
    if (output.isInPlace()) {
      input.lock();
    }
    OutputFile target = output.of(input, terminal());
    List<Layer> before = input.layers();
    Optional<EncryptionForm> named =
        engine
            .map(name -> name.equals("3") ? EncryptionForm.GODOT_3 : EncryptionForm.GODOT_4)
            .or(() -> encryption(before).map(Encrypted::form));
    List<Layer> layers =
        how.encrypt ? encrypted(input, before, named, givenKey) : layersWithoutKey();
    SaveFormat format =
        SaveFormat.of(Dialect.GODOT_4).withLayers(changed(layers, givenKey, givenIv));
    checkEngine(input, encryption(before), encryption(layers));
    target.copy(input, format, how.bytesCompression);
    if (how.encrypt && named.isEmpty()) {
      return layers.get(0) + ", by the looks of the values; --godot says it for sure\n";
    }
    return encryption(before).isPresent() && encryption(layers).isEmpty()
        ? Text.printable(input.name()) + " is encrypted, and the written file is not\n"
        : "";
  }

  private static Optional<Encrypted> encryption(List<Layer> layers) {
    return layers.stream()
        .filter(Encrypted.class::isInstance)
        .map(Encrypted.class::cast)
        .findFirst();
  }

  private List<Layer> layersWithoutKey() {
    if (how.original.isPresent()) {
      return InputFile.with(
          InputFile.of(how.original.get(), terminal(), true),
          input -> {
            keys.unlock(input, InputFile.UNLIMITED, terminal());
            return input.layers();
          });
    }
    return how.compression
        .map(mode -> SaveFormat.of(Dialect.GODOT_4).compressed(mode).layers())
        .orElse(List.of());
  }

  private List<Layer> encrypted(
      InputFile input,
      List<Layer> before,
      Optional<EncryptionForm> named,
      Optional<EncryptionKey> givenKey)
      throws IOException {
    // Detection can fail, so it comes before the prompt for a password.
    EncryptionForm form = named.isPresent() ? named.get() : detected(input);
    EncryptionKey key =
        givenKey
            .or(() -> encryption(before).map(Encrypted::key))
            .orElseGet(() -> keys.toWrite(input.name(), terminal()));
    return List.of(new Encrypted(key, form, Optional.empty()));
  }

  private static EncryptionForm detected(InputFile input) throws IOException {
    try (SaveFile save = input.openSave(input.options())) {
      return save.format().dialect().generation() == Generation.GODOT_3
          ? EncryptionForm.GODOT_3
          : EncryptionForm.GODOT_4;
    } catch (SaveFileException e) {
      throw CliException.usage("the values do not tell which engine it is for: --godot 3 or 4");
    }
  }

  /**
   * Returns layers in which the encryption has the given key and initialization vector. Without a
   * given key, the encryption keeps its key.
   */
  private static List<Layer> changed(
      List<Layer> layers, Optional<EncryptionKey> key, Optional<PackedByteArray> givenIv) {
    Optional<Encrypted> old = encryption(layers);
    boolean hasIv = old.filter(one -> one.form() == EncryptionForm.GODOT_4).isPresent();
    CliException.rejectUsage(givenIv.isPresent() && !hasIv, IV_UNUSED);
    CliException.rejectUsage(key.isPresent() && old.isEmpty(), NEW_KEY_UNUSED);
    return layers.stream()
        .map(
            layer ->
                layer instanceof Encrypted one
                    ? new Encrypted(key.orElse(one.key()), one.form(), givenIv)
                    : layer)
        .toList();
  }

  /**
   * Rejects a new encryption of Godot 4 if the values are those of Godot 3, or the reverse, because
   * no engine reads such a file.
   */
  private static void checkEngine(
      InputFile input, Optional<Encrypted> before, Optional<Encrypted> after) throws IOException {
    Optional<EncryptionForm> form = after.map(Encrypted::form);
    if (form.isEmpty() || form.equals(before.map(Encrypted::form))) {
      return;
    }
    boolean isGodot3 = form.get() == EncryptionForm.GODOT_3;
    Generation engine = isGodot3 ? Generation.GODOT_3 : Generation.GODOT_4;
    Optional<Dialect> values = certainDialect(input);
    CliException.rejectUsage(
        values.isPresent() && values.get().generation() != engine,
        ("%s: its values are those of %s, which Godot %s cannot read; 'gdvar convert' makes"
                + " others of them")
            .formatted(input.name(), values.map(Dialect::name).orElse(""), isGodot3 ? 3 : 4));
  }

  /**
   * Returns the dialect of the values if they fit only dialects of Godot 3, or only dialects of
   * Godot 4; otherwise empty.
   */
  private static Optional<Dialect> certainDialect(InputFile input) throws IOException {
    try (SaveFile save = input.openSave(input.options())) {
      for (Iterator<SaveFile.Entry> each = save.entries(); each.hasNext(); ) {
        if (each.next().problem().isPresent()) {
          return Optional.empty(); // the contents may not be values
        }
      }
      Dialect dialect = save.format().dialect();
      Set<Generation> fitting =
          save.candidates().stream()
              .filter(one -> one.fit().isWhole())
              .filter(one -> one.dialect().hasEngineLeniency()) // not the dialects of the manual
              .map(one -> one.dialect().generation())
              .collect(Collectors.toSet());
      return fitting.equals(Set.of(dialect.generation())) ? Optional.of(dialect) : Optional.empty();
    } catch (SaveFileException e) {
      return Optional.empty();
    }
  }
}

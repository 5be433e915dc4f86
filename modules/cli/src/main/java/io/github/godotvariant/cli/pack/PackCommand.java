package io.github.godotvariant.cli.pack;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.cli.file.Data;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.KeyOptions;
import io.github.godotvariant.cli.file.RawCompression;
import io.github.godotvariant.cli.file.Source;
import io.github.godotvariant.cli.file.Target;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.codec.DialectProbe.Fit;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.Encrypted;
import io.github.godotvariant.save.EncryptionForm;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.Layer;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gdvar pack}: compresses or encrypts contents. */
@Command(
    name = "pack",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Compresses or encrypts a file, for the engine to open.",
      "",
      "FILE may be compressed or encrypted itself; it is unpacked first, and its password or key is"
          + " used again unless another is given. What is inside stays the same, byte for byte."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is written",
      "1:the file is damaged, or the password is wrong",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar pack player.plain -o player.save --compress zstd",
      "  gdvar pack player.plain -o player.save --like original.save",
      "  gdvar pack player.plain -o player.bytes --compress-bytes zstd",
      "  gdvar pack player.plain -o player.save --encrypt --new-password-file password"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class PackCommand implements Callable<Integer> {
  private static final String IV_UNUSED = "--iv: only files that Godot 4 encrypts have one";
  private static final String NEW_KEY_UNUSED = "a new password or key needs encryption";

  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
  private String file;

  @Mixin private Target target;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private How how;

  static final class How {
    @Option(
        names = "--compress",
        paramLabel = "MODE",
        converter = RawCompression.WrittenMode.class,
        completionCandidates = RawCompression.Mode.ToWrite.class,
        description = "Compress it: fastlz, deflate, zstd or gzip.")
    private Optional<Compression> compression = Optional.empty();

    @Option(
        names = "--compress-bytes",
        paramLabel = "MODE",
        converter = RawCompression.WrittenMode.class,
        completionCandidates = RawCompression.Mode.ToWrite.class,
        description =
            "Compress it as PackedByteArray.compress does: fastlz, deflate, zstd or gzip. The"
                + " result does not show MODE; --decompress MODE of other commands reads it.")
    private Optional<Compression> bytesCompression = Optional.empty();

    @Option(
        names = "--encrypt",
        description = "Encrypt it. If there is no password or key you are asked for one.")
    private boolean encrypt;

    @Option(
        names = "--like",
        paramLabel = "ORIGINAL",
        description = "Compress or encrypt it as this file is, with the same password or key.")
    private Optional<String> original = Optional.empty();
  }

  @Option(
      names = "--godot",
      paramLabel = "3|4",
      description =
          "Which engine is to open the encrypted file, as neither opens the other's. If it is not"
              + " given, FILE decides, by its own encryption or by its values. Values of the other"
              + " engine are refused; 'gdvar convert' makes them those of this one.")
  private Optional<String> engine = Optional.empty();

  @Option(
      names = "--iv",
      paramLabel = "HEX",
      description =
          "The 16 bytes that Godot 4 draws at random for each encrypted file, to get the same bytes"
              + " again. Never use the same ones for other contents.")
  private Optional<String> iv = Optional.empty();

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private NewKey newKey = new NewKey();

  static final class NewKey {
    @Option(
        names = "--new-password-file",
        paramLabel = "FILE",
        description = "Its first line, in UTF-8, is the password to encrypt with.")
    private Optional<String> password = Optional.empty();

    @Option(
        names = "--new-key-file",
        paramLabel = "FILE",
        description = "It holds the key to encrypt with.")
    private Optional<String> key = Optional.empty();

    boolean isGiven() {
      return password.isPresent() || key.isPresent();
    }
  }

  @Mixin private KeyOptions keys;

  /** Whether the values alone say which engine is to open the file. */
  private boolean isGuessed;

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    check(command);
    Optional<PackedByteArray> givenIv = iv();
    Optional<EncryptionKey> given = newKey();
    String note;
    try (Data data = Source.open(file, command, session, session.progressBesideResults())) {
      Optional<Path> path = target.path(data, command, session);
      SaveOptions open = keys.unlock(data, Target.UNLIMITED, command, session);
      if (target.isInPlace()) {
        data.lock();
      }
      List<Layer> layers = how.encrypt ? encrypted(data, open, given) : layers();
      SaveFormat format =
          SaveFormat.of(Dialect.GODOT_4).withLayers(changed(layers, given, givenIv));
      boolean wasEncrypted;
      try (FileAccessReader contents = data.pieces(open)) {
        List<Layer> before = contents.format().layers();
        wasEncrypted = isEncrypted(before);
        checkEngine(data, open, form(before), form(layers));
        if (how.bytesCompression.isPresent()) {
          Compression compression = how.bytesCompression.get();
          Target.writeCompressed(contents, compression, path, data.locked(), session);
        } else {
          Target.write(contents, path, data.locked(), format, session);
        }
        session.complain(data.name(), contents.remarks());
      }
      if (isGuessed) {
        note = layers.get(0) + ", by the looks of the values; --godot says it for sure\n";
      } else if (wasEncrypted && !isEncrypted(layers)) {
        note = Text.printable(data.name()) + " is encrypted, and the written file is not\n";
      } else {
        note = "";
      }
    } catch (SaveFileException e) {
      throw FileProblems.bad(Source.name(file), e);
    } catch (IOException e) {
      throw Source.unreadable(Source.name(file), e);
    }
    session.say(note);
    return ExitCode.OK;
  }

  /** What is wrong with the options by themselves, before any file is looked at. */
  private void check(CommandLine command) {
    how.compression.ifPresent(mode -> RawCompression.checkWritable("--compress", mode, command));
    how.bytesCompression.ifPresent(
        mode -> RawCompression.checkWritable("--compress-bytes", mode, command));
    if (how.compression.isPresent() || how.bytesCompression.isPresent()) {
      if (newKey.isGiven()) {
        throw new ParameterException(command, NEW_KEY_UNUSED);
      }
      if (iv.isPresent()) {
        throw new ParameterException(command, IV_UNUSED);
      }
    }
    if (engine.isPresent()) {
      if (!how.encrypt) {
        throw new ParameterException(command, "--godot needs --encrypt");
      }
      if (!engine.get().equals("3") && !engine.get().equals("4")) {
        throw new ParameterException(command, "--godot: '" + engine.get() + "' is neither 3 nor 4");
      }
      if (engine.get().equals("3") && iv.isPresent()) {
        throw new ParameterException(command, IV_UNUSED);
      }
    }
  }

  private List<Layer> layers() {
    if (how.original.isPresent()) {
      return layersOf(how.original.get());
    }
    return how.compression
        .map(mode -> SaveFormat.of(Dialect.GODOT_4).compressed(mode).layers())
        .orElse(List.of());
  }

  /** Layers with the key and initialisation vector that were asked for. */
  private List<Layer> changed(
      List<Layer> layers, Optional<EncryptionKey> key, Optional<PackedByteArray> givenIv) {
    List<Layer> changed = new ArrayList<>();
    boolean ivUsed = false;
    for (Layer layer : layers) {
      if (layer instanceof Encrypted encrypted) {
        boolean hasIv = encrypted.form() == EncryptionForm.GODOT_4;
        changed.add(
            new Encrypted(
                key.orElse(encrypted.key()), encrypted.form(), hasIv ? givenIv : Optional.empty()));
        ivUsed |= hasIv;
      } else {
        changed.add(layer);
      }
    }
    if (givenIv.isPresent() && !ivUsed) {
      throw new ParameterException(spec.commandLine(), IV_UNUSED);
    }
    if (key.isPresent() && changed.stream().noneMatch(Encrypted.class::isInstance)) {
      throw new ParameterException(spec.commandLine(), NEW_KEY_UNUSED);
    }
    return changed;
  }

  private List<Layer> layersOf(String original) {
    try (Data data =
        Source.open(original, spec.commandLine(), session, session.progressBesideResults())) {
      SaveOptions open = keys.unlock(data, Target.UNLIMITED, spec.commandLine(), session);
      return layersOf(data, open);
    } catch (SaveFileException e) {
      throw FileProblems.bad(Source.name(original), e);
    } catch (IOException e) {
      throw Source.unreadable(Source.name(original), e);
    }
  }

  private static List<Layer> layersOf(Data data, SaveOptions open) throws IOException {
    try (FileAccessReader reader = data.pieces(open)) {
      return reader.format().layers();
    }
  }

  private static boolean isEncrypted(List<Layer> layers) {
    return form(layers).isPresent();
  }

  private static Optional<EncryptionForm> form(List<Layer> layers) {
    return layers.stream()
        .filter(Encrypted.class::isInstance)
        .map(layer -> ((Encrypted) layer).form())
        .findFirst();
  }

  /** Refuses values of one engine in the encryption of the other, which no engine opens. */
  private void checkEngine(
      Data data, SaveOptions open, Optional<EncryptionForm> before, Optional<EncryptionForm> form)
      throws IOException {
    if (form.isEmpty() || form.equals(before)) {
      return;
    }
    Generation engine =
        form.get() == EncryptionForm.GODOT_3 ? Generation.GODOT_3 : Generation.GODOT_4;
    Optional<Dialect> values = certainDialect(data, open);
    if (values.isPresent() && values.get().generation() != engine) {
      throw new ParameterException(
          spec.commandLine(),
          data.name()
              + ": its values are those of "
              + values.get().name()
              + ", which Godot "
              + (engine == Generation.GODOT_3 ? "3" : "4")
              + " cannot read; 'gdvar convert' makes others of them");
    }
  }

  /** The engine's dialect of values that fit that of the other engine in no way. */
  private static Optional<Dialect> certainDialect(Data data, SaveOptions open) throws IOException {
    try (SaveFile save = data.values(open)) {
      for (Iterator<SaveFile.Entry> each = save.entries(); each.hasNext(); ) {
        if (each.next().problem().isPresent()) {
          return Optional.empty(); // they may be something else
        }
      }
      Dialect dialect = save.format().dialect();
      Set<Generation> fitting =
          save.candidates().stream()
              .filter(one -> one.fit() == Fit.CANONICAL || one.fit() == Fit.READABLE)
              .filter(one -> one.dialect().engineLeniency()) // the manual's are nobody's here
              .map(one -> one.dialect().generation())
              .collect(Collectors.toSet());
      return fitting.equals(Set.of(dialect.generation())) ? Optional.of(dialect) : Optional.empty();
    } catch (SaveFileException e) {
      return Optional.empty();
    }
  }

  private List<Layer> encrypted(Data data, SaveOptions open, Optional<EncryptionKey> given)
      throws IOException {
    Optional<Encrypted> before =
        layersOf(data, open).stream()
            .filter(Encrypted.class::isInstance)
            .map(Encrypted.class::cast)
            .findFirst();
    Optional<EncryptionForm> known =
        engine
            .map(name -> name.equals("3") ? EncryptionForm.GODOT_3 : EncryptionForm.GODOT_4)
            .or(() -> before.map(Encrypted::form));
    // Before anybody is asked for a password.
    Optional<Dialect> guess =
        known.isPresent() ? Optional.empty() : Optional.of(dialectOfValues(data, open));
    isGuessed = guess.isPresent();
    EncryptionKey key =
        given
            .or(() -> before.map(Encrypted::key))
            .orElseGet(() -> keys.toWrite(data.name(), spec.commandLine(), session));
    return guess
        .map(dialect -> SaveFormat.of(dialect).encrypted(key).layers())
        .orElseGet(() -> List.of(new Encrypted(key, known.orElseThrow(), Optional.empty())));
  }

  private Dialect dialectOfValues(Data data, SaveOptions open) throws IOException {
    try (SaveFile save = data.values(open)) {
      return save.format().dialect();
    } catch (SaveFileException e) {
      throw new ParameterException(
          spec.commandLine(), "the values do not tell which engine it is for: --godot 3 or 4", e);
    }
  }

  private Optional<EncryptionKey> newKey() {
    return newKey
        .password
        .map(name -> KeyOptions.passwordIn(name, spec.commandLine()))
        .or(() -> newKey.key.map(name -> KeyOptions.keyIn(name, spec.commandLine())));
  }

  private Optional<PackedByteArray> iv() {
    if (iv.isEmpty()) {
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = HexText.parse(iv.get());
    } catch (BadDataException e) {
      throw new ParameterException(spec.commandLine(), "--iv: " + e.problem(), e);
    }
    if (bytes.length != Encrypted.IV_LENGTH) {
      throw new ParameterException(
          spec.commandLine(), "--iv: 16 bytes are needed, not " + bytes.length);
    }
    return Optional.of(PackedByteArray.wrap(bytes));
  }
}

package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.cli.file.CarrierOptions;
import io.github.godotvariant.cli.file.CodecOptions;
import io.github.godotvariant.cli.file.Data;
import io.github.godotvariant.cli.file.DialectNames;
import io.github.godotvariant.cli.file.FileProblems;
import io.github.godotvariant.cli.file.FramingNames;
import io.github.godotvariant.cli.file.KeyOptions;
import io.github.godotvariant.cli.file.OtherFile;
import io.github.godotvariant.cli.file.RawCompression;
import io.github.godotvariant.cli.file.Source;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.BadDataException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.FileTroubleException;
import io.github.godotvariant.cli.terminal.Output;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Progress;
import io.github.godotvariant.cli.terminal.Session;
import io.github.godotvariant.cli.terminal.Version;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.JsonLines;
import io.github.godotvariant.codec.DialectProbe;
import io.github.godotvariant.codec.DialectProbe.Candidate;
import io.github.godotvariant.codec.DialectProbe.Fit;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.Layer;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** {@code gdvar inspect}: what bytes are. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Says what a file of values is, or the bytes of one value.",
      "",
      "Takes what store_var wrote, plain, compressed or encrypted, what Marshalls made (a line of"
          + " Base64 for each value), and the bytes of one value by themselves.",
      "",
      "With --packet the bytes are what a game with @rpc sends or gets.",
      "",
      "Prints what the file is, and each value as a tree with the offset, size and type of"
          + " everything in it; with --bytes, the meaning of each byte. Offsets and sizes are in"
          + " bytes and include the header; those of an entry are its value's. In a compressed or"
          + " encrypted file, offsets count in what 'gdvar unpack' makes of it.",
      "",
      "If a value is broken, or if bytes follow it, as much as could be read is printed, then"
          + " what is wrong on standard error."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all of it can be read",
      "1:some of it is broken or no value, or the password is wrong",
      "2:the command line is wrong",
      ExitCode.FILE_TROUBLE_MEANS,
      ExitCode.NO_MEMORY_MEANS
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  gdvar inspect player.save",
      "  GDVAR_PASSWORD=secret gdvar inspect encrypted.save",
      "  gdvar inspect --bytes --hex '02 00 00 00 05 00 00 00'",
      "  gdvar inspect --packet --hex '00 0a 03 02 02 01 02 02'",
      "  gdvar inspect --dialect godot-3 --objects --full - < scene-state.bin"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class InspectCommand implements Callable<Integer> {
  @ParentCommand private Session session;
  @Spec private CommandSpec spec;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source;

  @Option(
      names = "--bytes",
      description = "Print every byte with the field it belongs to, not the tree.")
  private boolean bytesWanted;

  @Option(
      names = "--packet",
      description =
          "The bytes are one packet of Godot's high-level multiplayer, 4.3 or later: a message of"
              + " its WebSocket. That does not show, so it has to be said.")
  private boolean packet;

  @Option(names = "--full", description = "Print everything, however long it is.")
  private boolean full;

  @Option(
      names = "--json",
      description =
          "Print what the file is as a JSON object in a line, for other programs. Of a file that"
              + " cannot be read it has the members that are known, and what is wrong in \"problems\".")
  private boolean json;

  /** What the values are wrapped in, once that is known. */
  private Optional<List<Layer>> layers = Optional.empty();

  /** Whether the JSON object is printed already. */
  private boolean described;

  @Option(
      names = "--dialect",
      paramLabel = "NAME",
      completionCandidates = DialectNames.class,
      description =
          "What the bytes are written in; 'gdvar dialects' lists the names. If it is not given, the"
              + " likeliest is proposed, and the report says why.")
  private Optional<Dialect> dialect = Optional.empty();

  @Mixin private CodecOptions options;
  @Mixin private CarrierOptions carrier;
  @Mixin private RawCompression raw;
  @Mixin private KeyOptions keys;

  @Override
  public Integer call() {
    try {
      return inspect();
    } catch (BadDataException e) {
      describeTrouble(e.problem());
      throw e;
    } catch (FileTroubleException e) {
      describeTrouble(e.problem());
      throw e;
    }
  }

  private void describeTrouble(String problem) {
    if (json && !described) {
      JsonLines lines = new JsonLines(spec.commandLine().getOut());
      lines.trouble(source.name(), line -> layers.ifPresent(all -> layers(line, all)), problem);
    }
  }

  private int inspect() {
    CommandLine command = spec.commandLine();
    if (options.isDoublePrecision() && dialect.isEmpty()) {
      throw new ParameterException(command, "--double needs --dialect");
    }
    if (json && (bytesWanted || full)) {
      throw new ParameterException(
          command, "--json says what the file is; --bytes and --full are for people");
    }
    SaveOptions open =
        carrier.options(
            dialect.map(known -> options.codec(known, command).dialect()), options.objects());
    if (packet && (json || open.framing().isPresent())) {
      throw new ParameterException(
          command, "--packet is one packet, for people: neither --json nor --framing");
    }
    if (packet && dialect.orElse(Dialect.GODOT_4).generation() != Generation.GODOT_4) {
      throw new ParameterException(command, "--packet is of Godot 4");
    }
    Progress progress = session.progress();
    try (Data data = raw.decompress(source.open(command, session, progress))) {
      inspect(data, open, progress);
    } catch (SaveFileException e) {
      throw FileProblems.bad(source.name(), e);
    } catch (IOException e) {
      throw Source.unreadable(source.name(), e);
    } catch (UncheckedIOException e) {
      throw e instanceof Output.Failed ? e : Source.unreadable(source.name(), e);
    }
    return ExitCode.OK;
  }

  private void inspect(Data data, SaveOptions known, Progress progress) throws IOException {
    CommandLine command = spec.commandLine();
    Report report =
        new Report(
            command.getOut(),
            new Paint(command.getColorScheme().ansi()),
            full ? Detail.FULL : Detail.SHORT,
            bytesWanted);
    if (packet) {
      byte[] bytes = data.all();
      progress.end();
      VariantCodec codec = options.codec(dialect.orElse(Dialect.GODOT_4), command);
      new PacketReport(report, data.name(), bytes, bytesWanted).print(codec);
      return;
    }
    SaveOptions open = keys.unlock(data, known, command, session);
    if (json) {
      describe(data, open);
      return;
    }
    List<Layer> wrapped;
    try (FileAccessReader reader = data.pieces(open)) {
      wrapped = reader.format().layers();
    }
    Optional<Framing> framing =
        wrapped.isEmpty() ? framing(data, open) : framingInside(report, data, open, wrapped);
    if (framing.isPresent()) {
      new CarrierReport(report, data, open, wrapped, framing.get()).print(progress);
    } else {
      byte[] bytes = data.all();
      progress.end();
      Optional<DialectProposal> proposal =
          dialect.isPresent()
              ? Optional.empty()
              : Optional.of(DialectProposal.of(bytes, options.objects()));
      if (proposal.isPresent() && !proposal.get().whole() && open.framing().isEmpty()) {
        refuseOther(data.name(), OtherFile.problem(bytes));
      }
      VariantCodec codec =
          options.codec(dialect.or(() -> proposal.map(DialectProposal::dialect)).get(), command);
      new BareReport(report, data.name(), bytes).print(codec, proposal);
    }
  }

  private void describe(Data data, SaveOptions open) throws IOException {
    try (FileAccessReader reader = data.pieces(open)) {
      layers = Optional.of(reader.format().layers());
    }
    try (StoredValues values = new StoredValues(data, open)) {
      List<String> problems = new ArrayList<>();
      AtomicLong count = new AtomicLong();
      Optional<String> end =
          values.rest(
              stored -> {
                count.incrementAndGet();
                stored.problem().ifPresent(problems::add);
              });
      end.ifPresent(problems::add);
      if (count.get() == 0 && problems.isEmpty()) {
        problems.add("there is no value in it");
      }
      described = true;
      new JsonLines(spec.commandLine().getOut())
          .line(
              line -> {
                describe(line, data.name(), values, count.get(), problems);
                remarks(line, values, open.dialect().isEmpty(), problems.isEmpty());
              });
      if (!problems.isEmpty()) {
        throw new BadDataException(data.name() + ": " + problems.get(0));
      }
    } catch (SaveFileException e) {
      throw FileProblems.bad(data, open, e);
    }
  }

  private static void describe(
      JsonGenerator line, String name, StoredValues values, long count, List<String> problems) {
    SaveFormat format = values.format();
    line.writeStringProperty("file", name);
    line.writeStringProperty("format", format.toString());
    layers(line, format.layers());
    line.writeStringProperty("framing", FramingNames.name(format.framing()));
    line.writeStringProperty("dialect", format.dialect().name());
    line.writeArrayPropertyStart("candidates");
    for (Candidate candidate : values.candidates()) {
      line.writeStartObject();
      line.writeStringProperty("dialect", candidate.dialect().name());
      line.writeStringProperty("fit", candidate.fit().name());
      line.writeStringProperty("reason", candidate.reason());
      line.writeEndObject();
    }
    line.writeEndArray();
    line.writeNumberProperty("values", count);
    line.writeArrayPropertyStart("problems");
    problems.forEach(line::writeString);
    line.writeEndArray();
  }

  private static void remarks(
      JsonGenerator line, StoredValues values, boolean isProposed, boolean isWhole) {
    line.writeArrayPropertyStart("remarks");
    values.remarks().forEach(line::writeString);
    if (isProposed) {
      CarrierReport.otherDialects(values.candidates(), values.format().dialect(), isWhole)
          .forEach(line::writeString);
    }
    line.writeEndArray();
  }

  private static void layers(JsonGenerator line, List<Layer> layers) {
    line.writeArrayPropertyStart("layers");
    layers.forEach(layer -> line.writeString(layer.toString()));
    line.writeEndArray();
  }

  private static void refuseOther(String name, Optional<String> problem) {
    problem.ifPresent(
        what -> {
          throw new BadDataException(name + ": " + what);
        });
  }

  /** How values follow each other in a plain file; nothing for a value by itself. */
  private Optional<Framing> framing(Data data, SaveOptions open) throws IOException {
    if (open.framing().isPresent()) {
      return open.framing().filter(given -> given != Framing.BARE);
    }
    if (data.size() == 0) {
      return Optional.of(Framing.STORE_VAR); // a save without values
    }
    if (source.isHex() && isValue(data.all(), open.objects())) {
      return Optional.empty(); // whoever types bytes rarely types a file
    }
    try (SaveFile save = data.values(open)) {
      if (source.isHex()) {
        save.iterator().next(); // or else they are one value that is broken
      }
      return Optional.of(save.format().framing()).filter(found -> found != Framing.BARE);
    } catch (AmbiguousSaveFileException e) {
      if (!e.framings().isEmpty()) {
        throw e;
      }
      for (Framing framing : Framing.values()) {
        if (framing != Framing.BARE) {
          data.values(open.withFraming(framing)).close(); // asks for the dialect
        }
      }
      return Optional.empty();
    } catch (SaveFileException e) {
      boolean isCut = e.reason() == Reason.TRUNCATED && !source.isHex();
      return isCut && OtherFile.problem(data, open).isEmpty() && isLength(data.all(), open)
          ? Optional.of(lengthFraming(data.all()))
          : Optional.empty();
    }
  }

  /** In the wrong order of bytes a length is one that no file has. */
  private static Framing lengthFraming(byte[] bytes) {
    int length = ByteBuffer.wrap(bytes).getInt();
    return Integer.compareUnsigned(length, Integer.reverseBytes(length)) < 0
        ? Framing.STORE_VAR_BIG_ENDIAN
        : Framing.STORE_VAR;
  }

  /** Whether bytes are a value in any dialect, just as it is written. */
  private static boolean isValue(byte[] bytes, ObjectMode objects) {
    return DialectProbe.rank(bytes, objects, ReadLimits.DEFAULT).stream()
        .anyMatch(one -> one.fit() == Fit.CANONICAL);
  }

  /** Whether bytes that are cut off make more sense behind a length than from their start. */
  private static boolean isLength(byte[] bytes, SaveOptions open) {
    byte[] rest = Arrays.copyOfRange(bytes, 4, bytes.length);
    return progress(rest, open) > progress(bytes, open);
  }

  private static int progress(byte[] bytes, SaveOptions open) {
    Dialect likely =
        open.dialect().orElseGet(() -> DialectProposal.of(bytes, open.objects()).dialect());
    return VariantCodec.of(likely).withObjects(open.objects()).inspect(bytes, 0, 0).length();
  }

  /** How values follow each other in what was decrypted or decompressed. */
  private static Optional<Framing> framingInside(
      Report report, Data data, SaveOptions open, List<Layer> layers) throws IOException {
    try (SaveFile save = data.values(open)) {
      return Optional.of(save.format().framing());
    } catch (AmbiguousSaveFileException e) {
      throw e;
    } catch (SaveFileException e) {
      Optional<String> other =
          open.framing().isPresent() ? Optional.empty() : OtherFile.problem(data, open);
      boolean values =
          switch (e.reason()) {
            case TRUNCATED, CORRUPT_BLOCK, VALUE, LIMIT -> other.isEmpty();
            default -> false;
          };
      if (values) {
        return Optional.of(Framing.STORE_VAR);
      }
      report.line(layers.stream().map(Object::toString).collect(Collectors.joining(" > ")));
      refuseOther(data.name(), other);
      throw e;
    }
  }
}

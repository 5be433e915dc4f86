package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.ReadLimits;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.cli.file.FileSignatures;
import io.github.godotvariant.cli.file.FramingNames;
import io.github.godotvariant.cli.file.InputFile;
import io.github.godotvariant.cli.file.InputOptions;
import io.github.godotvariant.cli.file.StoredValues;
import io.github.godotvariant.cli.terminal.CliCommand;
import io.github.godotvariant.cli.terminal.CliException;
import io.github.godotvariant.cli.terminal.ExitCode;
import io.github.godotvariant.cli.terminal.Terminal;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.HexText;
import io.github.godotvariant.cli.values.JsonLines;
import io.github.godotvariant.codec.ObjectMode;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.WireNode;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.Generation;
import io.github.godotvariant.save.AmbiguousSaveFileException;
import io.github.godotvariant.save.FormatCandidate;
import io.github.godotvariant.save.FormatCandidate.Fit;
import io.github.godotvariant.save.FormatDetector;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.Layer;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveFileException.Reason;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

/** {@code gdvar inspect}: describes bytes. */
@Command(
    name = "inspect",
    description = {
      "Shows the values of a file, or the bytes of one value. 'gdvar FILE' does the same.",
      "",
      "Reads files of store_var, plain, compressed or encrypted; files of Marshalls (a line of"
          + " Base64 for each value); and the bytes of one value. With --packet, reads a packet"
          + " that a game with @rpc sends or receives; with --datagram, a UDP datagram of ENet."
          + " Captures of tcpdump and Wireshark (pcap, pcapng) are printed as ENet datagrams.",
      "",
      "Prints the format of the file, and each value as a tree with the offset, size and type of"
          + " all values in it; with --bytes, the meaning of each byte. Offsets and sizes are in"
          + " bytes and include the header; those of an entry are those of its value. In a"
          + " compressed or encrypted file, offsets count in the output of 'gdvar unpack'.",
      "",
      "If the file starts with other bytes, such as a version number or a magic, the values of"
          + " store_var between these bytes are found and printed with their offsets.",
      "",
      "If a value is malformed, or if bytes follow it, the readable part is printed, and then the"
          + " problem on standard error."
    },
    footer = {
      "  gdvar inspect player.save",
      "  GDVAR_PASSWORD=secret gdvar inspect encrypted.save",
      "  gdvar inspect --bytes --hex '02 00 00 00 05 00 00 00'",
      "  gdvar inspect --packet --hex '00 0a 03 02 02 01 02 02'",
      "  gdvar inspect game.pcap",
      "  gdvar inspect --dialect godot-3 --objects --full - < scene-state.bin"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class InspectCommand extends CliCommand {

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source;

  static final class Source {
    @Parameters(
        index = "0",
        arity = "1",
        paramLabel = "FILE",
        description = "The file with the bytes; - is standard input.")
    private Optional<String> file = Optional.empty();

    @Option(
        names = "--hex",
        paramLabel = "TEXT",
        description = "The bytes as hex digits, with or without spaces.")
    private Optional<String> hex = Optional.empty();

    boolean isHex() {
      return hex.isPresent();
    }

    String name() {
      return isHex() ? "hex" : InputFile.name(file.orElseThrow());
    }

    InputFile open(Terminal terminal) {
      return isHex()
          ? InputFile.of(name(), HexText.parse(hex.get()), terminal.progress(false))
          : InputFile.of(file.orElseThrow(), terminal, false);
    }
  }

  @Option(names = "--bytes", description = "Print each byte with its field instead of the tree.")
  private boolean bytesWanted;

  @Option(
      names = "--packet",
      description =
          "Read one packet of Godot's high-level multiplayer, 4.3 or later: a message of its"
              + " WebSocket. This cannot be detected.")
  private boolean packet;

  @Option(
      names = "--datagram",
      description = "Read one UDP datagram that a game with ENetMultiplayerPeer sends or receives.")
  private boolean datagram;

  @Option(names = "--full", description = "Print long values in full.")
  private boolean full;

  @Option(
      names = "--json",
      description =
          "Print the format of the file as a JSON object on a line. If the file cannot be read, it"
              + " has the known members, and the errors in \"problems\".")
  private boolean json;

  private static final Set<VariantType> LENGTH_TYPES =
      Set.of(
          VariantType.ARRAY,
          VariantType.DICTIONARY,
          VariantType.OBJECT,
          VariantType.STRING,
          VariantType.STRING_NAME);

  /**
   * The maximum length, in bytes, of a single value whose dialect is detected. The limit saves
   * memory, because detection decodes the value. {@link SaveFile} has the same limit for values
   * with a length before them.
   */
  private static final int MAX_RANKED_BYTES = 1 << 24;

  /** The reasons of exceptions after which a part of the file can still be read. */
  private static final Set<Reason> DAMAGE =
      Set.of(Reason.TRUNCATED, Reason.CORRUPT_BLOCK, Reason.VALUE, Reason.LIMIT);

  /** The compression and encryption of the file; empty until they are known. */
  private Optional<List<Layer>> layers = Optional.empty();

  /** Whether the JSON object is printed already. */
  private boolean described;

  @Mixin private InputOptions options;

  @Override
  public Integer call() {
    try {
      return inspect();
    } catch (CliException e) {
      if (e.code() != ExitCode.USAGE) {
        describeProblem(e.problem());
      }
      throw e;
    }
  }

  private void describeProblem(String problem) {
    if (json && !described) {
      JsonLines lines = new JsonLines(terminal().out());
      lines.error(source.name(), line -> layers.ifPresent(all -> layers(line, all)), problem);
    }
  }

  private int inspect() {
    // The bytes of --hex are one value or a whole file. A search for values could find a part of a
    // malformed value.
    SaveOptions known = options.saveOptions().withSearch(!source.isHex());
    CliException.rejectUsage(
        json && (bytesWanted || full),
        "--json says what the file is; --bytes and --full are for people");
    if (packet || datagram) {
      checkMessageOptions(known);
    }
    return InputFile.with(
        source.open(terminal()),
        input -> {
          if (packet || datagram) {
            options.layers().decompress(input);
          } else {
            options.layers().open(input, false, known, terminal());
          }
          inspect(input);
          return ExitCode.OK;
        });
  }

  private void checkMessageOptions(SaveOptions known) {
    String name = packet ? "--packet" : "--datagram";
    CliException.rejectUsage(packet && datagram, "either --packet or --datagram");
    CliException.rejectUsage(
        json || known.framing().isPresent() || datagram && bytesWanted,
        name + " cannot be combined with --json or --framing" + (datagram ? " or --bytes" : ""));
    checkMessageDialect(name);
  }

  private void checkMessageDialect(String name) {
    CliException.rejectUsage(
        messageDialect().generation() != Generation.GODOT_4, name + " needs a dialect of Godot 4");
  }

  private Dialect messageDialect() {
    return options.dialect().orElse(Dialect.GODOT_4);
  }

  private void inspect(InputFile input) throws IOException {
    Report report =
        new Report(terminal().out(), paint(), full ? Detail.FULL : Detail.SHORT, bytesWanted);
    if (packet) {
      byte[] bytes = allOf(input);
      new PacketReport(report, input.name(), bytes, bytesWanted)
          .print(options.codec(messageDialect()));
      return;
    }
    if (isCapture(input) || datagram) {
      printDatagrams(report, input);
      return;
    }
    if (json) {
      describe(input);
      return;
    }
    boolean isPlain = input.layers().isEmpty();
    Optional<SaveFile> file = isPlain ? valuesOf(input) : Optional.of(valuesInside(report, input));
    boolean isOneValue =
        isPlain
            && file.isPresent()
            && file.get().framing() == Framing.BARE
            && (options.dialect().isPresent() || input.size() <= MAX_RANKED_BYTES);
    if (file.isPresent() && !isOneValue) {
      new CarrierReport(report, input, file.get()).print();
    } else {
      byte[] bytes = isOneValue ? file.get().encoded().next() : input.all();
      input.progress().end();
      List<FormatCandidate> ranking =
          options.dialect().isPresent() ? List.of() : rank(bytes, options.objects());
      if (!ranking.isEmpty()
          && !ranking.get(0).fit().isWhole()
          && input.options().framing().isEmpty()) {
        Report.reject(input.name(), FileSignatures.problem(bytes));
        CliException.rejectData(
            !source.isHex() && !isPartOfValue(bytes, ranking.get(0)),
            input.name() + ": " + FileSignatures.unknown(bytes));
      }
      VariantCodec codec =
          options.codec(options.dialect().orElseGet(() -> ranking.get(0).dialect()));
      new BareReport(report, input.name(), bytes).print(codec, ranking);
    }
  }

  private static byte[] allOf(InputFile input) throws IOException {
    byte[] bytes = input.all();
    input.progress().end();
    return bytes;
  }

  private boolean isCapture(InputFile input) throws IOException {
    boolean isPlainFile = !source.isHex() && input.options().framing().isEmpty();
    boolean isCapture =
        isPlainFile
            && CaptureFile.isCapture(input.stream().readNBytes(CaptureFile.PCAPNG_BLOCK_BYTES));
    CliException.rejectUsage(
        isCapture && (json || bytesWanted || datagram),
        input.name()
            + " is a capture of packets, for which --datagram, --json and --bytes do nothing");
    if (isCapture) {
      checkMessageDialect("a capture of packets");
    }
    return isCapture;
  }

  private void printDatagrams(Report report, InputFile input) throws IOException {
    byte[] bytes = allOf(input);
    try (DatagramReport datagrams = new DatagramReport(report, options.codec(messageDialect()))) {
      if (datagram) {
        datagrams.print(input.name(), bytes);
      } else {
        datagrams.print(input.name(), new CaptureFile(bytes));
      }
    }
  }

  private void describe(InputFile input) throws IOException {
    layers = Optional.of(input.layers());
    try (StoredValues values = input.values()) {
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
        problems.add("no values found");
      }
      described = true;
      new JsonLines(terminal().out())
          .line(line -> describe(line, values, options.dialect().isEmpty(), count.get(), problems));
      Report.reject(input.name(), problems.stream().findFirst());
    }
  }

  private static void describe(
      JsonGenerator line,
      StoredValues values,
      boolean isProposed,
      long count,
      List<String> problems) {
    SaveFile file = values.file();
    SaveFormat format = file.format();
    line.writeStringProperty("file", values.name());
    line.writeStringProperty("format", format.toString());
    layers(line, format.layers());
    line.writeStringProperty("framing", FramingNames.name(format.framing()));
    line.writeStringProperty("dialect", format.dialect().name());
    line.writeArrayPropertyStart("candidates");
    for (FormatCandidate candidate : file.candidates()) {
      line.writeStartObject();
      line.writeStringProperty("dialect", candidate.dialect().name());
      line.writeStringProperty("fit", candidate.fit().name());
      line.writeStringProperty("reason", candidate.reason());
      line.writeEndObject();
    }
    line.writeEndArray();
    line.writeNumberProperty("values", count);
    JsonLines.strings(line, "problems", problems);
    List<String> remarks = new ArrayList<>(file.remarks());
    if (isProposed) {
      remarks.addAll(
          CarrierReport.otherDialects(file.candidates(), format.dialect(), problems.isEmpty()));
    }
    JsonLines.strings(line, "remarks", remarks);
  }

  private static void layers(JsonGenerator line, List<Layer> layers) {
    JsonLines.strings(line, "layers", layers.stream().map(Layer::toString).toList());
  }

  /**
   * Returns whether the bytes are probably a damaged value. This requires that at least half of the
   * bytes can be read as a value with a length or a count. Values of a fixed length are not
   * accepted, because many other files start with bytes that look like such a value.
   */
  private static boolean isPartOfValue(byte[] bytes, FormatCandidate candidate) {
    VariantCodec codec = VariantCodec.of(candidate.dialect()).withObjects(ObjectMode.FULL);
    Optional<WireNode> root = codec.inspect(bytes, 0, 0).root();
    boolean hasLength =
        root.filter(
                node -> node.type().elementType().isPresent() || LENGTH_TYPES.contains(node.type()))
            .isPresent();
    return hasLength && candidate.explained() > 8 && 2 * candidate.explained() >= bytes.length;
  }

  /**
   * Ranks the dialects by how well they fit bytes. If no dialect reads all bytes, also ranks the
   * dialects with full objects. The report then names the right dialect even if the value contains
   * a full object, and {@code --objects} is not given.
   */
  private static List<FormatCandidate> rank(byte[] bytes, ObjectMode objects) {
    List<FormatCandidate> ranking = FormatDetector.rank(bytes, objects, ReadLimits.DEFAULT);
    if (objects == ObjectMode.IDS && !ranking.get(0).fit().isWhole()) {
      List<FormatCandidate> full = FormatDetector.rank(bytes, ObjectMode.FULL, ReadLimits.DEFAULT);
      return full.get(0).fit().compareTo(ranking.get(0).fit()) < 0 ? full : ranking;
    }
    return ranking;
  }

  /**
   * Opens a file that is neither compressed nor encrypted. Returns empty if the bytes are to be
   * reported as one value.
   */
  private Optional<SaveFile> valuesOf(InputFile input) throws IOException {
    SaveOptions open = input.options();
    if (open.framing().isPresent()) {
      return open.framing().get() == Framing.BARE
          ? Optional.empty()
          : Optional.of(input.openSave(open));
    }
    if (input.size() == 0) {
      return Optional.of(input.openSave(open.withFraming(Framing.STORE_VAR))); // without values
    }
    if (source.isHex() && isValue(input.all(), open.objects())) {
      return Optional.empty(); // bytes on the command line are rarely a whole file
    }
    SaveFile save;
    try {
      save = input.openSave(open);
      if (source.isHex()) {
        save.iterator().next(); // throws if the bytes are one malformed value and not a file
      }
    } catch (AmbiguousSaveFileException e) {
      if (e.candidates().stream().anyMatch(one -> one.framing() == Framing.BARE)) {
        return Optional.empty(); // the report of one value lists the dialects
      }
      throw e;
    } catch (SaveFileException e) {
      if (e.reason() == Reason.UNSUPPORTED) {
        throw e;
      }
      boolean isCut = e.reason() == Reason.TRUNCATED && !source.isHex();
      return isCut && FileSignatures.problem(input).isEmpty() && isLength(input.all(), open)
          ? Optional.of(input.openSave(open.withFraming(lengthFraming(input.all()))))
          : Optional.empty();
    }
    return Optional.of(source.isHex() ? input.openSave(open.withFraming(save.framing())) : save);
  }

  /**
   * Returns the framing of a truncated file that starts with a length. Assumes the byte order in
   * which this length is the smaller number.
   */
  private static Framing lengthFraming(byte[] bytes) {
    int length = ByteBuffer.wrap(bytes).getInt();
    return Integer.compareUnsigned(length, Integer.reverseBytes(length)) < 0
        ? Framing.STORE_VAR_BIG_ENDIAN
        : Framing.STORE_VAR;
  }

  /**
   * Returns whether bytes are a value in at least one dialect, exactly as a writer of that dialect
   * would write the value.
   */
  private static boolean isValue(byte[] bytes, ObjectMode objects) {
    return FormatDetector.rank(bytes, objects, ReadLimits.DEFAULT).stream()
        .anyMatch(one -> one.fit() == Fit.CANONICAL);
  }

  /**
   * Returns whether truncated bytes probably start with a length, not with a value. Compares the
   * number of bytes that can be read in the two cases.
   */
  private static boolean isLength(byte[] bytes, SaveOptions open) {
    byte[] rest = Arrays.copyOfRange(bytes, 4, bytes.length);
    return progress(rest, open) > progress(bytes, open);
  }

  private static int progress(byte[] bytes, SaveOptions open) {
    Dialect likely = open.dialect().orElseGet(() -> rank(bytes, open.objects()).get(0).dialect());
    return VariantCodec.of(likely).withObjects(open.objects()).inspect(bytes, 0, 0).length();
  }

  /** Opens the values in the contents of a compressed or encrypted file. */
  private static SaveFile valuesInside(Report report, InputFile input) throws IOException {
    SaveOptions open = input.options();
    try {
      return input.openSave(open);
    } catch (AmbiguousSaveFileException e) {
      throw e;
    } catch (SaveFileException e) {
      Optional<String> other =
          open.framing().isPresent() ? Optional.empty() : FileSignatures.problem(input);
      if (DAMAGE.contains(e.reason()) && other.isEmpty()) {
        return input.openSave(open.withFraming(Framing.STORE_VAR));
      }
      report.line(CarrierReport.chain(input.layers().stream()));
      Report.reject(input.name(), other);
      throw e;
    }
  }
}

package io.github.godotvariant.cli.file;

import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.SaveFileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Recognises kinds of files that do not contain values, such as images, by their first bytes. Also
 * recognises text of {@code var_to_str}.
 */
public final class FileSignatures {
  /**
   * The number of bytes at the start of a file that are compared with the patterns of the kinds.
   */
  private static final int START = 1 << 12;

  /** The length in bytes of the shortest encoded value, which consists only of a header. */
  private static final int SHORTEST = 4;

  private static final byte[] MARK = Text.MARK.getBytes(StandardCharsets.UTF_8);

  /**
   * A kind of file that does not contain values.
   *
   * @param start the pattern of the first bytes, decoded as ISO 8859-1. The pattern must not repeat
   *     a group, because the matcher would need stack for each repetition
   * @param title the name of the kind in messages
   * @param advice the text after the title in messages, which says what the user can do; can be
   *     empty
   */
  private record Kind(Pattern start, String title, String advice) {
    Kind(String start, String title, String advice) {
      this(Pattern.compile(start, Pattern.MULTILINE), title, advice);
    }

    Kind(String start, String title) {
      this(start, title, "");
    }

    static Kind compressed(String start, String title, String mode) {
      return new Kind(
          start,
          title,
          "; if PackedByteArray.compress made it, --decompress " + mode + " undoes that");
    }
  }

  private static final Kind JSON =
      new Kind(
          "\\s*+(\\{\\s*+[\"}]|\\[\\s*+([-\\[{\"\\]\\d]|(true|false|null)\\s*+,))",
          "JSON text",
          "; 'gdvar encode --from plain-json' converts it to a file of values, or --from json if"
              + " JSON.from_native made it");

  /** The kind of a file that is text, but does not match a pattern in {@link #KINDS}. */
  private static final Kind TEXT =
      new Kind("", "text", "; of text, only Base64 and text of var_to_str can be read");

  /**
   * The kinds in the order in which their patterns are tried; the first kind that matches is used.
   */
  private static final List<Kind> KINDS =
      List.of(
          new Kind("(?s).{0,2000}?^<<<<<<< ", "text with merge conflict markers"),
          new Kind("RSRC", "a binary scene or resource of Godot (.scn, .res)"),
          new Kind("RSCC", "a compressed binary scene or resource of Godot (.scn, .res)"),
          new Kind("GDPC", "a package of Godot's (.pck)"),
          new Kind("GST2|GDST", "a texture that Godot imported (.ctex, .stex)"),
          new Kind("GDSC", "compiled GDScript (.gdc)"),
          new Kind("ECFG", "project settings in binary (project.binary)"),
          new Kind("\\[gd_scene\\b", "a Godot scene as text (.tscn)"),
          new Kind("\\[gd_resource\\b", "a Godot resource as text (.tres)"),
          new Kind("(?s).{0,2000}?^config_version=", "project settings as text (project.godot)"),
          JSON,
          new Kind(
              "(?s)(;.{0,2000}?^|\\s*+)\\[[^\\[\\]\\x00-\\x1f]{1,200}\\]\\s*$",
              "settings as ConfigFile writes them (.cfg, .import)"),
          new Kind("\\x89PNG\\r\\n\\x1a\\n", "a PNG image"),
          new Kind("\\xff\\xd8\\xff", "a JPEG image"),
          new Kind("RIFF[\\x00-\\xff]{4}WEBP", "a WebP image"),
          new Kind("RIFF[\\x00-\\xff]{4}WAVE", "a sound (.wav)"),
          new Kind("OggS", "a sound or video (.ogg)"),
          new Kind("PK\\x03\\x04", "a ZIP archive"),
          new Kind("\\xac\\xed\\x00\\x05", "serialised Java objects"),
          new Kind("\\x80[\\x02-\\x05]", "a Python pickle"),
          new Kind("SQLite format 3\\x00", "an SQLite database"),
          new Kind(
              "\\xa1\\xb2[\\x3c\\xc3][\\x4d\\xd4]|[\\x4d\\xd4][\\x3c\\xc3]\\xb2\\xa1"
                  + "|(?s)\\n\\r\\r\\n....(\\x1a\\x2b\\x3c\\x4d|\\x4d\\x3c\\x2b\\x1a)",
              "a capture of network packets (.pcap, .pcapng)",
              "; 'gdvar inspect FILE' prints its ENet datagrams"),
          Kind.compressed("\\x1f\\x8b\\x08", "gzip data", "gzip"),
          Kind.compressed("\\x28\\xb5\\x2f\\xfd", "Zstandard data", "zstd"),
          Kind.compressed("\\x78[\\x01\\x5e\\x9c\\xda]", "Deflate data", "deflate"));

  private FileSignatures() {}

  /**
   * Returns a message that says what bytes seem to be, if they are not values in the binary format.
   *
   * @param bytes all bytes of the file, or its first bytes
   * @return the message; empty if the kind is not recognised
   */
  public static Optional<String> problem(byte[] bytes) {
    return problem(bytes, false);
  }

  private static Optional<String> problem(byte[] bytes, boolean isInLayer) {
    byte[] start = start(bytes);
    if (start.length == 0) {
      return Optional.empty();
    }
    if (valueText(bytes).isPresent()) {
      return Optional.of(
          message(
              "text as var_to_str writes it",
              "; get, set, remove, diff and record read it, and 'gdvar encode --from text' converts"
                  + " it to a file of values",
              isInLayer));
    }
    if (start.length < SHORTEST) {
      return Optional.of(
          Text.count(start.length, "byte")
              + (start.length == 1 ? " is" : " are")
              + " too short for a value, which has 4 at least");
    }
    return kind(start)
        .or(() -> isText(start) ? Optional.of(TEXT) : Optional.empty())
        .map(kind -> message(kind.title(), advice(kind, bytes), isInLayer));
  }

  /**
   * Returns the message for a kind of file. The message contains the advice only if the bytes are
   * those of the file itself, not its decompressed or decrypted contents.
   */
  private static String message(String title, String advice, boolean isInLayer) {
    return "this seems to be " + title + ", not a file of values" + (isInLayer ? "" : advice);
  }

  /** Returns at most the first {@link #START} bytes, without a byte order mark. */
  private static byte[] start(byte[] bytes) {
    int from = bytes.length >= 3 && Arrays.equals(bytes, 0, 3, MARK, 0, 3) ? 3 : 0;
    return Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + START));
  }

  private static Optional<Kind> kind(byte[] start) {
    String text = new String(start, StandardCharsets.ISO_8859_1);
    return KINDS.stream().filter(kind -> kind.start().matcher(text).lookingAt()).findFirst();
  }

  /**
   * Returns bytes as text of {@code var_to_str}; empty if they are not such text, or are longer
   * than 1 MiB. An array or dictionary that is also valid JSON is accepted only if {@code
   * var_to_str} would print exactly this text.
   */
  static Optional<ValueText> valueText(byte[] bytes) {
    byte[] start = start(bytes);
    if (!isText(start)) {
      return Optional.empty();
    }
    boolean maybeJson = kind(start).equals(Optional.of(JSON));
    return ValueText.of(bytes)
        .filter(
            text -> !maybeJson || !text.isJson() || text.isPrinted(text.value(Dialect.GODOT_4)));
  }

  private static String advice(Kind kind, byte[] bytes) {
    if (bytes.length > ValueText.MAX_BYTES) {
      return kind.equals(TEXT)
          ? "; text of var_to_str is recognised up to 1 MiB, and 'gdvar encode --from text' reads"
              + " longer text"
          : kind.advice();
    }
    boolean isValue = kind.equals(TEXT) || kind.equals(JSON);
    int length = isValue ? utf8Length(bytes) : bytes.length;
    return length < bytes.length ? "; byte " + length + " is not UTF-8" : kind.advice();
  }

  /**
   * {@return a message about a file that is not recognised as values or as another kind of file}
   */
  public static String unknown(byte[] bytes) {
    return "this is not a file of values that gdvar knows"
        + (bytes.length == SHORTEST
            ? "; perhaps one number written with store_32 ("
                + (ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFFFFFFL)
                + ")"
            : "; --framing says how to read it all the same, --decompress undoes"
                + " PackedByteArray.compress");
  }

  /**
   * Returns the message of {@link #problem(byte[])} for the decompressed and decrypted contents of
   * a file.
   */
  public static Optional<String> problem(InputFile input) throws IOException {
    ByteArrayOutputStream start = new ByteArrayOutputStream();
    try (FileAccessReader reader = input.openContents()) {
      byte[] piece = new byte[START];
      for (int length = 0; length >= 0 && start.size() <= ValueText.MAX_BYTES; ) {
        start.write(piece, 0, length);
        length = reader.read(piece, 0, piece.length);
      }
    } catch (SaveFileException e) {
      return Optional.empty(); // the caller reports a more exact problem
    }
    return input.layers().isEmpty()
        ? problem(start.toByteArray())
        : problem(start.toByteArray(), true)
            .map(what -> what + "; 'gdvar unpack' writes the contents");
  }

  /**
   * Returns whether bytes are UTF-8 text without control characters, except for line ends and tabs.
   * The last character may be incomplete.
   */
  private static boolean isText(byte[] start) {
    CharBuffer text = CharBuffer.allocate(start.length);
    ByteBuffer bytes = ByteBuffer.wrap(start);
    return !StandardCharsets.UTF_8.newDecoder().decode(bytes, text, false).isError()
        && text.flip().codePoints().allMatch(Text::isTextual);
  }

  /** Returns the number of bytes at the start of {@code bytes} that are valid UTF-8. */
  private static int utf8Length(byte[] bytes) {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    StandardCharsets.UTF_8.newDecoder().decode(rest, CharBuffer.allocate(bytes.length), true);
    return rest.position();
  }
}

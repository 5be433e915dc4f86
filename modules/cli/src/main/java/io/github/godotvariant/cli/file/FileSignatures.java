package io.github.godotvariant.cli.file;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.json.PlainJson;
import io.github.godotvariant.save.FileAccessReader;
import io.github.godotvariant.save.SaveFileException;
import io.github.godotvariant.save.SaveOptions;
import io.github.godotvariant.text.VariantText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Recognises files without values by their first bytes, and text of {@code var_to_str}. Also prints
 * values as this text.
 */
public final class FileSignatures {
  /** The number of bytes of a file that are checked. */
  private static final int START = 1 << 12;

  /** The length of the shortest value, which is only a header. */
  private static final int SHORTEST = 4;

  private static final String NO_VALUES = ", not a file of values";

  /** The length up to which text is parsed to find out whether it is a value. */
  private static final int MAX_TEXT_BYTES = 1 << 20;

  private static final String JSON = "JSON text";
  private static final String SETTINGS = "settings as ConfigFile writes them (.cfg, .import)";

  /**
   * A kind of file.
   *
   * @param start the pattern of its first bytes, with a character for each byte; without repeated
   *     groups, because they need stack
   * @param title the name of the kind in messages
   * @param advice the text after the title that says what to do; can be empty
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

  /** All kinds; the first one that matches is used. */
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
          new Kind("\\s*+(\\{\\s*+[\"}]|\\[\\s*+([-\\[{\"\\]\\d]|(true|false|null)\\s*+,))", JSON),
          new Kind("(?s)(;.{0,2000}?^|\\s*+)\\[[^\\[\\]\\x00-\\x1f]{1,200}\\]\\s*$", SETTINGS),
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
   * Returns the problem with bytes of a known kind that are not values.
   *
   * @param bytes all bytes of the file, or its first bytes
   * @return the problem; empty if the kind is not known
   */
  public static Optional<String> problem(byte[] bytes) {
    return problem(bytes, false);
  }

  private static Optional<String> problem(byte[] bytes, boolean isInLayer) {
    byte[] start = start(bytes);
    if (start.length == 0) {
      return Optional.empty();
    }
    if (start.length < SHORTEST) {
      return Optional.of(
          Text.count(start.length, "byte")
              + (start.length == 1 ? " is" : " are")
              + " too short for a value, which has 4 at least");
    }
    Optional<Kind> known = kind(start, bytes);
    if (known.isPresent()) {
      return known.map(kind -> "this seems to be " + kind.title() + NO_VALUES + kind.advice());
    }
    if (!isText(start)) {
      return Optional.empty();
    }
    if (isValueText(bytes)) {
      return Optional.of(
          "this seems to be text as var_to_str writes it"
              + NO_VALUES
              + (isInLayer
                  ? ""
                  : "; get, set, remove and diff read it, and 'gdvar encode --from text' converts"
                      + " it to a file of values"));
    }
    return Optional.of(
        "this seems to be text"
            + NO_VALUES
            + (bytes.length > MAX_TEXT_BYTES
                ? "; text of var_to_str is recognised up to 1 MiB, and 'gdvar encode --from text'"
                    + " reads longer text"
                : "; of text, only Base64 can be read"));
  }

  private static byte[] start(byte[] bytes) {
    return Arrays.copyOf(bytes, Math.min(bytes.length, START));
  }

  private static Optional<Kind> kind(byte[] start, byte[] bytes) {
    String text = new String(start, StandardCharsets.ISO_8859_1);
    return KINDS.stream()
        .filter(kind -> kind.start().matcher(text).lookingAt() && !isValueText(kind, bytes))
        .findFirst();
  }

  /** {@return whether bytes are text of var_to_str and not of another kind} */
  static boolean isVarToStr(byte[] bytes) {
    byte[] start = start(bytes);
    return start.length >= SHORTEST
        && isText(start)
        && kind(start, bytes).isEmpty()
        && isValueText(bytes);
  }

  /** {@return the problem with bytes that are neither values nor of a known kind} */
  public static String unknown(byte[] bytes) {
    return "this is not a file of values that gdvar knows"
        + (bytes.length == SHORTEST
            ? "; perhaps one number written with store_32 ("
                + (ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFFFFFFL)
                + ")"
            : "; --framing says how to read it all the same, --decompress undoes"
                + " PackedByteArray.compress");
  }

  /** Returns whether text that looks like another kind is a value as var_to_str writes it. */
  private static boolean isValueText(Kind kind, byte[] bytes) {
    return switch (kind.title()) {
      case SETTINGS -> isValueText(bytes);
      case JSON ->
          matches(bytes, FileSignatures::isJson) ? isPrintedText(bytes) : isValueText(bytes);
      default -> false;
    };
  }

  /** Returns whether JSON is exactly as var_to_str writes its value, except for escapes. */
  private static boolean isPrintedText(byte[] bytes) {
    return matches(bytes, text -> print(VariantText.GODOT_4.parse(text), true).equals(text));
  }

  /**
   * Prints a value as var_to_str does. Control characters in strings are escaped, so that the text
   * is recognised again.
   *
   * @param isJson whether all control characters in strings are escaped, as JSON requires for those
   *     below U+0020
   */
  public static String print(Variant value, boolean isJson) {
    String text = VariantText.GODOT_4.print(value);
    StringBuilder escaped = new StringBuilder(text.length());
    boolean isString = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      isString ^= c == '"';
      if (c == '\\') {
        escaped.append(c).append(text.charAt(++i));
      } else if (!isString || !(isJson ? Character.isISOControl(c) : !isTextual(c))) {
        escaped.append(c);
      } else if (c == '\n') {
        escaped.append("\\n");
      } else {
        Text.appendEscaped(escaped, c);
      }
    }
    return escaped.toString();
  }

  private static boolean isValueText(byte[] bytes) {
    return matches(bytes, text -> VariantText.GODOT_4.parse(text) != null);
  }

  /** {@return whether text is JSON} */
  public static boolean isJson(String text) {
    try {
      return PlainJson.DEFAULT.read(text) != null;
    } catch (VariantException e) {
      return false;
    }
  }

  /** Returns whether text of limited length has a property; an exception is a no. */
  private static boolean matches(byte[] bytes, Predicate<String> property) {
    if (bytes.length > MAX_TEXT_BYTES) {
      return false;
    }
    try {
      return property.test(text(bytes));
    } catch (VariantException e) {
      return false;
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).strip();
  }

  /** Does the same for the contents of a file, which can be compressed or encrypted. */
  public static Optional<String> problem(InputFile data, SaveOptions open) throws IOException {
    ByteArrayOutputStream start = new ByteArrayOutputStream();
    boolean inside;
    try (FileAccessReader reader = data.pieces(open)) {
      inside = !reader.format().layers().isEmpty();
      byte[] piece = new byte[START];
      for (int length = 0; length >= 0 && start.size() <= MAX_TEXT_BYTES; ) {
        start.write(piece, 0, length);
        length = reader.read(piece, 0, piece.length);
      }
    } catch (SaveFileException e) {
      return Optional.empty(); // the caller reports a more exact problem
    }
    return problem(start.toByteArray(), inside)
        .map(what -> inside ? what + "; 'gdvar unpack' writes the contents" : what);
  }

  /** Returns whether bytes are text. Values have zeros in their header. */
  private static boolean isText(byte[] start) {
    return decoded(start)
        .filter(text -> text.codePoints().allMatch(FileSignatures::isTextual))
        .isPresent();
  }

  private static boolean isTextual(int c) {
    return c == '\n' || c == '\r' || c == '\t' || !Character.isISOControl(c);
  }

  /** Decodes UTF-8 without a truncated character at the end. */
  private static Optional<String> decoded(byte[] start) {
    for (int cut = 0; cut < 4 && cut <= start.length; cut++) {
      try {
        ByteBuffer bytes = ByteBuffer.wrap(start, 0, start.length - cut);
        return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
      } catch (CharacterCodingException e) {
        // The last bytes can be a part of a character.
      }
    }
    return Optional.empty();
  }
}

package io.github.godotvariant;

import io.github.godotvariant.internal.MessageText;
import java.util.ArrayList;
import java.util.List;

/**
 * A path to a node or to a property of a node: {@code /root/Player:position:x}.
 *
 * <p>The constructor keeps all names unchanged, including empty names and names with a slash,
 * because the wire format can contain such names. Only {@link #parse} normalises names, as the
 * engine's own parser does.
 *
 * @param names the names between the slashes, in order; copied
 * @param subnames the names after the colons, in order; copied
 * @param isAbsolute whether the path starts at the root
 */
public record NodePath(List<String> names, List<String> subnames, boolean isAbsolute)
    implements Variant {
  /**
   * Checks that no list and no name is {@code null}, and copies the lists.
   *
   * @param names see the record
   * @param subnames see the record
   * @param isAbsolute see the record
   * @throws NullPointerException if a list or a name is {@code null}
   */
  public NodePath {
    names = List.copyOf(names);
    subnames = List.copyOf(subnames);
  }

  /**
   * Parses a path as the engine does. Empty names between slashes are removed, {@code ..} is kept,
   * and a colon at the end is ignored.
   *
   * @param text for example {@code "../Enemy:modulate:a"}; empty for the empty path
   * @return the path
   * @throws IllegalArgumentException if a subname is empty, as in {@code "a::b"}
   */
  public static NodePath parse(String text) {
    int colon = text.indexOf(':');
    String nodes = colon < 0 ? text : text.substring(0, colon);
    List<String> subnames = new ArrayList<>();
    int from = colon + 1;
    while (colon >= 0 && from < text.length()) {
      int next = text.indexOf(':', from);
      int to = next < 0 ? text.length() : next;
      if (to == from) {
        throw new IllegalArgumentException(
            "empty subname at " + from + " in NodePath " + MessageText.excerpt(text));
      }
      subnames.add(text.substring(from, to));
      from = to + 1;
    }
    List<String> names = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= nodes.length(); i++) {
      if (i == nodes.length() || nodes.charAt(i) == '/') {
        if (i > start) {
          names.add(nodes.substring(start, i));
        }
        start = i + 1;
      }
    }
    return new NodePath(names, subnames, nodes.startsWith("/"));
  }

  /**
   * Returns the path as text. For paths that {@link #parse} returned, parsing the text gives an
   * equal path.
   *
   * @return for example {@code "../Enemy:modulate:a"}
   */
  public String path() {
    StringBuilder text = new StringBuilder(isAbsolute ? "/" : "");
    text.append(String.join("/", names));
    for (String subname : subnames) {
      text.append(':').append(subname);
    }
    return text.toString();
  }

  @Override
  public VariantType type() {
    return VariantType.NODE_PATH;
  }

  @Override
  public int hashCode() {
    KeyedHash hash =
        KeyedHash.start(VariantType.NODE_PATH)
            .add(isAbsolute ? 1 : 0)
            .add(names.size())
            .add(subnames.size());
    names.forEach(hash::add);
    subnames.forEach(hash::add);
    return hash.finish();
  }

  @Override
  public String toString() {
    return TextPrinter.of(this);
  }
}

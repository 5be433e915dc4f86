package io.github.godotvariant.multiplayer;

import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.text.VariantText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sections of a scene ({@code .tscn}) or resource ({@code .tres}) in Godot's text format. */
final class SceneFile {
  private final Path path;
  private final String name;
  private final List<Section> sections;

  /**
   * A section of the file, whose values are texts that {@link #value} parses.
   *
   * @param tag the first word in brackets, such as {@code node}
   * @param attributes the values in the brackets, by their keys
   * @param properties the values in the lines after the brackets, by their keys
   */
  record Section(String tag, Map<String, String> attributes, Map<String, String> properties) {}

  /**
   * A resource in another file.
   *
   * @param path the {@code res://} path, or a path relative to the file that names the resource
   * @param uid the {@code uid://} text. If a file of the project has this UID, the path is not used
   */
  record External(String path, Optional<String> uid) {}

  /**
   * Parses the content of a file.
   *
   * @param name the name of the file in exception messages
   * @throws IOException if the content is not in the text format of resources
   */
  SceneFile(Path path, String name, String text) throws IOException {
    this.path = path;
    this.name = name;
    sections = new Scanner(name, text).sections();
    if (sections.isEmpty() || !sections.get(0).tag.startsWith("gd_")) {
      throw new IOException(name + " is not a scene or resource in Godot's text format");
    }
  }

  Path path() {
    return path;
  }

  /** {@return the name of the file in exception messages} */
  String name() {
    return name;
  }

  /** {@return the sections with a tag, in the order of the file} */
  List<Section> sections(String tag) {
    return sections.stream().filter(section -> section.tag.equals(tag)).toList();
  }

  /** {@return the {@code uid://} text of the file; empty if the file has none} */
  Optional<String> uid() throws IOException {
    return attribute(sections.get(0), "uid");
  }

  /**
   * {@return the string value of an attribute in the brackets of a section; empty if there is none}
   */
  Optional<String> attribute(Section section, String key) throws IOException {
    String text = section.attributes.get(key);
    return text == null ? Optional.empty() : Optional.of(value(text, StringValue.class).value());
  }

  /**
   * Parses a value.
   *
   * @throws IOException if the text is malformed, or the value is not of the class
   */
  <T extends Variant> T value(String text, Class<T> type) throws IOException {
    try {
      return VariantText.GODOT_4.parse(text).as(type);
    } catch (VariantException e) {
      throw new IOException(name + ": " + e.problem() + " in " + EventText.quoted(text), e);
    }
  }

  /** {@return the section of a resource that this file defines} */
  Section internal(ResourceReference reference) throws IOException {
    return resource("sub_resource", reference);
  }

  /** {@return the path and the UID of a resource in another file} */
  External external(ResourceReference reference) throws IOException {
    Section section = resource("ext_resource", reference);
    String resource =
        attribute(section, "path")
            .orElseThrow(() -> new IOException(name + ": a resource in another file has no path"));
    return new External(resource, attribute(section, "uid"));
  }

  private Section resource(String tag, ResourceReference reference) throws IOException {
    Variant id = reference.arguments().get(0);
    for (Section section : sections(tag)) {
      String sectionId = section.attributes.get("id");
      if (sectionId != null && value(sectionId, Variant.class).equals(id)) {
        return section;
      }
    }
    throw new IOException(name + " has no " + tag + " " + id);
  }

  /**
   * Splits the text into sections, keys and values. Finds the end of a value without parsing the
   * value.
   */
  private static final class Scanner {
    private final String name;
    private final String text;
    private int position;

    Scanner(String name, String text) {
      this.name = name;
      this.text = text;
    }

    List<Section> sections() throws IOException {
      List<Section> sections = new ArrayList<>();
      for (skipSpace(); position < text.length(); skipSpace()) {
        if (text.charAt(position) == '[') {
          sections.add(header());
        } else if (sections.isEmpty()) {
          break;
        } else {
          String key = key();
          sections.get(sections.size() - 1).properties.put(key, valueUntil('\n'));
        }
      }
      return sections;
    }

    private Section header() throws IOException {
      position++; // the bracket
      int start = position;
      while (position < text.length() && Character.isLetter(text.charAt(position)) || is('_')) {
        position++;
      }
      Section section =
          new Section(
              text.substring(start, position), new LinkedHashMap<>(), new LinkedHashMap<>());
      for (skipSpace(); !is(']'); skipSpace()) {
        String key = key();
        section.attributes.put(key, valueUntil(' '));
      }
      position++;
      return section;
    }

    private boolean is(char c) {
      return position < text.length() && text.charAt(position) == c;
    }

    /** Skips white space, comments and a byte order mark. */
    private void skipSpace() {
      while (position < text.length()) {
        char c = text.charAt(position);
        if (c == ';') {
          while (position < text.length() && !is('\n')) {
            position++;
          }
        } else if (Character.isWhitespace(c) || c == '\uFEFF') {
          position++;
        } else {
          return;
        }
      }
    }

    /** Reads a key and its equals sign. Keys with special characters are in quotation marks. */
    private String key() throws IOException {
      int start = position;
      while (position < text.length() && !is('=') && !is('\n') && !is(']')) {
        skipCharacterOrString();
      }
      if (!is('=')) {
        throw new IOException(name + ": no = after a key at character " + start);
      }
      String key = text.substring(start, position).strip();
      position++;
      return key.startsWith("\"") ? key.substring(1, key.length() - 1) : key;
    }

    /**
     * Reads a value up to {@code end}, the end of the line or a closing square bracket. Skips these
     * characters inside strings and brackets of the value.
     */
    private String valueUntil(char end) throws IOException {
      int start = position;
      int depth = 0;
      while (position < text.length()) {
        char c = text.charAt(position);
        if (depth == 0 && (c == end || c == '\n' || c == ']')) {
          break;
        }
        if (c == '(' || c == '[' || c == '{') {
          depth++;
        } else if (c == ')' || c == ']' || c == '}') {
          depth--;
        }
        skipCharacterOrString();
      }
      if (depth != 0) {
        throw new IOException(name + ": a value at character " + start + " does not end");
      }
      return text.substring(start, position).strip();
    }

    private void skipCharacterOrString() throws IOException {
      if (!is('"')) {
        position++;
        return;
      }
      int start = position++;
      while (position < text.length() && !is('"')) {
        position += is('\\') ? 2 : 1;
      }
      if (position >= text.length()) {
        throw new IOException(name + ": a string at character " + start + " does not end");
      }
      position++;
    }
  }
}

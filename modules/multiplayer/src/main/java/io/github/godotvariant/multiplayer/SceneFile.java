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
   * @param attributes the values in brackets
   * @param properties the values in the lines after the brackets
   */
  record Section(String tag, Map<String, String> attributes, Map<String, String> properties) {}

  /**
   * A resource in another file.
   *
   * @param path the {@code res://} path, or a path relative to the file that names the resource
   * @param uid the {@code uid://} text, which precedes the path if a file of the project has it
   */
  record External(String path, Optional<String> uid) {}

  /**
   * Parses the content of a file.
   *
   * @param name the file in messages
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

  /** {@return the file in messages} */
  String name() {
    return name;
  }

  /** {@return the sections with a tag, in the order of the file} */
  List<Section> sections(String tag) {
    return sections.stream().filter(section -> section.tag.equals(tag)).toList();
  }

  /** {@return the {@code uid://} text of the file, if it has one} */
  Optional<String> uid() throws IOException {
    return attribute(sections.get(0), "uid");
  }

  /** {@return a string in the brackets of a section, if the section has it} */
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

  /** Finds the ends of values without parsing them. */
  private static final class Scanner {
    private final String name;
    private final String text;
    private int at;

    Scanner(String name, String text) {
      this.name = name;
      this.text = text;
    }

    List<Section> sections() throws IOException {
      List<Section> sections = new ArrayList<>();
      for (skipSpace(); at < text.length(); skipSpace()) {
        if (text.charAt(at) == '[') {
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
      at++; // the bracket
      int start = at;
      while (at < text.length() && Character.isLetter(text.charAt(at)) || is('_')) {
        at++;
      }
      Section section =
          new Section(text.substring(start, at), new LinkedHashMap<>(), new LinkedHashMap<>());
      for (skipSpace(); !is(']'); skipSpace()) {
        String key = key();
        section.attributes.put(key, valueUntil(' '));
      }
      at++;
      return section;
    }

    private boolean is(char c) {
      return at < text.length() && text.charAt(at) == c;
    }

    /** Skips white space, comments and the mark of UTF-8. */
    private void skipSpace() {
      while (at < text.length()) {
        char c = text.charAt(at);
        if (c == ';') {
          while (at < text.length() && !is('\n')) {
            at++;
          }
        } else if (Character.isWhitespace(c) || c == '\uFEFF') {
          at++;
        } else {
          return;
        }
      }
    }

    /** Reads a key and its equals sign. Keys with special characters are in quotation marks. */
    private String key() throws IOException {
      int start = at;
      while (at < text.length() && !is('=') && !is('\n') && !is(']')) {
        skipCharacterOrString();
      }
      if (!is('=')) {
        throw new IOException(name + ": no = after a key at character " + start);
      }
      String key = text.substring(start, at).strip();
      at++;
      return key.startsWith("\"") ? key.substring(1, key.length() - 1) : key;
    }

    /** Reads a value up to a character or closing bracket that is not inside of the value. */
    private String valueUntil(char end) throws IOException {
      int start = at;
      int open = 0;
      while (at < text.length()) {
        char c = text.charAt(at);
        if (open == 0 && (c == end || c == '\n' || c == ']')) {
          break;
        }
        if (c == '(' || c == '[' || c == '{') {
          open++;
        } else if (c == ')' || c == ']' || c == '}') {
          open--;
        }
        skipCharacterOrString();
      }
      if (open != 0) {
        throw new IOException(name + ": a value at character " + start + " does not end");
      }
      return text.substring(start, at).strip();
    }

    private void skipCharacterOrString() throws IOException {
      if (!is('"')) {
        at++;
        return;
      }
      int start = at++;
      while (at < text.length() && !is('"')) {
        at += is('\\') ? 2 : 1;
      }
      if (at >= text.length()) {
        throw new IOException(name + ": a string at character " + start + " does not end");
      }
      at++;
    }
  }
}

package io.github.godotvariant.multiplayer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The class name, the base and the methods with {@code @rpc} of a script. Only lines without
 * indentation count, because inner classes are indented and have their own methods.
 *
 * @param className the name after {@code class_name}
 * @param basePath the path that the script extends
 * @param baseClass the class that the script extends, of the project or of the engine
 * @param remoteMethods the names of the methods with {@code @rpc}
 */
record ScriptOutline(
    Optional<String> className,
    Optional<String> basePath,
    Optional<String> baseClass,
    List<String> remoteMethods) {

  static ScriptOutline of(String script) {
    return new Scan(script).outline();
  }

  /** Reads a script word by word. */
  private static final class Scan {
    private final String script;
    private int at;

    /** Whether the word that was read last is the first in its line, without indentation. */
    private boolean atMargin;

    Scan(String script) {
      this.script = script;
    }

    ScriptOutline outline() {
      Optional<String> className = Optional.empty();
      Optional<String> basePath = Optional.empty();
      Optional<String> baseClass = Optional.empty();
      List<String> remoteMethods = new ArrayList<>();
      boolean remote = false;
      boolean first = true; // whether only the name of the class can be before this in its line
      for (String word = word(); !word.isEmpty(); word = word()) {
        if (!atMargin && !first) {
          continue;
        }
        switch (word) {
          case "class_name" -> className = Optional.of(word());
          case "extends" -> {
            String base = word();
            if (isText(base)) {
              basePath = Optional.of(base.substring(1));
            } else {
              baseClass = Optional.of(base);
            }
          }
          case "@" -> {
            if (word().equals("rpc")) {
              remote = true;
            }
            parentheses();
            first = true; // the annotated declaration may follow in the line
            continue;
          }
          case "static" -> {
            first = true;
            continue;
          }
          case "func" -> {
            String name = word();
            if (remote) {
              remoteMethods.add(name);
            }
            remote = false;
          }
          default -> remote = false;
        }
        first = word.equals("class_name");
      }
      return new ScriptOutline(className, basePath, baseClass, List.copyOf(remoteMethods));
    }

    private static boolean isText(String word) {
      return word.startsWith("\"");
    }

    /** Skips parentheses with their content, if they are next. */
    private void parentheses() {
      int start = at;
      if (!word().equals("(")) {
        at = start;
        return;
      }
      int open = 1;
      while (open > 0) {
        String word = word();
        if (word.isEmpty()) {
          return;
        }
        open += word.equals("(") ? 1 : word.equals(")") ? -1 : 0;
      }
    }

    /**
     * Returns the next name, the next string with a quotation mark before its content, or another
     * character.
     *
     * @return the word; empty at the end
     */
    private String word() {
      while (at < script.length()) {
        char c = script.charAt(at);
        if (c == '#') {
          int end = script.indexOf('\n', at);
          at = end < 0 ? script.length() : end;
        } else if (Character.isWhitespace(c) || c == '\uFEFF') {
          at++;
        } else if (c == '\\' && at + 1 < script.length()) {
          at++; // the line goes on
        } else {
          break;
        }
      }
      if (at == script.length()) {
        return "";
      }
      int start = at;
      atMargin =
          start == 0 || script.charAt(start - 1) == '\n' || script.charAt(start - 1) == '\uFEFF';
      char c = script.charAt(at);
      if (c == '"' || c == '\'') {
        return text(c);
      }
      while (at < script.length() && Character.isUnicodeIdentifierPart(script.charAt(at))) {
        at++;
      }
      if (at == start) {
        at++;
      }
      return script.substring(start, at);
    }

    private String text(char quote) {
      String three = String.valueOf(quote).repeat(3);
      String end = script.startsWith(three, at) ? three : String.valueOf(quote);
      at += end.length();
      int start = at;
      while (at < script.length() && !script.startsWith(end, at)) {
        at += script.charAt(at) == '\\' ? 2 : 1;
      }
      int stop = Math.min(at, script.length());
      at = Math.min(stop + end.length(), script.length());
      return "\"" + script.substring(start, stop);
    }
  }
}

package io.github.godotvariant.multiplayer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The class name, the base script or class, and the {@code @rpc} methods of a script. Ignores
 * indented lines, because the methods of inner classes are indented and do not belong to the
 * script.
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
    return new Parser(script).outline();
  }

  /** Reads the words of a script. */
  private static final class Parser {
    private final String script;
    private int position;

    /** Whether the latest word is the first word in its line, without indentation. */
    private boolean isAtLineStart;

    Parser(String script) {
      this.script = script;
    }

    ScriptOutline outline() {
      Optional<String> className = Optional.empty();
      Optional<String> basePath = Optional.empty();
      Optional<String> baseClass = Optional.empty();
      List<String> remoteMethods = new ArrayList<>();
      boolean isRemote = false;
      // Whether the next word can start a declaration that is not at the start of its line.
      boolean canStartDeclaration = true;
      for (String word = nextWord(); !word.isEmpty(); word = nextWord()) {
        if (!isAtLineStart && !canStartDeclaration) {
          continue;
        }
        switch (word) {
          case "class_name" -> className = Optional.of(nextWord());
          case "extends" -> {
            String base = nextWord();
            if (isString(base)) {
              basePath = Optional.of(base.substring(1));
            } else {
              baseClass = Optional.of(base);
            }
          }
          case "@" -> {
            if (nextWord().equals("rpc")) {
              isRemote = true;
            }
            skipParentheses();
            canStartDeclaration = true; // The annotated declaration may follow in the same line.
            continue;
          }
          case "static" -> {
            canStartDeclaration = true;
            continue;
          }
          case "func" -> {
            String name = nextWord();
            if (isRemote) {
              remoteMethods.add(name);
            }
            isRemote = false;
          }
          default -> isRemote = false;
        }
        canStartDeclaration = word.equals("class_name");
      }
      return new ScriptOutline(className, basePath, baseClass, List.copyOf(remoteMethods));
    }

    private static boolean isString(String word) {
      return word.startsWith("\"");
    }

    /** Skips an argument list in parentheses, if the next word is a parenthesis. */
    private void skipParentheses() {
      int start = position;
      if (!nextWord().equals("(")) {
        position = start;
        return;
      }
      int open = 1;
      while (open > 0) {
        String word = nextWord();
        if (word.isEmpty()) {
          return;
        }
        open += word.equals("(") ? 1 : word.equals(")") ? -1 : 0;
      }
    }

    /**
     * Returns the next name, string or other character. A string has one quotation mark before its
     * content and none after it.
     *
     * @return the word; empty at the end
     */
    private String nextWord() {
      while (position < script.length()) {
        char c = script.charAt(position);
        if (c == '#') {
          int end = script.indexOf('\n', position);
          position = end < 0 ? script.length() : end;
        } else if (Character.isWhitespace(c) || c == '\uFEFF') {
          position++;
        } else if (c == '\\' && position + 1 < script.length()) {
          position++; // The statement continues in the next line.
        } else {
          break;
        }
      }
      if (position == script.length()) {
        return "";
      }
      int start = position;
      isAtLineStart =
          start == 0 || script.charAt(start - 1) == '\n' || script.charAt(start - 1) == '\uFEFF';
      char c = script.charAt(position);
      if (c == '"' || c == '\'') {
        return readString(c);
      }
      while (position < script.length()
          && Character.isUnicodeIdentifierPart(script.charAt(position))) {
        position++;
      }
      if (position == start) {
        position++;
      }
      return script.substring(start, position);
    }

    private String readString(char quote) {
      String tripleQuote = String.valueOf(quote).repeat(3);
      String end = script.startsWith(tripleQuote, position) ? tripleQuote : String.valueOf(quote);
      position += end.length();
      int start = position;
      while (position < script.length() && !script.startsWith(end, position)) {
        position += script.charAt(position) == '\\' ? 2 : 1;
      }
      int stop = Math.min(position, script.length());
      position = Math.min(stop + end.length(), script.length());
      return "\"" + script.substring(start, stop);
    }
  }
}

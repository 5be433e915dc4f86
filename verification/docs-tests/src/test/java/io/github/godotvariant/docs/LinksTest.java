package io.github.godotvariant.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([\\w./-]*)(?:#([\\w-]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  @Test
  void findsTargetsOfRelativeLinks() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : Documents.pages()) {
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        Path target =
            link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
        if (!Files.exists(target)
            || (link.group(2) != null && !anchors(target).contains(link.group(2)))) {
          broken.add(Documents.ROOT.relativize(page) + ": " + link.group());
        }
        links++;
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(20);
  }

  /** Returns the names of the headings of a page, as common Markdown converters form them. */
  private static List<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
        .toList();
  }
}

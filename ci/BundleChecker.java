import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Checks a release bundle against the rules of the public Maven repository: ci/check-bundle. */
final class BundleChecker {
  private static final String BOM = "godot-variant-bom";
  private static final String SAVE = "godot-variant-save";

  /** The results of verified signatures, by the digests of the file and the signature. */
  private static final Map<List<String>, Boolean> VERIFIED = new HashMap<>();

  private final Path key;
  private final Map<String, byte[]> files;
  private final Map<String, Pom> poms = new TreeMap<>();
  private final Set<Problem> problems = new LinkedHashSet<>();

  private BundleChecker(Path key, Map<String, byte[]> files) {
    this.key = key;
    this.files = files;
  }

  /** A rule, and an error in a copy of a good bundle that the rule rejects. */
  private enum Rule {
    LAYOUT(
        "the path must be GROUP/ARTIFACT/VERSION/ARTIFACT-VERSION…",
        copy -> copy.files.put("io/readme.txt", new byte[0])),
    POM("each artifact needs a POM", copy -> copy.remove(SAVE, ".pom")),
    PARENT(
        "the parent of a POM must be in the bundle",
        copy -> copy.change(SAVE, "<parent>.*?<artifactId>", "$0x")),
    GROUP("the path must have the groupId", copy -> copy.change(BOM, "<groupId>", "$0x")),
    ARTIFACT("the path must have the artifactId", copy -> copy.change(BOM, "<artifactId>", "$0x")),
    VERSION("the path must have the version", copy -> copy.change(BOM, "<version>", "$0x")),
    RELEASE("the version must not be a snapshot", copy -> copy.makeSnapshot(BOM)),
    NAME("the POM needs a name", copy -> copy.cut("<name>.*?</name>")),
    DESCRIPTION("the POM needs a description", copy -> copy.cut("<description>.*?</description>")),
    URL("the POM needs a url", copy -> copy.cut("<url>.*?</url>")),
    LICENSES("each license needs name and url", copy -> copy.cut("<license>.*?</license>")),
    DEVELOPERS(
        "each developer needs a name", copy -> copy.cut("(?<=<developer>.{0,9})<name>.*?/name>")),
    SCM("scm needs connection, developerConnection, url", copy -> copy.cut("<connection>.*?on>")),
    PROPERTIES(
        "the POM or its parents must define the properties of these elements",
        copy -> copy.change(BOM, "<url>[^<]*", "<url>\\${missing}")),
    SNAPSHOTS(
        "the POM must not use snapshots",
        copy -> copy.change(SAVE, "</dependency>", "<version>1-SNAPSHOT</version>$0")),
    JAR("another packaging than pom needs a jar", copy -> copy.remove(SAVE, ".jar")),
    SOURCES("a jar needs a jar of sources", copy -> copy.remove(SAVE, "-sources.jar")),
    JAVADOC("a jar needs a jar of Javadoc", copy -> copy.remove(SAVE, "-javadoc.jar")),
    SBOM("a jar needs an SBOM", copy -> copy.remove(SAVE, "-cyclonedx.json")),
    MD5("each file needs a correct .md5 file", copy -> copy.remove(SAVE, ".pom.md5")),
    SHA1("each file needs a correct .sha1 file", copy -> copy.put(SAVE, ".pom.sha1", new byte[40])),
    SIGNATURE("each file needs an .asc file", copy -> copy.remove(SAVE, "-sources.jar.asc")),
    VALID_SIGNATURE(
        "the key must verify the .asc file",
        copy -> copy.put(SAVE, ".jar.asc", copy.files.get(copy.path(SAVE, ".pom.asc"))));

    final String text;
    final Consumer<Copy> error;

    Rule(String text, Consumer<Copy> error) {
      this.text = text;
      this.error = error;
    }
  }

  private record Problem(String file, Rule rule) {}

  /** A POM with the coordinates of its path. */
  private record Pom(String file, Element root, String group, String artifact, String version) {
    String text(String path) {
      List<Element> found = elements(root, path);
      return found.isEmpty() ? "" : found.get(0).getTextContent().strip();
    }
  }

  private void require(boolean condition, String file, Rule rule) {
    if (!condition) {
      problems.add(new Problem(file, rule));
    }
  }

  private Set<Problem> check() throws Exception {
    for (String file : files.keySet()) {
      List<String> parts = Arrays.asList(file.split("/"));
      int last = parts.size() - 1;
      String base = last < 3 ? "/" : parts.get(last - 2) + "-" + parts.get(last - 1);
      if (!parts.get(last).startsWith(base + ".") && !parts.get(last).startsWith(base + "-")) {
        require(false, file, Rule.LAYOUT);
        continue;
      }
      String pom = String.join("/", parts.subList(0, last)) + "/" + base + ".pom";
      require(files.containsKey(pom), pom, Rule.POM);
      if (file.equals(pom)) {
        String group = String.join(".", parts.subList(0, last - 2));
        Element root = parse(files.get(pom));
        poms.put(pom, new Pom(pom, root, group, parts.get(last - 2), parts.get(last - 1)));
      }
      if (file.matches(".*\\.(md5|sha1|asc)")) {
        require(files.containsKey(file.replaceAll("\\.\\w+$", "")), file, Rule.LAYOUT);
      } else {
        byte[] content = files.get(file);
        byte[] signature = files.get(file + ".asc");
        require(text(file + ".md5").equals(checksum("MD5", content)), file, Rule.MD5);
        require(text(file + ".sha1").equals(checksum("SHA-1", content)), file, Rule.SHA1);
        require(signature != null, file, Rule.SIGNATURE);
        require(signature == null || isVerified(content, signature), file, Rule.VALID_SIGNATURE);
      }
    }
    poms.values().forEach(this::checkPom);
    return problems;
  }

  private String text(String file) {
    return new String(files.getOrDefault(file, new byte[0]), StandardCharsets.UTF_8).strip();
  }

  private boolean isVerified(byte[] content, byte[] signature) throws Exception {
    List<String> pair = List.of(checksum("SHA-1", content), checksum("SHA-1", signature));
    if (!VERIFIED.containsKey(pair)) {
      Path data = Files.write(Files.createTempFile("bundle", ".data"), content);
      Path asc = Files.write(Files.createTempFile("bundle", ".asc"), signature);
      ProcessBuilder gpgv = new ProcessBuilder("gpgv", "--keyring", key + "", asc + "", data + "");
      VERIFIED.put(pair, gpgv.redirectError(Redirect.DISCARD).start().waitFor() == 0);
      Files.delete(data);
      Files.delete(asc);
    }
    return VERIFIED.get(pair);
  }

  private void checkPom(Pom pom) {
    String file = pom.file();
    String group = pom.text((pom.text("groupId").isEmpty() ? "parent/" : "") + "groupId");
    String ownVersion = pom.text((pom.text("version").isEmpty() ? "parent/" : "") + "version");
    require(pom.group().equals(group), file, Rule.GROUP);
    require(pom.artifact().equals(pom.text("artifactId")), file, Rule.ARTIFACT);
    require(pom.version().equals(ownVersion), file, Rule.VERSION);
    require(!pom.version().endsWith("-SNAPSHOT"), file, Rule.RELEASE);
    List<Pom> own = List.of(pom);
    List<Pom> line = new ArrayList<>(own);
    for (Pom at = pom; !at.text("parent/artifactId").isEmpty(); line.add(at)) {
      at = poms.get(parentFile(at));
      require(at != null, file, Rule.PARENT);
      if (at == null) {
        return; // Inherited elements are unknown.
      }
    }
    requireTexts(own, Rule.NAME, "name", "");
    requireTexts(own, Rule.DESCRIPTION, "description", "");
    requireTexts(line, Rule.URL, "url", "");
    requireTexts(line, Rule.LICENSES, "licenses/license", "name", "url");
    requireTexts(line, Rule.DEVELOPERS, "developers/developer", "name");
    requireTexts(line, Rule.SCM, "scm", "connection", "developerConnection", "url");
    for (int i = 0; i < pom.root().getElementsByTagName("version").getLength(); i++) {
      Node version = pom.root().getElementsByTagName("version").item(i);
      String used = interpolated(version.getTextContent(), line);
      require(used.equals(pom.version()) || !used.endsWith("-SNAPSHOT"), file, Rule.SNAPSHOTS);
    }
    if (!pom.text("packaging").equals("pom")) {
      String base = file.substring(0, file.length() - ".pom".length());
      require(files.containsKey(base + ".jar"), file, Rule.JAR);
      require(files.containsKey(base + "-sources.jar"), file, Rule.SOURCES);
      require(files.containsKey(base + "-javadoc.jar"), file, Rule.JAVADOC);
      require(files.containsKey(base + "-cyclonedx.json"), file, Rule.SBOM);
    }
  }

  /** Requires the texts in each element with the path, in the first POM that has the path. */
  private void requireTexts(List<Pom> line, Rule rule, String path, String... names) {
    List<Element> found = List.of();
    for (int i = 0; i < line.size() && found.isEmpty(); i++) {
      found = elements(line.get(i).root(), path);
    }
    require(!found.isEmpty(), line.get(0).file(), rule);
    for (Element element : found) {
      for (String name : names) {
        List<Element> texts = elements(element, name);
        String text = texts.isEmpty() ? "" : interpolated(texts.get(0).getTextContent(), line);
        require(!text.isBlank(), line.get(0).file(), rule);
        require(!text.contains("${"), line.get(0).file(), Rule.PROPERTIES);
      }
    }
  }

  private static String interpolated(String text, List<Pom> line) {
    String result = text.strip().replace("${project.version}", line.get(0).version());
    for (Pom pom : line) {
      for (Element property : elements(pom.root(), "properties/*")) {
        result = result.replace("${" + property.getNodeName() + "}", property.getTextContent());
      }
    }
    return result;
  }

  private static String parentFile(Pom pom) {
    String artifact = pom.text("parent/artifactId");
    String version = pom.text("parent/version");
    String folder = pom.text("parent/groupId").replace('.', '/') + "/" + artifact + "/" + version;
    return folder + "/" + artifact + "-" + version + ".pom";
  }

  /** Returns the descendants with a path of names; the element itself for an empty path. */
  private static List<Element> elements(Element element, String path) {
    List<Element> found = List.of(element);
    for (String name : path.isEmpty() ? new String[0] : path.split("/")) {
      List<Element> next = new ArrayList<>();
      for (Element parent : found) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
          if (child instanceof Element e && (name.equals("*") || name.equals(e.getNodeName()))) {
            next.add(e);
          }
        }
      }
      found = next;
    }
    return found;
  }

  private static Element parse(byte[] pom) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(pom)).getDocumentElement();
  }

  private static String checksum(String algorithm, byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A copy of a good bundle, in which a test makes one error. */
  private record Copy(Map<String, byte[]> files) {
    String path(String artifact, String suffix) {
      String pom =
          files.keySet().stream()
              .filter(file -> file.contains("/" + artifact + "/") && file.endsWith(".pom"))
              .findFirst()
              .orElseThrow();
      return pom.substring(0, pom.length() - ".pom".length()) + suffix;
    }

    void put(String artifact, String suffix, byte[] content) {
      files.put(path(artifact, suffix), content);
    }

    /** Removes a file with its checksums and its signature. */
    void remove(String artifact, String suffix) {
      String removed = path(artifact, suffix);
      files.keySet().removeIf(file -> file.startsWith(removed));
    }

    void cut(String pattern) {
      change(BOM, pattern, "");
    }

    /** Replaces the first match of a pattern in a POM, and corrects its checksums. */
    void change(String artifact, String pattern, String replacement) {
      String text = new String(files.get(path(artifact, ".pom")), StandardCharsets.UTF_8);
      byte[] bytes = text.replaceFirst("(?s)" + pattern, replacement).getBytes();
      put(artifact, ".pom", bytes);
      put(artifact, ".pom.md5", checksum("MD5", bytes).getBytes());
      put(artifact, ".pom.sha1", checksum("SHA-1", bytes).getBytes());
    }

    void makeSnapshot(String artifact) {
      change(artifact, "</version>", "-SNAPSHOT</version>");
      for (String file : List.copyOf(files.keySet())) {
        String renamed = file.replaceFirst("(/" + artifact + "/)([^/]+)/(.*\\2)", "$1$2@/$3@");
        files.put(renamed.replace("@", "-SNAPSHOT"), files.remove(file));
      }
    }
  }

  /** Checks that each error breaks its rule only. A changed file also has a wrong signature. */
  private static void test(Path key, Map<String, byte[]> files) throws Exception {
    for (Rule rule : Rule.values()) {
      Copy copy = new Copy(new TreeMap<>(files));
      rule.error.accept(copy);
      Set<Rule> found = new TreeSet<>();
      new BundleChecker(key, copy.files()).check().forEach(problem -> found.add(problem.rule()));
      if (rule != Rule.VALID_SIGNATURE) {
        found.remove(Rule.VALID_SIGNATURE);
      }
      if (!found.equals(Set.of(rule))) {
        throw new IllegalStateException("an error for the rule " + rule + " breaks " + found);
      }
    }
    System.out.println("check-bundle: rejects an error for each rule");
  }

  public static void main(String[] arguments) throws Exception {
    Path bundle = Path.of(arguments[arguments.length - 1]).toAbsolutePath();
    Path key = bundle.resolveSibling("key.gpg");
    if (!Files.isRegularFile(key)) {
      throw new IOException("the key of the signatures is missing: " + key);
    }
    Map<String, byte[]> files = new TreeMap<>();
    try (ZipFile zip = new ZipFile(bundle.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (!entry.isDirectory()) {
          files.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
        }
      }
    }
    Set<Problem> problems = new BundleChecker(key, files).check();
    for (Problem problem : problems) {
      System.err.println("check-bundle: " + problem.file() + ": " + problem.rule().text);
    }
    if (!problems.isEmpty() || files.isEmpty()) {
      System.exit(1);
    }
    System.out.println("check-bundle: " + files.size() + " files follow all rules");
    if (arguments[0].equals("--test")) {
      test(key, files);
    }
  }
}

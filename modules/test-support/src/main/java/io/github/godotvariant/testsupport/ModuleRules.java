package io.github.godotvariant.testsupport;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.ObjectInputStream;
import java.io.RandomAccessFile;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks the architecture rules of a module. {@link #check} verifies that the module
 *
 * <ul>
 *   <li>has no package cycles;
 *   <li>depends only on the packages that its test names, and on internal packages of another
 *       module only if that module exports them;
 *   <li>mentions no internal type in a public signature;
 *   <li>loads no classes by name, deserialises no Java objects and starts no processes;
 *   <li>opens no files and no connections.
 * </ul>
 */
public final class ModuleRules {
  private static final String PROJECT = "io.github.godotvariant";
  private static final List<String> ALWAYS_ALLOWED =
      List.of(
          PROJECT + "..",
          "java.lang..",
          "java.util..",
          "org.jspecify.annotations..",
          "com.google.errorprone.annotations..");

  /** The internal packages that module descriptors export to other modules of the project. */
  private static final Set<String> SHARED_INTERNALS =
      Set.of(
          PROJECT + ".internal",
          PROJECT + ".internal.codec",
          PROJECT + ".internal.component",
          PROJECT + ".internal.values",
          PROJECT + ".enet.internal");

  private final String root;
  private final JavaClasses classes;

  private ModuleRules(String root) {
    this.root = root;
    classes =
        new ClassFileImporter()
            .importPath(Path.of(System.getProperty("basedir", "."), "target", "classes"));
  }

  /**
   * Checks all rules for a module that needs no exceptions from them.
   *
   * @param root the package that contains all packages of the module
   * @param packages packages that the module may use in addition to the project's own, {@code
   *     java.lang}, {@code java.util} and annotations
   */
  public static void check(String root, String... packages) {
    of(root).dependsOnlyOn(packages).loadsNoClassesExceptIn().opensNoFilesExceptIn();
  }

  /**
   * Returns the rules for a module that needs exceptions from some of them. First checks the rules
   * that allow no exceptions: no package cycles, no internal packages of other modules, and no
   * internal types in public signatures.
   */
  public static ModuleRules of(String root) {
    ModuleRules rules = new ModuleRules(root);
    slices().matching("(" + root + "..)").should().beFreeOfCycles().check(rules.classes);
    rules.usesNoForeignInternals();
    rules.hidesInternals();
    return rules;
  }

  /** {@return the production classes of the module} */
  public JavaClasses classes() {
    return classes;
  }

  /** Checks that the module uses only these packages and the packages that all modules may use. */
  public ModuleRules dependsOnlyOn(String... packages) {
    String[] all =
        Stream.concat(ALWAYS_ALLOWED.stream(), Stream.of(packages)).toArray(String[]::new);
    noClasses().should().dependOnClassesThat(not(resideInAnyPackage(all))).check(classes);
    return this;
  }

  /**
   * Checks that only these top-level classes use a package, such as the package of an optional
   * library.
   */
  public ModuleRules onlyClassesUse(String packages, String... simpleNames) {
    noClasses()
        .that(not(in(simpleNames)))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages)
        .check(classes);
    return this;
  }

  /**
   * Checks that a package of the module does not use other packages of the module. The names are
   * relative to the root package.
   */
  public ModuleRules packageDoesNotUse(String from, String... others) {
    noClasses()
        .that()
        .resideInAPackage(absolute(from))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(Stream.of(others).map(this::absolute).toArray(String[]::new))
        .check(classes);
    return this;
  }

  /**
   * Checks that only these top-level classes look up a class by its name. Also checks that no class
   * of the module uses class loaders, deserialises Java objects or starts processes.
   */
  public ModuleRules loadsNoClassesExceptIn(String... simpleNames) {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            ClassLoader.class, ObjectInputStream.class, ProcessBuilder.class, Runtime.class)
        .check(classes);
    noClasses()
        .that(not(in(simpleNames)))
        .should()
        .callMethodWhere(target(name("forName")).and(target(owner(type(Class.class)))))
        .check(classes);
    return this;
  }

  /** Checks that only these top-level classes open files or connections. */
  public ModuleRules opensNoFilesExceptIn(String... simpleNames) {
    noClasses()
        .that(not(in(simpleNames)))
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            Files.class,
            File.class,
            FileInputStream.class,
            FileOutputStream.class,
            RandomAccessFile.class)
        .orShould()
        .callMethodWhere(target(name("open")).and(target(owner(type(FileChannel.class)))))
        .check(classes);
    noClasses()
        .that(not(in(simpleNames)))
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Socket.class, ServerSocket.class, DatagramSocket.class, URL.class)
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("java.net.http..")
        .check(classes);
    return this;
  }

  private void usesNoForeignInternals() {
    noClasses()
        .should()
        .dependOnClassesThat(
            describe(
                "are internal to another module",
                type ->
                    type.getPackageName().startsWith(PROJECT + ".")
                        && isInternal(type)
                        && !SHARED_INTERNALS.contains(type.getPackageName())
                        && !classes.contain(type.getBaseComponentType().getName())))
        .check(classes);
  }

  private void hidesInternals() {
    List<String> names =
        classes.stream()
            .filter(type -> !isInternal(type) && type.getModifiers().contains(JavaModifier.PUBLIC))
            .flatMap(type -> type.getMembers().stream())
            .filter(ModuleRules::isVisible)
            .filter(
                member ->
                    member.getAllInvolvedRawTypes().stream().anyMatch(ModuleRules::isInternal))
            .map(JavaMember::getFullName)
            .toList();
    if (!names.isEmpty()) {
      throw new AssertionError("internal types in public signatures: " + names);
    }
  }

  private static boolean isVisible(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.PUBLIC)
        || member.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static boolean isInternal(JavaClass type) {
    return (type.getPackageName() + ".").contains(".internal.");
  }

  private static DescribedPredicate<JavaClass> in(String... simpleNames) {
    Set<String> names = Set.of(simpleNames);
    return describe(
        "in " + names,
        type -> {
          JavaClass top = type;
          while (top.getEnclosingClass().isPresent()) {
            top = top.getEnclosingClass().get();
          }
          return names.contains(top.getSimpleName());
        });
  }

  private String absolute(String relative) {
    return relative.isEmpty() ? root : root + "." + relative + "..";
  }
}

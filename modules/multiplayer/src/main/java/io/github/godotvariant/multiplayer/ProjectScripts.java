package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CheckReturnValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The scripts of a Godot project, as far as remote calls are concerned: which methods are annotated
 * with {@code @rpc}, in a script and in those it extends. So both ends have the same numbers,
 * although only one of them is written in GDScript.
 *
 * <pre>{@code
 * ProjectScripts scripts = ProjectScripts.of(project); // the folder of project.godot
 * RpcMethods world = scripts.methods("res://world.gd");
 * }</pre>
 *
 * <p>Scripts are read when they are asked for, and nothing of them is run. What a script hands to
 * {@code rpc_config()} is not seen: see {@link RpcMethods#withConfigured}. So are scripts in C#.
 *
 * <p>Immutable and safe for use by many threads.
 */
@Experimental
@CheckReturnValue
public final class ProjectScripts {
  private static final String RESOURCE = "res://";
  private static final String SCRIPT = ".gd";

  private final Path folder;

  private ProjectScripts(Path folder) {
    this.folder = folder;
  }

  /**
   * The scripts of a project.
   *
   * @param folder where its {@code project.godot} is
   * @return its scripts
   * @throws IOException if there is no {@code project.godot}
   */
  public static ProjectScripts of(Path folder) throws IOException {
    if (!Files.isRegularFile(folder.resolve("project.godot"))) {
      throw new IOException("no project.godot in " + folder);
    }
    return new ProjectScripts(folder.toAbsolutePath().normalize());
  }

  /**
   * The methods of a script that are annotated with {@code @rpc}, with those of the scripts that it
   * extends.
   *
   * @param script its path, for example {@code res://world.gd}
   * @return their numbers
   * @throws IOException if a script cannot be read, is not in the project, or extends itself
   * @throws IllegalArgumentException if it is no script, but a scene for example
   */
  public RpcMethods methods(String script) throws IOException {
    if (!script.endsWith(SCRIPT)) {
      throw new IllegalArgumentException(
          script + " is no script in GDScript: the .gd file of the node is wanted");
    }
    Set<String> names = new LinkedHashSet<>();
    Set<Path> seen = new LinkedHashSet<>();
    Optional<Path> next = Optional.of(file(script, folder));
    while (next.isPresent()) {
      Path file = next.get();
      if (!seen.add(file)) {
        throw new IOException(folder.relativize(file) + " extends itself");
      }
      ScriptOutline outline = ScriptOutline.of(Files.readString(file, StandardCharsets.UTF_8));
      names.addAll(outline.remoteMethods());
      next = base(outline, file);
    }
    return RpcMethods.annotated(names);
  }

  /** The script that a script extends; empty for a class of the engine's. */
  private Optional<Path> base(ScriptOutline outline, Path file) throws IOException {
    if (outline.basePath().isPresent()) {
      return Optional.of(file(outline.basePath().get(), file.resolveSibling("")));
    }
    if (outline.baseClass().isEmpty()) {
      return Optional.empty();
    }
    return Optional.ofNullable(classes().get(outline.baseClass().get()));
  }

  private Path file(String path, Path around) throws IOException {
    Path file =
        path.startsWith(RESOURCE)
            ? folder.resolve(path.substring(RESOURCE.length()))
            : around.resolve(path);
    file = file.normalize();
    if (!file.startsWith(folder)) {
      throw new IOException(path + " is not in the project");
    }
    return file;
  }

  /** Where the classes are that scripts of the project give names to. */
  private Map<String, Path> classes() throws IOException {
    List<Path> scripts;
    try (Stream<Path> files = Files.walk(folder)) {
      scripts = files.filter(file -> file.toString().endsWith(SCRIPT)).sorted().toList();
    }
    Map<String, Path> classes = new HashMap<>();
    for (Path script : scripts) {
      ScriptOutline.of(Files.readString(script, StandardCharsets.UTF_8))
          .className()
          .ifPresent(name -> classes.putIfAbsent(name, script));
    }
    return classes;
  }
}

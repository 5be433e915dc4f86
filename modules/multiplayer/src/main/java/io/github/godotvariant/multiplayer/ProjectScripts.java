package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CheckReturnValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads which methods have {@code @rpc} in the scripts of a Godot project, and in the scripts that
 * these scripts extend. Client and server then use the same method numbers.
 *
 * <pre>{@code
 * ProjectScripts scripts = ProjectScripts.of(project); // the folder of project.godot
 * RpcMethods world = scripts.methods("res://world.gd");
 * }</pre>
 *
 * <p>This class does not run scripts, and does not see names that a script passes to {@code
 * rpc_config()}; add them with {@link RpcMethods#withConfigured}. Scripts in C# are not supported.
 *
 * <p>Immutable and safe for use by many threads. Each call reads the files again.
 */
@Experimental
@CheckReturnValue
public final class ProjectScripts {
  private static final String SCRIPT = ".gd";

  private final ProjectFolder folder;

  private ProjectScripts(ProjectFolder folder) {
    this.folder = folder;
  }

  /**
   * Returns the scripts of a project.
   *
   * @param folder the folder that contains {@code project.godot}
   * @return the scripts
   * @throws IOException if there is no {@code project.godot}
   */
  public static ProjectScripts of(Path folder) throws IOException {
    return new ProjectScripts(new ProjectFolder(folder));
  }

  /**
   * Returns the methods that have {@code @rpc} in a script, or in one of its base scripts.
   *
   * @param script path of the script, such as {@code res://world.gd}
   * @return the methods with their numbers
   * @throws IOException if a script cannot be read, is outside of the project, or extends itself
   * @throws IllegalArgumentException if the path does not end with {@code .gd}
   */
  public RpcMethods methods(String script) throws IOException {
    if (!script.endsWith(SCRIPT)) {
      throw new IllegalArgumentException(
          script + " is not a script in GDScript; pass the .gd file of the node");
    }
    Set<String> names = new LinkedHashSet<>();
    Set<Path> seen = new LinkedHashSet<>();
    Optional<Path> next = Optional.of(folder.file(script));
    while (next.isPresent()) {
      Path file = next.get();
      if (!seen.add(file)) {
        throw new IOException(folder.name(file) + " extends itself");
      }
      ScriptOutline outline = ScriptOutline.of(folder.read(file));
      names.addAll(outline.remoteMethods());
      next = base(outline, file);
    }
    return RpcMethods.annotated(names);
  }

  /**
   * {@return the script that a script extends; empty if the script extends a class of the engine}
   */
  private Optional<Path> base(ScriptOutline outline, Path file) throws IOException {
    if (outline.basePath().isPresent()) {
      return Optional.of(folder.file(outline.basePath().get(), file.resolveSibling("")));
    }
    if (outline.baseClass().isEmpty()) {
      return Optional.empty();
    }
    return Optional.ofNullable(classes().get(outline.baseClass().get()));
  }

  /** {@return the scripts that have a {@code class_name}, by this name} */
  private Map<String, Path> classes() throws IOException {
    Map<String, Path> classes = new HashMap<>();
    for (Path script : folder.files(SCRIPT)) {
      ScriptOutline.of(folder.read(script))
          .className()
          .ifPresent(name -> classes.putIfAbsent(name, script));
    }
    return classes;
  }
}

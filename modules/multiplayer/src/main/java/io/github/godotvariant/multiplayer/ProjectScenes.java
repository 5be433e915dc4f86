package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.BoolValue;
import io.github.godotvariant.IntValue;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedStringArray;
import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.multiplayer.SceneFile.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the spawners and synchronizers of a Godot project's scenes. The program then does not have
 * to list the properties of the synchronizers in Java.
 *
 * <pre>{@code
 * ProjectScenes scenes = ProjectScenes.of(project); // the folder of project.godot
 * Spawner units = scenes.spawner("res://world.tscn", "Spawner", "Input");
 * ReplicationConfig input = scenes.synchronizer("res://unit.tscn", "Input");
 * }</pre>
 *
 * <p>Scenes must be in the text format ({@code .tscn}). Instanced and inherited scenes are read
 * too. This class does not run scripts, and does not see nodes and properties that a script adds or
 * changes.
 *
 * <p>Immutable and safe for use by many threads. Each call reads the files again.
 */
@Experimental
@CheckReturnValue
public final class ProjectScenes {
  private static final String SPAWNER = "MultiplayerSpawner";
  private static final String SYNCHRONIZER = "MultiplayerSynchronizer";
  private static final String UID = "uid://";
  private static final String SCENE = ".tscn";
  private static final String RESOURCE = ".tres";
  private static final int MAX_NODES = 100_000;

  private final ProjectFolder folder;

  private ProjectScenes(ProjectFolder folder) {
    this.folder = folder;
  }

  /**
   * Returns the scenes of a project.
   *
   * @param folder the folder that contains {@code project.godot}
   * @return the scenes
   * @throws IOException if there is no {@code project.godot}
   */
  public static ProjectScenes of(Path folder) throws IOException {
    return new ProjectScenes(new ProjectFolder(folder));
  }

  /**
   * Reads a spawner with its list of scenes. For each scene in the list, reads the synchronizers
   * that the server owns and whose {@code root_path} is the root of the scene. By default, {@code
   * root_path} is the parent of the synchronizer.
   *
   * @param scene the scene that contains the spawner, such as {@code res://main.tscn}. The root of
   *     this scene must be a child of {@code /root}, because the path of the result starts with the
   *     name of this root
   * @param node path of the spawner, relative to the root of the scene
   * @param clientOwned paths of the synchronizers that this method omits, because a script makes a
   *     client their owner; relative to the roots of the spawned scenes
   * @return the spawner
   * @throws IOException if a scene cannot be read
   * @throws IllegalArgumentException if the node is not a spawner, or a path in {@code clientOwned}
   *     is not a synchronizer of any spawned scene
   */
  public Spawner spawner(String scene, String node, String... clientOwned) throws IOException {
    SceneNode root = new Loader().root(scene);
    SceneNode found = node(root, scene, node, SPAWNER);
    Spawner.Builder spawner = Spawner.at(node.equals(".") ? root.name() : root.name() + "/" + node);
    Optional<SceneNode.Property> spawned = found.property("_spawnable_scenes");
    Set<String> owned = Set.copyOf(List.of(clientOwned));
    Set<String> unused = new HashSet<>(owned);
    if (spawned.isPresent()) {
      PackedStringArray paths = spawned.get().value(PackedStringArray.class);
      for (int i = 0; i < paths.size(); i++) {
        spawner.scene(serverOwned(paths.get(i), owned, unused));
      }
    }
    if (!unused.isEmpty()) {
      throw new IllegalArgumentException(
          "no scene of " + scene + " " + node + " has a synchronizer " + unused);
    }
    return spawner.build();
  }

  private ReplicationConfig[] serverOwned(String scene, Set<String> clientOwned, Set<String> unused)
      throws IOException {
    List<ReplicationConfig> configs = new ArrayList<>();
    Loader loader = new Loader();
    for (Map.Entry<String, SceneNode> entry : loader.root(scene).nodes(SYNCHRONIZER).entrySet()) {
      if (clientOwned.contains(entry.getKey())) {
        unused.remove(entry.getKey());
      } else if (isForRoot(entry.getKey(), entry.getValue())) {
        configs.add(config(loader, entry.getValue()));
      }
    }
    return configs.toArray(ReplicationConfig[]::new);
  }

  /**
   * Returns whether the {@code root_path} of a synchronizer is the root of the scene that contains
   * the synchronizer.
   */
  private static boolean isForRoot(String path, SceneNode synchronizer) throws IOException {
    Optional<SceneNode.Property> property = synchronizer.property("root_path");
    NodePath rootPath =
        property.isPresent() ? property.get().value(NodePath.class) : NodePath.parse("..");
    Deque<String> steps = new ArrayDeque<>(List.of(path.split("/", -1)));
    steps.remove(".");
    for (String name : rootPath.names()) {
      if (!name.equals("..")) {
        steps.addLast(name);
      } else if (steps.pollLast() == null) {
        return false; // The path leaves the scene.
      }
      steps.remove(".");
    }
    return steps.isEmpty() && !rootPath.names().isEmpty() && !rootPath.isAbsolute();
  }

  /**
   * Reads the properties of a synchronizer.
   *
   * @param scene the scene, such as {@code res://player.tscn}
   * @param node path of the synchronizer, relative to the root of the scene
   * @return the properties, with names such as {@code position} or {@code Body:scale}
   * @throws IOException if a scene cannot be read
   * @throws IllegalArgumentException if the node is not a synchronizer
   */
  public ReplicationConfig synchronizer(String scene, String node) throws IOException {
    Loader loader = new Loader();
    return config(loader, node(loader.root(scene), scene, node, SYNCHRONIZER));
  }

  private static SceneNode node(SceneNode root, String scene, String path, String engineClass) {
    SceneNode node = root.find(path);
    if (node == null || !node.isOfClass(engineClass)) {
      throw new IllegalArgumentException(
          scene
              + " has no "
              + engineClass
              + " at "
              + path
              + "; it has "
              + root.nodes(engineClass).keySet());
    }
    return node;
  }

  private static ReplicationConfig config(Loader loader, SceneNode node) throws IOException {
    Optional<SceneNode.Property> property = node.property("replication_config");
    if (property.isEmpty()) {
      throw new IOException(
          node.file().name() + ": the synchronizer " + node.name() + " has no replication config");
    }
    SceneFile file = property.get().file();
    ResourceReference reference = property.get().value(ResourceReference.class);
    Map<String, String> values;
    if (reference.kind() == ResourceReference.Kind.INTERNAL) {
      values = file.internal(reference).properties();
    } else {
      file = loader.file(file.external(reference), file);
      values =
          file.sections("resource").stream().findFirst().map(Section::properties).orElse(Map.of());
    }
    ReplicationConfig.Builder config = ReplicationConfig.builder();
    for (int i = 0; values.containsKey("properties/" + i + "/path"); i++) {
      addProperty(config, file, values, "properties/" + i + "/");
    }
    return config.build();
  }

  /**
   * Adds a property. Scenes of Godot 4.0 and 4.1 have the flags {@code sync} and {@code watch}
   * instead of {@code replication_mode}.
   */
  private static void addProperty(
      ReplicationConfig.Builder config, SceneFile file, Map<String, String> values, String prefix)
      throws IOException {
    String path =
        file.value(Objects.requireNonNull(values.get(prefix + "path")), NodePath.class).path();
    boolean isSpawned = flag(file, values, prefix + "spawn", true);
    ReplicationMode mode =
        flag(file, values, prefix + "sync", true) ? ReplicationMode.ALWAYS : ReplicationMode.NEVER;
    if (flag(file, values, prefix + "watch", false)) {
      mode = ReplicationMode.ON_CHANGE;
    }
    String number = values.get(prefix + "replication_mode");
    if (number != null) {
      mode = mode(file, file.value(number, IntValue.class).value());
    }
    String name = path.startsWith(".:") ? path.substring(2) : path;
    if (isSpawned) {
      config.spawned(name, mode);
    } else {
      config.property(name, mode);
    }
  }

  private static boolean flag(
      SceneFile file, Map<String, String> values, String key, boolean defaultValue)
      throws IOException {
    String text = values.get(key);
    return text == null ? defaultValue : file.value(text, BoolValue.class).value();
  }

  private static ReplicationMode mode(SceneFile file, long number) throws IOException {
    ReplicationMode[] modes = ReplicationMode.values(); // in the order of the engine's numbers
    if (number < 0 || number >= modes.length) {
      throw new IOException(file.name() + ": unknown replication_mode " + number);
    }
    return modes[(int) number];
  }

  /** Reads the files for one call of a public method, and caches the UIDs of files. */
  private final class Loader implements SceneNode.Scenes {
    /**
     * The files of the scenes that are being read. A scene must not instance one of these scenes,
     * because that scene would contain itself.
     */
    private final Deque<Path> openScenes = new ArrayDeque<>();

    private final Map<String, Path> byUid = new HashMap<>();
    private int nodes;

    SceneNode root(String path) throws IOException {
      return root(file(path));
    }

    @Override
    public SceneNode root(SceneFile.External resource, SceneFile from) throws IOException {
      return root(file(resource, from));
    }

    private SceneNode root(SceneFile scene) throws IOException {
      if (openScenes.contains(scene.path())) {
        throw new IOException(scene.name() + " contains itself");
      }
      nodes += scene.sections("node").size();
      if (nodes > MAX_NODES) {
        throw new IOException(scene.name() + ": more than " + MAX_NODES + " nodes");
      }
      openScenes.push(scene.path());
      try {
        return SceneNode.of(scene, this);
      } finally {
        openScenes.pop();
      }
    }

    private SceneFile file(String path) throws IOException {
      if (!path.startsWith(UID)) {
        return read(folder.file(path));
      }
      return read(
          find(path)
              .orElseThrow(
                  () -> new IOException("no scene or resource of the project has " + path)));
    }

    /**
     * Reads a file that another file refers to. As in the engine, the path of the reference is used
     * only if no file of the project has the UID of the reference.
     */
    SceneFile file(SceneFile.External resource, SceneFile from) throws IOException {
      if (resource.path().startsWith(UID)) {
        return file(resource.path());
      }
      if (resource.uid().isPresent()) {
        Optional<Path> known = find(resource.uid().get());
        if (known.isPresent()) {
          return read(known.get());
        }
      }
      return read(folder.file(resource.path(), from.path().resolveSibling("")));
    }

    private SceneFile read(Path file) throws IOException {
      String name = folder.name(file);
      if (!name.endsWith(SCENE) && !name.endsWith(RESOURCE)) {
        throw new IOException(name + " is not in the text format; save it as .tscn or .tres");
      }
      return new SceneFile(file, name, folder.read(file));
    }

    private Optional<Path> find(String uid) throws IOException {
      if (byUid.isEmpty()) {
        for (String ending : List.of(SCENE, RESOURCE)) {
          for (Path file : folder.files(ending)) {
            readUid(file);
          }
        }
      }
      return Optional.ofNullable(byUid.get(uid));
    }

    /**
     * Adds the UID of a file to {@link #byUid}. Skips malformed files, because the scene may not
     * need them.
     */
    private void readUid(Path file) {
      try {
        String firstLine = folder.firstLine(file);
        Optional<String> known = new SceneFile(file, folder.name(file), firstLine).uid();
        known.ifPresent(text -> byUid.putIfAbsent(text, file));
      } catch (IOException e) {
        // If no other file has the UID, the caller uses a path or throws an exception.
      }
    }
  }
}

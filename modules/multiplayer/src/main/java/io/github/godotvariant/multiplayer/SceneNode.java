package io.github.godotvariant.multiplayer;

import io.github.godotvariant.ResourceReference;
import io.github.godotvariant.Variant;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node of a scene and its children, including nodes from scenes that the scene instances or
 * inherits.
 */
final class SceneNode {
  /**
   * Attributes of node sections. A node section with at least one of these attributes adds a node.
   * Without any of these attributes, the section changes a node of an inherited or instanced scene.
   */
  private static final Set<String> CREATING_ATTRIBUTES =
      Set.of("type", "instance", "instance_placeholder");

  private final SceneFile file;
  private final String name;
  private final String type;
  private final List<SceneNode> children = new ArrayList<>();
  private final Map<String, Property> properties = new HashMap<>();

  /**
   * The value of a property.
   *
   * @param file the file that contains the value and the resources that the value refers to
   * @param text the value in Godot's text format
   */
  record Property(SceneFile file, String text) {
    <T extends Variant> T value(Class<T> type) throws IOException {
      return file.value(text, type);
    }
  }

  private SceneNode(SceneFile file, String name, String type) {
    this.file = file;
    this.name = name;
    this.type = type;
  }

  /** Reads other scenes. */
  interface Scenes {
    /** Returns the root of a scene that the file {@code from} refers to. */
    SceneNode root(SceneFile.External scene, SceneFile from) throws IOException;
  }

  /**
   * Builds the tree of a scene. Omits nodes whose parent does not exist, and changes of nodes that
   * do not exist. For example, the inherited scene may no longer have these nodes. Exported games
   * also omit these nodes and changes. If the parent of a node does not exist, debug builds of
   * Godot add the node to the root, with a different name.
   *
   * @throws IOException if the file has no nodes
   */
  static SceneNode of(SceneFile scene, Scenes scenes) throws IOException {
    SceneNode root = null;
    for (SceneFile.Section section : scene.sections("node")) {
      String name = scene.attribute(section, "name").orElse("");
      Optional<String> parentPath = scene.attribute(section, "parent");
      SceneNode node;
      if (root == null) {
        node = create(name, section, scene, scenes);
        root = node;
      } else {
        String path = parentPath.orElse(".");
        SceneNode parent = root.find(path);
        if (parent == null) {
          continue;
        }
        node = parent.child(name);
        if (node == null) {
          if (Collections.disjoint(section.attributes().keySet(), CREATING_ATTRIBUTES)) {
            continue;
          }
          node = create(name, section, scene, scenes);
          parent.add(node, scene.attribute(section, "index"));
        }
      }
      for (Map.Entry<String, String> property : section.properties().entrySet()) {
        node.properties.put(property.getKey(), new Property(scene, property.getValue()));
      }
    }
    if (root == null) {
      throw new IOException(scene.name() + " has no nodes");
    }
    return root;
  }

  private static SceneNode create(
      String name, SceneFile.Section section, SceneFile scene, Scenes scenes) throws IOException {
    String instance = section.attributes().get("instance");
    if (instance == null) {
      return new SceneNode(scene, name, scene.attribute(section, "type").orElse(""));
    }
    ResourceReference reference = scene.value(instance, ResourceReference.class);
    SceneNode base = scenes.root(scene.external(reference), scene);
    SceneNode node = new SceneNode(scene, name, base.type);
    node.children.addAll(base.children);
    node.properties.putAll(base.properties);
    return node;
  }

  /**
   * Adds a child at the index, or as the last child if there is no valid index. A scene file
   * contains an index if a node is added between the nodes of an inherited or instanced scene.
   */
  private void add(SceneNode child, Optional<String> index) throws IOException {
    int last = children.size();
    try {
      children.add(
          index.map(Integer::parseInt).filter(i -> i >= 0 && i < last).orElse(last), child);
    } catch (NumberFormatException e) {
      throw new IOException("the index of " + child.name + " is not a number", e);
    }
  }

  String name() {
    return name;
  }

  /** {@return the file that adds the node} */
  SceneFile file() {
    return file;
  }

  /** {@return whether the node is of a class of the engine} */
  boolean isOfClass(String engineClass) {
    return type.equals(engineClass);
  }

  /** {@return the node at a path relative to this node; null if there is no such node} */
  @Nullable SceneNode find(String path) {
    SceneNode node = this;
    if (!path.equals(".")) {
      for (String step : path.split("/", -1)) {
        node = node == null ? null : node.child(step);
      }
    }
    return node;
  }

  private @Nullable SceneNode child(String childName) {
    for (SceneNode child : children) {
      if (child.name.equals(childName)) {
        return child;
      }
    }
    return null;
  }

  /**
   * Returns the nodes of a class by their paths, in the order in which they enter the tree.
   *
   * @param engineClass the class
   * @return the nodes, this node as {@code .}
   */
  Map<String, SceneNode> nodes(String engineClass) {
    Map<String, SceneNode> nodes = new LinkedHashMap<>();
    Deque<Map.Entry<String, SceneNode>> next = new ArrayDeque<>();
    next.push(Map.entry(".", this));
    while (!next.isEmpty()) {
      String path = next.peek().getKey();
      SceneNode node = next.pop().getValue();
      if (node.isOfClass(engineClass)) {
        nodes.put(path, node);
      }
      for (int i = node.children.size() - 1; i >= 0; i--) {
        SceneNode child = node.children.get(i);
        next.push(Map.entry(path.equals(".") ? child.name : path + "/" + child.name, child));
      }
    }
    return nodes;
  }

  /** {@return the value of a property, if a scene sets it} */
  Optional<Property> property(String key) {
    return Optional.ofNullable(properties.get(key));
  }
}

package io.github.godotvariant.multiplayer;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Stores the nodes of a server by path, and the numbers with which the server announces these nodes
 * to peers.
 */
final class NodeRegistry {
  private static final String ROOT = "/root";

  private final Map<String, RpcNode> byPath;

  private final Map<RpcNode, Integer> numbers = new HashMap<>();
  private final Map<Long, RpcNode> byNumber = new HashMap<>();

  /** The latest assigned number. The number of a removed node is not used again. */
  private int lastNumber;

  NodeRegistry(Map<String, RpcNode> byPath) {
    this.byPath = new HashMap<>(byPath);
  }

  void add(RpcNode node) {
    add(byPath, node);
  }

  static void add(Map<String, RpcNode> nodes, RpcNode node) {
    if (nodes.putIfAbsent(node.path(), node) != null) {
      throw new IllegalArgumentException(EventText.line("the server has a node at " + node.path()));
    }
  }

  boolean remove(RpcNode node) {
    return byPath.remove(node.path(), node);
  }

  /**
   * Returns whether this object is registered with the server; false if a different object is
   * registered at the same path.
   */
  boolean isRegistered(RpcNode node) {
    return byPath.get(node.path()) == node;
  }

  /** Returns the number of a method of a registered node. */
  int methodNumber(RpcNode node, String method) {
    if (!isRegistered(node)) {
      throw new IllegalArgumentException(
          EventText.line(node + " is not registered with this server"));
    }
    if (node.method(method).isEmpty()) {
      throw new IllegalArgumentException(
          EventText.line(node + " has no method " + method + "; it has " + node.declared()));
    }
    return node.methods().number(method).orElseThrow();
  }

  /** Returns the node at a path relative to {@code /root}. */
  Optional<RpcNode> find(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  /** Makes a path relative to {@code /root}. Clients may send absolute or relative paths. */
  static String relative(String path) {
    return path.equals(ROOT)
        ? "."
        : path.startsWith(ROOT + "/") ? path.substring(ROOT.length() + 1) : path;
  }

  /**
   * Returns the number with which the server announces a node to peers. Assigns a number on the
   * first call for the node. The node need not be registered.
   */
  int number(RpcNode node) {
    return numbers.computeIfAbsent(
        node,
        added -> {
          lastNumber++;
          byNumber.put((long) lastNumber, added);
          return lastNumber;
        });
  }

  /** Returns whether a number belongs to a node, or belonged to a node that was removed. */
  boolean wasAssigned(long number) {
    return number > 0 && number <= lastNumber;
  }

  Optional<RpcNode> byNumber(long number) {
    return Optional.ofNullable(byNumber.get(number));
  }

  /**
   * Removes the number of a node. If the program adds the node again, the node gets a different
   * number.
   */
  void forget(RpcNode node) {
    Integer number = numbers.remove(node);
    if (number != null) {
      byNumber.remove((long) number);
    }
  }
}

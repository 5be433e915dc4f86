package io.github.godotvariant.multiplayer;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The nodes of a server by their paths, and the numbers by which it announces them. */
final class Nodes {
  private static final String ROOT = "/root";

  private final Map<String, RpcNode> byPath;

  private final Map<RpcNode, Integer> numbers = new HashMap<>();
  private final Map<Long, RpcNode> numbered = new HashMap<>();

  /** Numbers are not used again, not even after a node is removed. */
  private int lastNumber;

  Nodes(Map<String, RpcNode> byPath) {
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

  /** Returns whether the node is registered; another node at its path is not the same. */
  boolean has(RpcNode node) {
    return byPath.get(node.path()) == node;
  }

  /** Returns the number of a method of a registered node. */
  int number(RpcNode node, String method) {
    if (!has(node)) {
      throw new IllegalArgumentException(
          EventText.line(node + " is not registered with this server"));
    }
    if (node.method(method).isEmpty()) {
      throw new IllegalArgumentException(
          EventText.line(node + " has no method " + method + "; it has " + node.declared()));
    }
    return node.methods().number(method).orElseThrow();
  }

  /** Returns the node at a path relative to the root of the multiplayer. */
  Optional<RpcNode> at(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  /** Returns a path relative to the root of the multiplayer; clients may send absolute paths. */
  static String relative(String path) {
    return path.equals(ROOT)
        ? "."
        : path.startsWith(ROOT + "/") ? path.substring(ROOT.length() + 1) : path;
  }

  /** Returns the number by which the server announces a node, registered or not. */
  int number(RpcNode node) {
    return numbers.computeIfAbsent(
        node,
        added -> {
          lastNumber++;
          numbered.put((long) lastNumber, added);
          return lastNumber;
        });
  }

  /** Returns whether the number is or was the number of a node. */
  boolean wasNumber(long number) {
    return number > 0 && number <= lastNumber;
  }

  Optional<RpcNode> numbered(long number) {
    return Optional.ofNullable(numbered.get(number));
  }

  /** Removes the number of a node; if the node is added again, it gets another number. */
  void forget(RpcNode node) {
    Integer number = numbers.remove(node);
    if (number != null) {
      numbered.remove((long) number);
    }
  }
}

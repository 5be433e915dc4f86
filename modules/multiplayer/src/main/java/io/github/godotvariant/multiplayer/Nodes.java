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

  /** A number never means another node, not even one that comes later. */
  private int lastNumber;

  Nodes(Map<String, RpcNode> byPath) {
    this.byPath = new HashMap<>(byPath);
  }

  void add(RpcNode node) {
    add(byPath, node);
  }

  static void add(Map<String, RpcNode> nodes, RpcNode node) {
    if (nodes.putIfAbsent(node.path(), node) != null) {
      throw new IllegalArgumentException(EventText.line("two nodes at " + node.path()));
    }
  }

  boolean remove(RpcNode node) {
    return byPath.remove(node.path(), node);
  }

  /** Whether it is one of these, and not another at its path. */
  boolean has(RpcNode node) {
    return byPath.get(node.path()) == node;
  }

  /** The number of a method of one of these nodes. */
  int number(RpcNode node, String method) {
    if (!has(node)) {
      throw new IllegalArgumentException(EventText.line(node + " is none of the server's nodes"));
    }
    if (node.method(method).isEmpty()) {
      throw new IllegalArgumentException(EventText.line(node + " has no method " + method));
    }
    return node.methods().number(method).orElseThrow();
  }

  /** The node at a path from the root of the multiplayer. */
  Optional<RpcNode> at(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  /** From the root of the multiplayer, as clients may name a path from that of the tree. */
  static String relative(String path) {
    return path.equals(ROOT)
        ? "."
        : path.startsWith(ROOT + "/") ? path.substring(ROOT.length() + 1) : path;
  }

  /** The number by which the server announces a node, which need not be one of these. */
  int number(RpcNode node) {
    return numbers.computeIfAbsent(
        node,
        added -> {
          lastNumber++;
          numbered.put((long) lastNumber, added);
          return lastNumber;
        });
  }

  /** Whether it is or was the number of a node. */
  boolean wasNumber(long number) {
    return number > 0 && number <= lastNumber;
  }

  Optional<RpcNode> numbered(long number) {
    return Optional.ofNullable(numbered.get(number));
  }

  /** Keeps no number of a node that is gone; if it comes again, it has another one. */
  void forget(RpcNode node) {
    Integer number = numbers.remove(node);
    if (number != null) {
      numbered.remove((long) number);
    }
  }
}

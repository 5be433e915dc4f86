package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.VariantType;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.codec.WireNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What is in a container: elements, pairs of key and value, properties with their names.
 *
 * @param container the container
 */
record Entries(WireNode container) {
  /** Whether a value is one that holds others; an object may also be only an id. */
  static boolean areIn(WireNode node) {
    return switch (node.type()) {
      case ARRAY, DICTIONARY -> true;
      case OBJECT -> node.isComplete() ? node.value().isEmpty() : !node.children().isEmpty();
      default -> false;
    };
  }

  /** How many there are; the last one may be incomplete. */
  int size() {
    return (container.children().size() + nodesEach() - 1) / nodesEach() + container.omitted();
  }

  /** How many there are, in words. */
  String count() {
    return Text.count(size(), noun());
  }

  /** The words for a number of entries that are not shown. */
  String more(int number) {
    return "… " + Text.count(number, "more " + noun());
  }

  private String noun() {
    return switch (container.type()) {
      case ARRAY -> "element";
      case DICTIONARY -> "entry";
      default -> "property";
    };
  }

  /** The nodes of one that is shown: an element, or a key and its value if that was reached. */
  List<WireNode> nodes(int i) {
    boolean isBehind = (i + 1) * nodesEach() > container.children().size();
    int from = (isBehind ? i - container.omitted() : i) * nodesEach();
    int to = Math.min(from + nodesEach(), container.children().size());
    return container.children().subList(from, to);
  }

  /**
   * Where one that may be left out starts; the end of the container for the one behind the last.
   */
  int offset(int i) {
    return i < size() ? nodes(i).get(0).offset() : container.offset() + container.length();
  }

  /** What to call one; empty if its key is a container, or could not be read. */
  Optional<String> label(int i, Notation notation) {
    if (container.type() == VariantType.ARRAY) {
      return Optional.of("[" + i + "]");
    }
    WireNode key = nodes(i).get(0);
    return key.role() == WireNode.Role.PROPERTY_NAME
        ? key.value().map(name -> notation.plain(name.asString()))
        : key.value().map(value -> notation.key(value, key.description()));
  }

  /**
   * Which of them to show: the first ones, and the one in which reading stopped, which is worth
   * seeing wherever it is.
   */
  int[] shown(Detail detail) {
    int most = container.type() == VariantType.ARRAY ? detail.elements() : detail.entries();
    int first = Math.min(most, size());
    int last = container.isComplete() ? size() : Math.max(first, size() - 1);
    return IntStream.concat(IntStream.range(0, first), IntStream.range(last, size())).toArray();
  }

  private int nodesEach() {
    return container.type() == VariantType.ARRAY ? 1 : 2;
  }
}

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
 * Finds the entries of a container: the elements of an array, the pairs of a dictionary, or the
 * properties of an object.
 *
 * @param container the container
 */
record Entries(WireNode container) {
  /** Returns whether a value is a container. An object that is only an id is not a container. */
  static boolean areIn(WireNode node) {
    return switch (node.type()) {
      case ARRAY, DICTIONARY -> true;
      case OBJECT -> node.isComplete() ? node.value().isEmpty() : !node.children().isEmpty();
      default -> false;
    };
  }

  /** Returns the number of entries of the container; the last entry may be incomplete. */
  int size() {
    return (container.children().size() + nodesEach() - 1) / nodesEach() + container.omitted();
  }

  /** Returns a text with the number of entries, for example {@code 3 elements}. */
  String count() {
    return Text.count(size(), noun());
  }

  /** Returns a text for entries that are not shown, for example {@code … 3 more elements}. */
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

  /**
   * Returns the nodes of an entry: an element, or a key and its value. The value is missing if
   * reading stopped before the value.
   */
  List<WireNode> nodes(int i) {
    boolean isAfterGap = (i + 1) * nodesEach() > container.children().size();
    int from = (isAfterGap ? i - container.omitted() : i) * nodesEach();
    int to = Math.min(from + nodesEach(), container.children().size());
    return container.children().subList(from, to);
  }

  /**
   * Returns the offset at which an entry starts; for the index after the last entry, the end of the
   * container.
   */
  int offset(int i) {
    return i < size() ? nodes(i).get(0).offset() : container.offset() + container.length();
  }

  /**
   * Returns the label of an entry: the index, key or property name. Returns empty if the key is a
   * container or could not be read.
   */
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
   * Returns the indexes of the entries to print: the first entries, up to the limit in {@code
   * detail}, and the entry in which reading stopped.
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

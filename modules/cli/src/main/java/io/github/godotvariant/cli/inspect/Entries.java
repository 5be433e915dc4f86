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
 * The entries of a container: elements, pairs of key and value, or properties with their names.
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

  /** Returns the number of entries; the last one may be incomplete. */
  int size() {
    return (container.children().size() + nodesEach() - 1) / nodesEach() + container.omitted();
  }

  /** Returns the number of entries with their name, for example {@code 3 elements}. */
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

  /** Returns the nodes of an entry: an element, or a key and its value if the value was reached. */
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

  /** Returns the label of an entry; empty if its key is a container or could not be read. */
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
   * Returns the indexes of the shown entries: the first ones, and the entry in which reading
   * stopped.
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

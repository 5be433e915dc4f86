package io.github.godotvariant.cli.inspect;

import io.github.godotvariant.PackedArray;
import io.github.godotvariant.cli.terminal.Paint;
import io.github.godotvariant.cli.terminal.Text;
import io.github.godotvariant.cli.values.Detail;
import io.github.godotvariant.cli.values.Notation;
import io.github.godotvariant.codec.WireNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Prints a value as a tree: a line for each value in it, with offset, size, label, type and
 * content.
 */
final class TreeView {
  /**
   * The maximum widths, in terminal cells, of the columns for labels and types. A longer text moves
   * the following column to the right.
   */
  private static final int WIDEST_LABEL = 28;

  private static final int WIDEST_TYPE = 18;

  private final Report report;
  private final Paint paint;
  private final Detail detail;
  private final Notation notation;
  private final long start;
  private int offsetWidth;
  private int sizeWidth;
  private boolean hasOmissions;

  /**
   * Creates a view.
   *
   * @param start the offset of the value in the file
   */
  TreeView(Report report, long start) {
    this.start = start;
    this.report = report;
    paint = report.paint();
    detail = report.detail();
    notation = new Notation(detail);
  }

  /**
   * Prints the tree.
   *
   * @return whether something was left out
   */
  boolean print(WireNode root) {
    int digits = Long.toString(start + root.offset() + root.length()).length();
    offsetWidth = Math.max("offset".length(), digits);
    sizeWidth = Math.max("size".length(), digits);
    report.line(
        paint.faint(Text.right("offset", offsetWidth) + "  " + Text.right("size", sizeWidth)));
    report.line(gutter(root) + describe(root, 0));
    Deque<ChildLines> open = new ArrayDeque<>();
    open.push(new ChildLines(root, ""));
    while (!open.isEmpty()) {
      if (open.element().hasNext()) {
        open.element().print().ifPresent(open::push);
      } else {
        open.pop();
      }
    }
    return hasOmissions || notation.hasShortened();
  }

  /**
   * A line below a container: a value with its label, or, without a node, a text about values that
   * are left out.
   */
  private record Branch(String label, Optional<WireNode> node) {}

  /** The lines below a container, printed one after the other, and the widths of their columns. */
  private final class ChildLines {
    private final Iterator<Branch> branches;
    private final String indent;
    private final int labelWidth;
    private final int typeWidth;

    ChildLines(WireNode parent, String indent) {
      this.indent = indent;
      List<Branch> all = Entries.areIn(parent) ? branches(new Entries(parent)) : List.of();
      branches = all.iterator();
      int labels = 0;
      int types = 0;
      for (Branch branch : all) {
        if (branch.node().isPresent()) {
          WireNode node = branch.node().get();
          labels = Math.max(labels, Text.width(branch.label()));
          types = Math.max(types, isLeaf(node) ? Text.width(node.description()) : 0);
        }
      }
      labelWidth = Math.min(labels, WIDEST_LABEL);
      typeWidth = Math.min(types, WIDEST_TYPE);
    }

    boolean hasNext() {
      return branches.hasNext();
    }

    /**
     * Prints the next line, and returns the lines below it. Returns empty for a text about values
     * that are left out.
     */
    Optional<ChildLines> print() {
      Branch branch = branches.next();
      String start = paint.faint(indent + (hasNext() ? "├─ " : "└─ "));
      if (branch.node().isEmpty()) {
        report.line(" ".repeat(offsetWidth + sizeWidth + 4) + start + paint.faint(branch.label()));
        return Optional.empty();
      }
      WireNode node = branch.node().get();
      String blanks = Text.blanks(branch.label(), labelWidth) + "  ";
      String label = paint.name(branch.label()) + blanks;
      report.line(gutter(node) + start + label + describe(node, typeWidth));
      return Optional.of(new ChildLines(node, indent + (hasNext() ? "│  " : "   ")));
    }
  }

  private List<Branch> branches(Entries entries) {
    List<Branch> branches = new ArrayList<>();
    int next = 0;
    for (int i : entries.shown(detail)) {
      omit(branches, entries, i - next);
      next = i + 1;
      add(branches, entries, i);
    }
    omit(branches, entries, entries.size() - next);
    return branches;
  }

  private void omit(List<Branch> branches, Entries entries, int number) {
    if (number > 0) {
      branches.add(new Branch(entries.more(number), Optional.empty()));
      hasOmissions = true;
    }
  }

  private void add(List<Branch> branches, Entries entries, int i) {
    List<WireNode> nodes = entries.nodes(i);
    WireNode last = nodes.get(nodes.size() - 1);
    boolean onlyKey =
        last.role() == WireNode.Role.KEY || last.role() == WireNode.Role.PROPERTY_NAME;
    Optional<String> label = onlyKey ? Optional.empty() : entries.label(i, notation);
    if (label.isPresent()) {
      branches.add(new Branch(label.get(), Optional.of(last)));
    } else {
      branches.add(new Branch("key", Optional.of(nodes.get(0))));
      if (!onlyKey) {
        branches.add(new Branch("value", Optional.of(last)));
      }
    }
  }

  private String gutter(WireNode node) {
    String offset = Text.right(Long.toString(start + node.offset()), offsetWidth);
    String size = Text.right(Integer.toString(node.length()), sizeWidth);
    return paint.faint(offset + "  " + size) + "  ";
  }

  private String describe(WireNode node, int typeWidth) {
    String type = notation.plain(node.description());
    if (Entries.areIn(node)) {
      String count = ", " + new Entries(node).count();
      return paint.type(type) + count + (node.isComplete() ? "" : paint.alarm(", incomplete"));
    }
    if (node.value().isEmpty()) {
      return paint.type(type) + Text.blanks(type, typeWidth) + paint.alarm("  (unreadable)");
    }
    String content = notation.of(node.value().get());
    if (node.value().get() instanceof PackedArray array) {
      String count = ", " + Text.count(array.size(), "element");
      return paint.type(type) + count + (content.isEmpty() ? "" : ": " + content);
    }
    return paint.type(type)
        + (content.isEmpty() ? "" : Text.blanks(type, typeWidth) + "  " + content);
  }

  /**
   * Returns whether a value is neither a container nor a packed array. The contents of such values
   * are aligned in a column after the type.
   */
  private static boolean isLeaf(WireNode node) {
    return !Entries.areIn(node) && node.value().filter(PackedArray.class::isInstance).isEmpty();
  }
}

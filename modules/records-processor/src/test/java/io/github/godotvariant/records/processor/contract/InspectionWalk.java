package io.github.godotvariant.records.processor.contract;

import io.github.godotvariant.ElementType;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.codec.WireField;
import io.github.godotvariant.codec.WireNode;
import java.util.ArrayList;
import java.util.List;

/** Puts a value together from the nodes of an inspection. */
final class InspectionWalk {
  private static final CanonicalForm FORM = CanonicalForm.UNTYPED;

  private final KeyRule keyRule;

  InspectionWalk(KeyRule keyRule) {
    this.keyRule = keyRule;
  }

  /** Returns the canonical form, without element types. */
  String read(WireNode node) {
    if (node.value().isPresent()) {
      return FORM.of(node.value().get());
    }
    List<WireNode> children = node.children();
    if (node.type() == VariantType.ARRAY) {
      return FORM.array(ElementType.UNTYPED, children.stream().map(this::read).toList());
    }
    List<String> values = new ArrayList<>();
    if (node.type() == VariantType.DICTIONARY) {
      List<Variant> keys = new ArrayList<>();
      for (int i = 0; i < children.size(); i += 2) {
        keys.add(key(children.get(i)));
        values.add(read(children.get(i + 1)));
      }
      return FORM.dictionary(
          ElementType.UNTYPED, ElementType.UNTYPED, FORM.merge(keyRule, keys, values));
    }
    for (int i = 0; i < children.size(); i += 2) {
      values.add(read(children.get(i)) + "=" + read(children.get(i + 1)));
    }
    return FORM.object(className(node), values);
  }

  private static String className(WireNode object) {
    return object.description().replaceFirst("^Object ", "");
  }

  /** Returns a key as a value; one that holds containers without their element types. */
  private Variant key(WireNode node) {
    if (node.value().isPresent()) {
      return node.value().get();
    }
    List<Variant> children = node.children().stream().map(this::key).toList();
    if (node.type() == VariantType.ARRAY) {
      return VariantArray.copyOf(children);
    }
    if (node.type() == VariantType.OBJECT) {
      List<ObjectValue.Property> properties = new ArrayList<>();
      for (int i = 0; i < children.size(); i += 2) {
        properties.add(new ObjectValue.Property(children.get(i).asString(), children.get(i + 1)));
      }
      return new ObjectValue(className(node), properties);
    }
    VariantDictionary.Builder dictionary = VariantDictionary.builder().keyRule(keyRule);
    for (int i = 0; i < children.size(); i += 2) {
      dictionary.put(children.get(i), children.get(i + 1));
    }
    return dictionary.build();
  }

  /** Returns all that a node says of itself and of the nodes in it, line by line. */
  static String describe(WireNode node) {
    StringBuilder text = new StringBuilder();
    describe(node, text);
    return text.toString();
  }

  private static void describe(WireNode node, StringBuilder text) {
    text.append(node.role()).append(' ').append(node).append(' ').append(node.isComplete());
    text.append(' ').append(node.omitted()).append('\n');
    for (WireField field : node.fields()) {
      text.append(field).append('\n');
    }
    node.children().forEach(child -> describe(child, text));
  }
}

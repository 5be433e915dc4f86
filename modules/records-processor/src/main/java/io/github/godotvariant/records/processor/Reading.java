package io.github.godotvariant.records.processor;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.records.generated.KeySet;
import io.github.godotvariant.records.generated.RecordInput;
import io.github.godotvariant.records.processor.Component.Presence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.lang.model.type.TypeKind;

/** How a record is read: in the order of its components, and in any order. */
final class Reading {
  private static final String SURPRISE = "in.surprise(at)";

  private final Model model;
  private final Names names;
  private final Members members;
  private final Lines lines;
  private final String self;
  private final String input;

  /** The methods that read lists and maps. */
  private final IdentityHashMap<Form, String> methods = new IdentityHashMap<>();

  Reading(Model model, Names names, Members members, Lines lines) {
    this.model = model;
    this.names = names;
    this.members = members;
    this.lines = lines;
    self = names.of(model.record());
    input = names.of(RecordInput.class);
  }

  /** Generates the two methods, and asks for those that they need. */
  void generate() {
    inOrder();
    inAnyOrder();
  }

  private void inOrder() {
    List<Component> keyed = members.keyed();
    // How many bytes are still to come at least from each component on.
    int[] rest = new int[keyed.size() + 1];
    for (int i = keyed.size() - 1; i >= 0; i--) {
      Component component = keyed.get(i);
      rest[i] =
          rest[i + 1]
              + (component.isRequired()
                  ? Members.size(component.key()) + component.form().least()
                  : 0);
    }
    int keys = 0;
    int tags = model.tagKey() == null ? 0 : 1;
    int required = tags;
    for (Component component : keyed) {
      if (component.isRequired()) {
        keys += component.key().length();
        required++;
      }
    }
    boolean all = required - tags == keyed.size();
    lines.line("");
    lines.line("@" + names.of(Override.class));
    lines.open("protected " + self + " inOrder(" + input + " in, int depth) {");
    lines.line("byte[] bytes = in.bytes;");
    lines.line("int end = in.end;");
    lines.line("int at = in.at;");
    lines.line("long word;");
    lines.line("int size;");
    lines.line("int pairs = in.pairs(at, depth, " + members.longestKey() + ");");
    check("pairs " + (all ? "!= " : "< ") + required);
    lines.line("at += 8;");
    String tagKey = model.tagKey();
    if (tagKey != null) {
      keys += tagKey.length() + ReadBudget.STRING + model.tagText().length(); // a text as well
      check(
          "end - at < "
              + (Members.size(tagKey) + Members.size(model.tagText()) + rest[0])
              + " || !"
              + Members.TYPE_KEY
              + ".standsAt(bytes, at) || !"
              + Members.TYPE
              + ".standsAt(bytes, at + "
              + Members.size(tagKey)
              + ")");
      lines.line("at += " + (Members.size(tagKey) + Members.size(model.tagText())) + ";");
    } else {
      check("end - at < " + rest[0]);
    }
    if (!all) {
      lines.line("int known = " + required + ";");
      lines.line("int keys = " + keys + ";");
    }
    for (int i = 0; i < keyed.size(); i++) {
      Component component = keyed.get(i);
      int key = Members.size(component.key());
      lines.line("");
      if (component.isRequired()) {
        check("!" + members.constant(component) + ".standsAt(bytes, at)");
        lines.line("at += " + key + ";");
        lines.line(names.of(component.type()) + " " + Members.variable(component) + ";");
        value(component, Members.variable(component), rest[i + 1]);
        continue;
      }
      declareAbsent(component);
      lines.open(
          "if (end - at >= "
              + (key + Math.max(8, component.form().least()) + rest[i + 1])
              + " && "
              + members.constant(component)
              + ".standsAt(bytes, at)) {");
      lines.line("at += " + key + ";");
      value(component, Members.variable(component), rest[i + 1]);
      lines.line("known++;");
      lines.line("keys += " + component.key().length() + ";");
      lines.close();
    }
    lines.line("");
    if (all) {
      check("!in.charge(pairs, " + required + ", " + keys + ")");
    } else {
      check("pairs != known || !in.charge(pairs, known, keys)");
    }
    lines.line("in.at = at;");
    make();
    lines.close();
  }

  private void make() {
    for (int i = 0; i < model.components().size(); i++) {
      Component component = model.components().get(i);
      if (component.presence() == Presence.DEFAULT) {
        String absent = "!" + Members.has(component);
        lines.check("" + absent + " && !in.chargeAbsent(component(" + i + "))", "null");
      }
    }
    StringBuilder arguments = new StringBuilder();
    for (int i = 0; i < model.components().size(); i++) {
      Component component = model.components().get(i);
      arguments.append(i == 0 ? "" : ", ");
      if (component.presence() == Presence.OTHERS) {
        arguments.append(names.of(VariantDictionary.class)).append(".EMPTY");
      } else if (component.presence() == Presence.DEFAULT) {
        arguments
            .append(Members.has(component))
            .append(" ? ")
            .append(Members.variable(component))
            .append(" : (")
            .append(names.of(component.type()))
            .append(") component(")
            .append(i)
            .append(").absent()");
      } else {
        arguments.append(Members.variable(component));
      }
    }
    lines.line("return new " + self + "(" + arguments + ");");
  }

  /** A variable for a component for which there may be no key. */
  private void declareAbsent(Component component) {
    lines.line(
        names.of(component.type())
            + " "
            + Members.variable(component)
            + " = "
            + absent(component)
            + ";");
    if (component.presence() == Presence.DEFAULT) {
      lines.line("boolean " + Members.has(component) + " = false;");
    }
  }

  /** What an absent component is, before it is known to be absent. */
  private String absent(Component component) {
    return switch (component.presence()) {
      case OPTIONAL, OPTIONAL_INT, OPTIONAL_LONG, OPTIONAL_DOUBLE ->
          names.of(component.erased()) + ".empty()";
      default -> zero(component);
    };
  }

  private static String zero(Component component) {
    TypeKind kind = component.type().getKind();
    return kind == TypeKind.BOOLEAN ? "false" : kind.isPrimitive() ? "0" : "null";
  }

  /** Reads the value at the index, which is then behind it; so many bytes must be left there. */
  private void value(Component component, String target, int rest) {
    String into = target;
    boolean optional =
        switch (component.presence()) {
          case OPTIONAL, OPTIONAL_INT, OPTIONAL_LONG, OPTIONAL_DOUBLE -> true;
          default -> false;
        };
    if (component.form() instanceof Form.Other) {
      lines.line("in.at = at;");
      generally(component, target);
      behind(rest);
    } else if (component.form() instanceof Form.Numbers numbers) {
      lines.line("in.at = at;");
      lines.line(target + " = in." + numbers.method() + "();");
      lines.open("if (" + target + " == null) {");
      generally(component, target);
      lines.close();
      behind(rest);
    } else if (optional) {
      into = target + "Value";
      lines.line(names.of(component.valueType()) + " " + into + ";");
      form(component.form(), into, component.name(), rest);
      lines.line(target + " = " + names.of(component.erased()) + ".of(" + into + ");");
    } else {
      form(component.form(), into, component.name(), rest);
    }
    if (component.presence() == Presence.DEFAULT) {
      lines.line(Members.has(component) + " = true;");
    }
  }

  private void generally(Component component, String target) {
    lines.line(
        target
            + " = ("
            + names.of(component.type())
            + ") in.component(component("
            + model.components().indexOf(component)
            + "), depth);");
  }

  private void behind(int rest) {
    lines.line("at = in.at;");
    if (rest > 0) {
      check("end - at < " + rest);
    }
  }

  private void form(Form form, String target, String name, int rest) {
    if (form instanceof Form.Nested record) {
      lines.line("in.at = at;");
      lines.line(target + " = " + members.codec(record.type()) + ".read(in, depth + 1);");
      lines.check("" + target + " == null", "in.surprise(in.at)");
      behind(rest);
    } else if (form instanceof Form.ListOf || form instanceof Form.MapOf) {
      lines.line("in.at = at;");
      lines.line(target + " = " + method(form, name) + "(in, depth + 1);");
      lines.check(target + " == null", "in.surprise(in.at)");
      behind(rest);
    } else {
      simple(form, target, rest);
    }
  }

  /** The method that reads a list or map: one for both ways. */
  private String method(Form form, String name) {
    String known = methods.get(form);
    if (known == null) {
      known =
          members.method(
              "read",
              name,
              method -> {
                if (form instanceof Form.MapOf map) {
                  readMap(method, map, name);
                } else {
                  readList(method, (Form.ListOf) form, name);
                }
              });
      methods.put(form, known);
    }
    return known;
  }

  private void simple(Form form, String target, int rest) {
    Form.Simple simple =
        form instanceof Form.Own own
            ? own.shape()
            : form instanceof Form.Constant constant ? constant.as() : (Form.Simple) form;
    lines.line("word = " + input + ".word(bytes, at);");
    lines.line(
        "size = "
            + (simple.noun.equals("Text") ? "in" : input)
            + ".sizeOf"
            + simple.noun
            + "(word);");
    check("size == 0 || end - at < size" + (rest == 0 ? "" : " + " + rest));
    if (simple == Form.Simple.QUATERNION) {
      check("!in.chargeReals(4)");
    }
    if (form instanceof Form.Own own) {
      StringBuilder arguments = new StringBuilder();
      for (int i = 0; i < own.places().size(); i++) {
        String real = real(simple, own.places().get(i));
        arguments
            .append(i == 0 ? "" : ", ")
            .append(own.narrow().get(i) ? real : input + ".widen(" + real + ")");
      }
      lines.line(target + " = new " + names.of(own.type()) + "(" + arguments + ");");
    } else if (form instanceof Form.Constant constant) {
      lines.line(
          target
              + " = "
              + members.codec(constant.type())
              + ".find("
              + (simple == Form.Simple.LONG
                  ? input + ".intOf(word, size, bytes, at));"
                  : "in.textOf(word, bytes, at));"));
      check(target + " == null");
    } else {
      switch (simple) {
        case BOOL -> lines.line(target + " = " + input + ".boolOf(word);");
        case LONG -> lines.line(target + " = " + input + ".intOf(word, size, bytes, at);");
        case BYTE, SHORT, INT -> narrow(simple, target);
        case FLOAT -> {
          lines.line(target + " = (float) " + input + ".floatOf(word, bytes, at);");
          check("!" + input + ".isSingle(word, " + target + ")");
        }
        case DOUBLE -> lines.line(target + " = " + input + ".floatOf(word, bytes, at);");
        case STRING, NAME -> {
          lines.line(target + " = in.textOf(word, bytes, at);");
          check(target + " == null");
        }
        case VECTOR2 -> lines.line(target + " = " + input + ".vector2Of(word, bytes, at);");
        case VECTOR3 -> lines.line(target + " = " + input + ".vector3Of(word, bytes, at);");
        case QUATERNION -> lines.line(target + " = " + input + ".quaternionOf(word, bytes, at);");
        case COLOR -> lines.line(target + " = " + input + ".colorOf(word, bytes, at);");
      }
    }
    lines.line("at += size;");
  }

  /** A component of a shape, as a float. */
  private String real(Form.Simple shape, int place) {
    if (place == 0) {
      return input + ".high(word)";
    }
    int at = shape == Form.Simple.VECTOR2 ? 4 : place == 3 ? 12 : 8;
    return input
        + (place == 1 && at == 8 ? ".low(" : ".high(")
        + input
        + ".word(bytes, at + "
        + at
        + "))";
  }

  private void narrow(Form.Simple simple, String target) {
    String type = simple.name().toLowerCase(Locale.ROOT);
    String wide = target + "Wide";
    lines.line("long " + wide + " = " + input + ".intOf(word, size, bytes, at);");
    check("(" + type + ") " + wide + " != " + wide);
    lines.line(target + " = (" + type + ") " + wide + ";");
  }

  private void inAnyOrder() {
    List<Component> keyed = members.keyed();
    long required = 0;
    for (int i = 0; i < keyed.size(); i++) {
      required |= keyed.get(i).isRequired() ? 1L << i : 0;
    }
    boolean skips =
        !model.refuses()
            && model.components().stream().noneMatch(each -> each.presence() == Presence.OTHERS);
    lines.line("");
    lines.line("@" + names.of(Override.class));
    lines.open("protected " + self + " inAnyOrder(" + input + " in, int depth) {");
    lines.line("byte[] bytes = in.bytes;");
    lines.line("int end = in.end;");
    lines.line("long word;");
    lines.line("int size;");
    lines.line("int pairs = in.pairs(in.at, depth, " + members.longestKey() + ");");
    lines.check("pairs < 0 || !in.charge(pairs, 0, 0)", "null");
    lines.line("in.at += 8;");
    lines.line("long seen = 0;");
    keyed.forEach(this::declareAbsent);
    lines.open("for (int pair = 0; pair < pairs; pair++) {");
    lines.line("int key = in.key(" + Members.KEYS + ", pair, depth);");
    lines.line("int at = in.at;");
    if (skips) {
      lines.open("if (key == " + names.of(KeySet.class) + ".UNKNOWN) {");
      lines.line("continue;");
      lines.close();
    }
    check("key < 0 || (seen & 1L << key) != 0");
    lines.line("seen |= 1L << key;");
    lines.open("switch (key) {");
    for (int i = 0; i < keyed.size(); i++) {
      Component component = keyed.get(i);
      lines.open("case " + i + " -> {");
      if (component.form().least() > 8) {
        check("end - at < " + component.form().least());
      }
      value(component, Members.variable(component), 0);
      lines.close();
    }
    if (model.tagKey() != null) {
      int size = Members.size(model.tagText());
      lines.open("case " + keyed.size() + " -> {");
      lines.line("word = " + input + ".word(bytes, at);");
      check(
          "end - at < "
              + size
              + " || !"
              + Members.TYPE
              + ".standsAt(bytes, at) || in.textOf(word, bytes, at) == null");
      lines.line("at += " + size + ";");
      lines.close();
    }
    lines.line("default -> throw new " + names.of(IndexOutOfBoundsException.class) + "(key);");
    lines.close();
    lines.line("in.at = at;");
    lines.close();
    if (required != 0) {
      lines.check("(seen & " + required + "L) != " + required + "L", "null");
    }
    make();
    lines.close();
  }

  private void readList(String method, Form.ListOf list, String name) {
    String element = names.of(list.elementType());
    String some = "<" + element + ">";
    String type =
        switch (list.container()) {
          case LIST -> names.of(List.class) + some;
          case SET -> names.of(Set.class) + some;
          case ARRAY -> element + "[]";
        };
    boolean isSet = list.container() == Form.Container.SET;
    beginMethod(type, method);
    lines.line("int count = end - at < 8 ? -1 : in.elements(at, depth);");
    check(isSet ? "count < 0 || !in.chargeSet(count)" : "count < 0");
    lines.line("at += 8;");
    if (isSet) {
      lines.line(type + " all = new " + names.of(LinkedHashSet.class) + "<>();");
    } else {
      lines.line(
          names.of(List.class)
              + some
              + " all = new "
              + names.of(ArrayList.class)
              + "<>("
              + names.of(Math.class)
              + ".min(count, 64));");
    }
    lines.open("for (int i = 0; i < count; i++) {");
    part(list.element(), element, "element", name);
    lines.line("all.add(element);");
    lines.close();
    lines.line("in.at = at;");
    lines.line(
        switch (list.container()) {
          case LIST -> "return " + names.of(Collections.class) + ".unmodifiableList(all);";
          case SET -> "return " + names.of(Collections.class) + ".unmodifiableSet(all);";
          case ARRAY -> "return all.toArray(new " + element + "[0]);";
        });
    lines.close();
  }

  private void readMap(String method, Form.MapOf map, String name) {
    String key = names.of(map.keyType());
    String value = names.of(map.valueType());
    String type = names.of(Map.class) + "<" + key + ", " + value + ">";
    beginMethod(type, method);
    lines.line("int pairs = in.pairs(at, depth, 0);");
    check("pairs < 0 || !in.charge(pairs, 0, 0)");
    lines.line("at += 8;");
    lines.line(type + " all = new " + names.of(LinkedHashMap.class) + "<>();");
    lines.open("for (int i = 0; i < pairs; i++) {");
    part(map.key(), key, "key", name);
    part(map.value(), value, "value", name);
    lines.line("all.put(key, value);");
    lines.close();
    lines.line("in.at = at;");
    lines.line("return " + names.of(Collections.class) + ".unmodifiableMap(all);");
    lines.close();
  }

  private void beginMethod(String type, String method) {
    lines.line("");
    lines.open("private static " + type + " " + method + "(" + input + " in, int depth) {");
    lines.line("byte[] bytes = in.bytes;");
    lines.line("int end = in.end;");
    lines.line("int at = in.at;");
    lines.line("long word;");
    lines.line("int size;");
  }

  /** An element, a key or a value, as a variable. */
  private void part(Form form, String type, String variable, String name) {
    check("end - at < " + Math.max(8, form.least()));
    lines.line(type + " " + variable + ";");
    form(form, variable, name, 0);
  }

  private void check(String condition) {
    lines.check(condition, SURPRISE);
  }
}

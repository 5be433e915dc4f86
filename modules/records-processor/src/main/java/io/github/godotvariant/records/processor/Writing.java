package io.github.godotvariant.records.processor;

import io.github.godotvariant.records.generated.RecordInput;
import io.github.godotvariant.records.generated.RecordOutput;
import io.github.godotvariant.records.processor.Component.Presence;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.type.TypeMirror;

/** How a record is written. */
final class Writing {
  private final Model model;
  private final Names names;
  private final Members members;
  private final Lines lines;
  private final String self;
  private final String output;

  Writing(Model model, Names names, Members members, Lines lines) {
    this.model = model;
    this.names = names;
    this.members = members;
    this.lines = lines;
    self = names.of(model.record());
    output = names.of(RecordOutput.class);
  }

  /** Generates the method, and asks for those that it needs. */
  void generate() {
    List<Component> keyed = members.keyed();
    // How much room is still needed at most from each component on, without texts and the like.
    int[] rest = new int[keyed.size() + 1];
    for (int i = keyed.size() - 1; i >= 0; i--) {
      rest[i] = rest[i + 1] + Members.size(keyed.get(i).key()) + keyed.get(i).form().most();
    }
    int required = model.tagKey() == null ? 0 : 1;
    for (Component component : keyed) {
      required += mayBeAbsent(component) ? 0 : 1;
    }
    String tagKey = model.tagKey();
    int head = 8 + (tagKey == null ? 0 : Members.size(tagKey) + Members.size(model.tagText()));
    lines.line("");
    lines.line("@" + names.of(Override.class));
    lines.line("public int write(");
    lines.open(
        "    " + output + " to, byte[] out, int from, int end, " + self + " record, int depth) {");
    lines.check("record == null || depth > " + output + ".DEEPEST", output + ".OTHERWISE");
    lines.check("end - from < " + (head + rest[0]), output + ".FULL");
    lines.line("int pairs = " + required + ";");
    lines.line("int at = from + 8;");
    if (tagKey != null) {
      lines.line("at = " + Members.TYPE_KEY + ".put(out, at);");
      lines.line("at = " + Members.TYPE + ".put(out, at);");
    }
    for (int i = 0; i < model.components().size(); i++) {
      Component component = model.components().get(i);
      String value = Members.variable(component);
      lines.line("");
      lines.line(
          names.of(component.type()) + " " + value + " = record." + component.name() + "();");
      if (component.presence() == Presence.OTHERS) {
        lines.check(value + " == null || !" + value + ".isEmpty()", output + ".OTHERWISE");
        continue;
      }
      boolean absent = mayBeAbsent(component);
      String present = value;
      if (component.presence() == Presence.NULLABLE) {
        lines.open("if (" + value + " != null) {");
      } else if (absent) {
        lines.check(value + " == null", output + ".OTHERWISE");
        lines.open("if (" + value + ".isPresent()) {");
        present =
            value
                + switch (component.presence()) {
                  case OPTIONAL_INT -> ".getAsInt()";
                  case OPTIONAL_LONG -> ".getAsLong()";
                  case OPTIONAL_DOUBLE -> ".getAsDouble()";
                  default -> ".get()";
                };
      }
      if (absent) {
        lines.line("pairs++;");
      }
      lines.line("at = " + members.constant(component) + ".put(out, at);");
      int restBehind = rest[keyed.indexOf(component) + 1];
      if (component.form() instanceof Form.Other) {
        lines.line(
            "at = to.putOther(out, at, end, "
                + restBehind
                + ", component("
                + i
                + "), "
                + value
                + ", depth);");
        lines.check("at < 0", "at");
      } else {
        put(component.form(), present, component.valueType(), component.name(), restBehind);
      }
      if (absent) {
        lines.close();
      }
    }
    lines.line("");
    lines.line(
        "return "
            + output
            + ".putDictionary(out, from, pairs, depth) < 0 ? "
            + output
            + ".OTHERWISE : at;");
    lines.close();
  }

  private static boolean mayBeAbsent(Component component) {
    return component.presence() != Presence.REQUIRED && component.presence() != Presence.DEFAULT;
  }

  /** Writes a value for whose fixed part there is room, and behind which so much is to be left. */
  private void put(Form form, String value, TypeMirror type, String name, int rest) {
    if (form instanceof Form.Nested record) {
      lines.line(
          "at = "
              + members.codec(record.type())
              + ".write(to, out, at, end, "
              + value
              + ", depth + 1);");
      lines.check("at < 0", "at");
      if (rest > 0) {
        lines.check("end - at < " + rest, output + ".FULL");
      }
      return;
    }
    if (form instanceof Form.ListOf || form instanceof Form.MapOf) {
      String made =
          members.method(
              "write",
              name,
              method -> {
                if (form instanceof Form.MapOf map) {
                  writeMap(method, map, name);
                } else {
                  writeList(method, (Form.ListOf) form, name);
                }
              });
      lines.line("at = " + made + "(to, out, at, end, " + value + ", depth + 1);");
      lines.check("at < 0", "at");
      if (rest > 0) {
        lines.check("end - at < " + rest, output + ".FULL");
      }
      return;
    }
    if (form instanceof Form.Numbers) {
      lines.line("at = " + output + ".putNumbers(out, at, end, " + rest + ", " + value + ");");
      lines.check("at < 0", "at");
      return;
    }
    if (form instanceof Form.Constant constant) {
      boolean isNumber = constant.as() == Form.Simple.LONG;
      if (isNumber) {
        lines.check(value + " == null", output + ".OTHERWISE");
      }
      String written =
          isNumber ? value + ".ordinal()" : members.codec(constant.type()) + ".name(" + value + ")";
      simple(constant.as(), written, true, rest);
      return;
    }
    if (form instanceof Form.Own own) {
      lines.check(value + " == null", output + ".OTHERWISE");
      StringBuilder arguments = new StringBuilder();
      for (int place = 0; place < own.places().size(); place++) {
        int index = own.places().indexOf(place);
        String component = value + "." + own.names().get(index) + "()";
        arguments
            .append(", ")
            .append(
                own.narrow().get(index)
                    ? names.of(RecordInput.class) + ".widen(" + component + ")"
                    : component);
      }
      lines.line("at = " + output + ".put" + own.shape().noun + "(out, at" + arguments + ");");
      return;
    }
    simple((Form.Simple) form, value, type.getKind().isPrimitive(), rest);
  }

  private void simple(Form.Simple simple, String value, boolean isPrimitive, int rest) {
    switch (simple) {
      case STRING, NAME -> {
        lines.line(
            "at = "
                + output
                + (simple == Form.Simple.NAME ? ".putName" : ".putString")
                + "(out, at, end, "
                + rest
                + ", "
                + value
                + ");");
        lines.check("at < 0", "at");
      }
      case VECTOR2, VECTOR3, QUATERNION, COLOR -> {
        lines.line("at = " + output + ".put" + simple.noun + "(out, at, " + value + ");");
        lines.check("at < 0", "at");
      }
      default -> {
        if (!isPrimitive) {
          lines.check(value + " == null", output + ".OTHERWISE");
        }
        lines.line("at = " + output + ".put" + simple.noun + "(out, at, " + value + ");");
      }
    }
  }

  private void writeList(String method, Form.ListOf list, String name) {
    String element = names.of(list.elementType());
    boolean isArray = list.container() == Form.Container.ARRAY;
    Class<?> type = list.container() == Form.Container.SET ? Set.class : List.class;
    beginMethod(method, isArray ? element + "[]" : names.of(type) + "<" + element + ">", "list");
    lines.line("int left = list" + (isArray ? ".length;" : ".size();"));
    lines.line("int at = " + output + ".putArray(out, from, left, depth);");
    lines.check("at < 0", "at");
    lines.open("for (" + element + " element : list) {");
    if (list.element().most() > 0) {
      lines.check("end - at < " + list.element().most(), output + ".FULL");
    }
    put(list.element(), "element", list.elementType(), name, 0);
    endMethod();
  }

  private void writeMap(String method, Form.MapOf map, String name) {
    String some = "<" + names.of(map.keyType()) + ", " + names.of(map.valueType()) + ">";
    beginMethod(method, names.of(Map.class) + some, "map");
    lines.line("int left = map.size();");
    lines.line("int at = " + output + ".putDictionary(out, from, left, depth);");
    lines.check("at < 0", "at");
    lines.open("for (" + names.of(Map.class) + ".Entry" + some + " pair : map.entrySet()) {");
    int most = map.key().most() + map.value().most();
    if (most > 0) {
      lines.check("end - at < " + most, output + ".FULL");
    }
    lines.line(names.of(map.keyType()) + " key = pair.getKey();");
    lines.line(names.of(map.valueType()) + " value = pair.getValue();");
    put(map.key(), "key", map.keyType(), name, map.value().most());
    put(map.value(), "value", map.valueType(), name, 0);
    endMethod();
  }

  private void beginMethod(String method, String type, String parameter) {
    lines.line("");
    lines.line("private static int " + method + "(");
    lines.open(
        "    "
            + output
            + " to, byte[] out, int from, int end, "
            + type
            + " "
            + parameter
            + ", int depth) {");
    lines.check(parameter + " == null", output + ".OTHERWISE");
    lines.check("end - from < 8", output + ".FULL");
  }

  /** Ends the loop over elements, and the method. */
  private void endMethod() {
    lines.line("left--;");
    lines.close();
    // Somebody may have changed it meanwhile.
    lines.line("return left == 0 ? at : " + output + ".OTHERWISE;");
    lines.close();
  }
}

package io.github.godotvariant.records.processor;

import io.github.godotvariant.ReadBudget;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.processor.Component.Presence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The source of the class that is generated for a record, which people may want to read. */
final class CodecSource {
  private static final String SEAM = "io.github.godotvariant.records.generated.";
  private static final Pattern QUALIFIED =
      Pattern.compile("(?<![\\w$.])((?:[a-z_$][\\w$]*\\.)+)([A-Z_$][\\w$]*)");
  private static final String SURPRISE = "return in.surprise(at);";

  private final Model model;
  private final String generated;

  /** Simple names and what they stand for. */
  private final Map<String, String> imports = new TreeMap<>();

  /** The codecs of records in this one: the names of their fields. */
  private final Map<String, String> nested = new TreeMap<>();

  private final Map<String, String> constants = new HashMap<>();
  private final StringBuilder body = new StringBuilder();
  private final List<Runnable> listMethods = new ArrayList<>();
  private final Map<String, Integer> listNames = new HashMap<>();
  private int indent;

  CodecSource(Model model) {
    this.model = model;
    generated = model.className();
  }

  /** The whole file. */
  String text() {
    String self = t(model.type());
    line("");
    line("/** Reads and writes {@link " + self + "}. */");
    if (model.isGeneratedKnown()) {
      line(
          "@"
              + t("javax.annotation.processing.Generated")
              + "(\""
              + RecordProcessor.class.getName()
              + "\")");
    }
    line(
        "@SuppressWarnings({\"NullAway\", \"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"})");
    open("final class " + generated + " extends " + seam("GeneratedCodec") + "<" + self + "> {");
    if (model.isFast()) {
      constants();
    }
    open("static {");
    line("registered(new " + generated + "());");
    int shape = 0;
    for (String type : model.shapes().keySet()) {
      line("shape(" + t(type) + ".class, new Shape$" + shape++ + "());");
    }
    close("}");
    line("");
    open("private " + generated + "() {");
    line(
        "super("
            + (model.isGeneric() ? "(Class) " : "")
            + self
            + ".class, "
            + GeneratedCodec.VERSION
            + ");");
    close("}");
    access(self);
    if (model.isFast()) {
      inOrder(self);
      inAnyOrder(self);
      write(self);
      for (int i = 0; i < listMethods.size(); i++) { // which may add others
        listMethods.get(i).run();
      }
      if (!nested.isEmpty()) {
        line("");
        line("/** Looked up when they are needed first, as records may contain each other. */");
        open("private static final class Codecs$ {");
        nested.forEach(
            (type, field) ->
                line(
                    "static final "
                        + seam("GeneratedCodec")
                        + "<"
                        + t(type)
                        + "> "
                        + field
                        + " = "
                        + seam("GeneratedCodec")
                        + ".of("
                        + t(type)
                        + ".class);"));
        close("}");
      }
    }
    shapes();
    close("}");
    StringBuilder file = new StringBuilder();
    if (!model.packageName().isEmpty()) {
      file.append("package ").append(model.packageName()).append(";\n\n");
    }
    imports.values().stream()
        .filter(name -> !packageOf(name).equals("java.lang"))
        .filter(name -> !packageOf(name).equals(model.packageName()))
        .sorted()
        .forEach(name -> file.append("import ").append(name).append(";\n"));
    return file.append(body).toString();
  }

  /** How records are made that stand for vectors and the like. */
  private void shapes() {
    int number = 0;
    for (Map.Entry<String, List<String>> shape : model.shapes().entrySet()) {
      String type = t(shape.getKey());
      line("");
      open(
          "private static final class Shape$"
              + number++
              + " extends "
              + seam("RecordAccess")
              + "<"
              + type
              + "> {");
      line("@Override");
      open("public " + type + " make(Object[] components) {");
      StringBuilder arguments = new StringBuilder();
      for (int i = 0; i < shape.getValue().size(); i++) {
        String[] typeAndName = shape.getValue().get(i).split(" ", 2);
        arguments
            .append(i == 0 ? "(" : ", (")
            .append(typeAndName[0])
            .append(") components[")
            .append(i)
            .append("]");
      }
      line("return new " + type + "(" + arguments + ");");
      close("}");
      line("");
      line("@Override");
      open("public Object get(" + type + " record, int component) {");
      open("return switch (component) {");
      for (int i = 0; i < shape.getValue().size(); i++) {
        line("case " + i + " -> record." + shape.getValue().get(i).split(" ", 2)[1] + "();");
      }
      line("default -> throw new IndexOutOfBoundsException(component);");
      close("};");
      close("}");
      close("}");
    }
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private void constants() {
    String key = seam("Key");
    if (model.tagKey() != null) {
      line("private static final " + key + " TYPE$KEY = " + keyOf(model.tagKey()) + ";");
      line("private static final " + key + " TYPE$ = " + key + ".of(" + quoted(tag()) + ");");
    }
    for (Component component : model.components()) {
      if (component.presence() != Presence.OTHERS) {
        line(
            "private static final "
                + key
                + " "
                + constant(component)
                + " = "
                + keyOf(component.key())
                + ";");
      }
    }
    StringBuilder all = new StringBuilder();
    for (Component component : keyed()) {
      all.append(all.length() == 0 ? "" : ", ").append(constant(component));
    }
    line(
        "private static final "
            + seam("KeySet")
            + " KEYS$ = "
            + seam("KeySet")
            + ".of("
            + all
            + ");");
    line("");
  }

  private String tag() {
    return model.tag() == null ? "" : model.tag();
  }

  private List<Component> keyed() {
    return model.components().stream().filter(each -> each.presence() != Presence.OTHERS).toList();
  }

  private String keyOf(String text) {
    return seam("Key") + (model.namesAsKeys() ? ".ofName(" : ".of(") + quoted(text) + ")";
  }

  private void access(String self) {
    line("");
    line("@Override");
    open("public " + self + " make(Object[] components) {");
    StringBuilder arguments = new StringBuilder();
    for (int i = 0; i < model.components().size(); i++) {
      Component component = model.components().get(i);
      arguments.append(i == 0 ? "" : ",").append("\n        ");
      if (!model.isGeneric()) {
        arguments.append("(").append(t(component.type())).append(") ");
      } else if (!component.erased().equals("java.lang.Object")) {
        arguments.append("(").append(t(component.erased())).append(") ");
      }
      arguments.append("components[").append(i).append("]");
    }
    line("return new " + self + "(" + arguments + ");");
    close("}");
    line("");
    line("@Override");
    open("public Object get(" + self + " record, int component) {");
    if (model.components().isEmpty()) {
      line("throw new IndexOutOfBoundsException(component);");
      close("}");
      return;
    }
    open("return switch (component) {");
    for (int i = 0; i < model.components().size(); i++) {
      line("case " + i + " -> record." + model.components().get(i).name() + "();");
    }
    line("default -> throw new IndexOutOfBoundsException(component);");
    close("};");
    close("}");
  }

  // Reading in the order of declaration.

  private void inOrder(String self) {
    List<Component> keyed = keyed();
    // How many bytes are still to come at least from each component on.
    int[] rest = new int[keyed.size() + 1];
    for (int i = keyed.size() - 1; i >= 0; i--) {
      Component component = keyed.get(i);
      rest[i] =
          rest[i + 1]
              + (component.isRequired() ? size(component.key()) + component.form().least() : 0);
    }
    int keys = 0;
    int required = model.tagKey() == null ? 0 : 1;
    for (Component component : keyed) {
      if (component.isRequired()) {
        keys += component.key().length();
        required++;
      }
    }
    boolean all = required - (model.tagKey() == null ? 0 : 1) == keyed.size();
    line("");
    line("@Override");
    open("protected " + self + " inOrder(" + seam("RecordInput") + " in, int depth) {");
    line("byte[] bytes = in.bytes;");
    line("int end = in.end;");
    line("int at = in.at;");
    line("long word;");
    line("int size;");
    line("int pairs = in.pairs(at, depth, " + longestKey() + ");");
    check("pairs " + (all ? "!= " : "< ") + required);
    line("at += 8;");
    if (model.tagKey() != null) {
      keys += model.tagKey().length() + ReadBudget.STRING + tag().length(); // a text as well
      check(
          "end - at < "
              + (size(model.tagKey()) + size(tag()) + rest[0])
              + " || !TYPE$KEY.standsAt(bytes, at) || !TYPE$.standsAt(bytes, at + "
              + size(model.tagKey())
              + ")");
      line("at += " + (size(model.tagKey()) + size(tag())) + ";");
    } else {
      check("end - at < " + rest[0]);
    }
    if (!all) {
      line("int known = " + required + ";");
      line("int keys = " + keys + ";");
    }
    for (int i = 0; i < keyed.size(); i++) {
      Component component = keyed.get(i);
      int key = size(component.key());
      line("");
      if (component.isRequired()) {
        check("!" + constant(component) + ".standsAt(bytes, at)");
        line("at += " + key + ";");
        line(t(component.type()) + " " + v(component) + ";");
        value(component, v(component), rest[i + 1]);
        continue;
      }
      line(t(component.type()) + " " + v(component) + " = " + absent(component) + ";");
      if (component.presence() == Presence.DEFAULT) {
        line("boolean " + has(component) + " = false;");
      }
      open(
          "if (end - at >= "
              + (key + Math.max(8, component.form().least()) + rest[i + 1])
              + " && "
              + constant(component)
              + ".standsAt(bytes, at)) {");
      line("at += " + key + ";");
      value(component, v(component), rest[i + 1]);
      line("known++;");
      line("keys += " + component.key().length() + ";");
      close("}");
    }
    line("");
    if (all) {
      check("!in.charge(pairs, " + required + ", " + keys + ")");
    } else {
      check("pairs != known || !in.charge(pairs, known, keys)");
    }
    line("in.at = at;");
    make(self);
    close("}");
  }

  private int longestKey() {
    int longest = model.tagKey() == null ? 0 : Math.max(model.tagKey().length(), tag().length());
    for (Component component : keyed()) {
      longest = Math.max(longest, component.key().length());
    }
    return longest;
  }

  private void make(String self) {
    for (int i = 0; i < model.components().size(); i++) {
      Component component = model.components().get(i);
      if (component.presence() == Presence.DEFAULT) {
        String absent = "!" + has(component);
        open("if (" + absent + " && !in.chargeAbsent(component(" + i + "))) {");
        line("return null;");
        close("}");
      }
    }
    StringBuilder arguments = new StringBuilder();
    for (int i = 0; i < model.components().size(); i++) {
      Component component = model.components().get(i);
      arguments.append(i == 0 ? "" : ", ");
      if (component.presence() == Presence.OTHERS) {
        arguments.append(t("io.github.godotvariant.VariantDictionary")).append(".EMPTY");
      } else if (component.presence() == Presence.DEFAULT) {
        arguments
            .append(has(component))
            .append(" ? ")
            .append(v(component))
            .append(" : (")
            .append(t(component.type()))
            .append(") component(")
            .append(i)
            .append(").absent()");
      } else {
        arguments.append(v(component));
      }
    }
    line("return new " + self + "(" + arguments + ");");
  }

  /** What an absent component is, before it is known to be absent. */
  private String absent(Component component) {
    return switch (component.presence()) {
      case OPTIONAL, OPTIONAL_INT, OPTIONAL_LONG, OPTIONAL_DOUBLE ->
          t(component.erased()) + ".empty()";
      default -> zero(component);
    };
  }

  private static String zero(Component component) {
    return component.type().equals("boolean") ? "false" : component.isPrimitive() ? "0" : "null";
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
      int index = model.components().indexOf(component);
      line("in.at = at;");
      line(
          target
              + " = ("
              + t(component.type())
              + ") in.component(component("
              + index
              + "), depth);");
      behind(rest);
    } else if (optional) {
      into = target + "Value";
      line(t(component.valueType()) + " " + into + ";");
      form(component.form(), into, component.name(), rest);
      line(target + " = " + t(component.erased()) + ".of(" + into + ");");
    } else {
      form(component.form(), into, component.name(), rest);
    }
    if (component.presence() == Presence.DEFAULT) {
      line(has(component) + " = true;");
    }
  }

  private void behind(int rest) {
    line("at = in.at;");
    if (rest > 0) {
      check("end - at < " + rest);
    }
  }

  private void form(Form form, String target, String name, int rest) {
    if (form instanceof Form.Nested record) {
      line("in.at = at;");
      line(target + " = Codecs$." + codec(record.type()) + ".read(in, depth + 1);");
      open("if (" + target + " == null) {");
      line("return in.surprise(in.at);");
      close("}");
      behind(rest);
    } else if (form instanceof Form.ListOf list) {
      line("in.at = at;");
      line(target + " = " + listMethod("read", list, name) + "(in, depth + 1);");
      open("if (" + target + " == null) {");
      line("return in.surprise(in.at);");
      close("}");
      behind(rest);
    } else {
      simple(form, target, rest);
    }
  }

  private void simple(Form form, String target, int rest) {
    Form.Simple simple = form instanceof Form.Own own ? own.shape() : (Form.Simple) form;
    line("word = " + seam("RecordInput") + ".word(bytes, at);");
    line(
        "size = "
            + (simple.noun.equals("Text") ? "in" : seam("RecordInput"))
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
            .append(
                own.narrow().get(i)
                    ? real
                    : t("io.github.godotvariant.Reals") + ".widen(" + real + ")");
      }
      line(target + " = new " + t(own.type()) + "(" + arguments + ");");
    } else {
      switch (simple) {
        case BOOL -> line(target + " = " + seam("RecordInput") + ".boolOf(word);");
        case LONG -> line(target + " = " + seam("RecordInput") + ".intOf(word, size, bytes, at);");
        case BYTE, SHORT, INT -> narrow(simple, target);
        case FLOAT ->
            line(target + " = (float) " + seam("RecordInput") + ".floatOf(word, bytes, at);");
        case DOUBLE -> line(target + " = " + seam("RecordInput") + ".floatOf(word, bytes, at);");
        case STRING, NAME -> {
          line(target + " = in.textOf(word, bytes, at);");
          check(target + " == null");
        }
        case VECTOR2 -> line(target + " = " + seam("RecordInput") + ".vector2Of(word, bytes, at);");
        case VECTOR3 -> line(target + " = " + seam("RecordInput") + ".vector3Of(word, bytes, at);");
        case QUATERNION ->
            line(target + " = " + seam("RecordInput") + ".quaternionOf(word, bytes, at);");
        case COLOR -> line(target + " = " + seam("RecordInput") + ".colorOf(word, bytes, at);");
      }
    }
    line("at += size;");
  }

  /** A component of a shape, as a float. */
  private String real(Form.Simple shape, int place) {
    String input = seam("RecordInput");
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
    line("long " + wide + " = " + seam("RecordInput") + ".intOf(word, size, bytes, at);");
    check("(" + type + ") " + wide + " != " + wide);
    line(target + " = (" + type + ") " + wide + ";");
  }

  // Reading in any order.

  private void inAnyOrder(String self) {
    List<Component> keyed = keyed();
    long required = 0;
    for (int i = 0; i < keyed.size(); i++) {
      required |= keyed.get(i).isRequired() ? 1L << i : 0;
    }
    boolean skips =
        !model.refuses()
            && model.components().stream().noneMatch(each -> each.presence() == Presence.OTHERS);
    line("");
    line("@Override");
    open("protected " + self + " inAnyOrder(" + seam("RecordInput") + " in, int depth) {");
    line("byte[] bytes = in.bytes;");
    line("int end = in.end;");
    line("long word;");
    line("int size;");
    line("int pairs = in.pairs(in.at, depth, " + longestKey() + ");");
    open("if (pairs < 0 || !in.charge(pairs, 0, 0)) {");
    line("return null;");
    close("}");
    line("in.at += 8;");
    line("long seen = 0;");
    for (Component component : keyed) {
      line(t(component.type()) + " " + v(component) + " = " + absent(component) + ";");
      if (component.presence() == Presence.DEFAULT) {
        line("boolean " + has(component) + " = false;");
      }
    }
    open("for (int pair = 0; pair < pairs; pair++) {");
    line("int key = in.key(KEYS$, pair, depth);");
    line("int at = in.at;");
    if (skips) {
      open("if (key == " + seam("KeySet") + ".UNKNOWN) {");
      line("continue;");
      close("}");
    }
    check("key < 0 || (seen & 1L << key) != 0");
    line("seen |= 1L << key;");
    open("switch (key) {");
    for (int i = 0; i < keyed.size(); i++) {
      Component component = keyed.get(i);
      open("case " + i + " -> {");
      if (component.form().least() > 8) {
        check("end - at < " + component.form().least());
      }
      value(component, v(component), 0);
      close("}");
    }
    line("default -> throw new IndexOutOfBoundsException(key);");
    close("}");
    line("in.at = at;");
    close("}");
    if (required != 0) {
      open("if ((seen & " + required + "L) != " + required + "L) {");
      line("return null;");
      close("}");
    }
    make(self);
    close("}");
  }

  // Writing.

  private void write(String self) {
    List<Component> keyed = keyed();
    // How much room is still needed at most from each component on, without texts and the like.
    int[] rest = new int[keyed.size() + 1];
    for (int i = keyed.size() - 1; i >= 0; i--) {
      rest[i] = rest[i + 1] + size(keyed.get(i).key()) + keyed.get(i).form().most();
    }
    int required = model.tagKey() == null ? 0 : 1;
    for (Component component : keyed) {
      required += mayBeAbsent(component) ? 0 : 1;
    }
    int head = 8 + (model.tagKey() == null ? 0 : size(model.tagKey()) + size(tag()));
    String output = seam("RecordOutput");
    line("");
    line("@Override");
    line("public int write(");
    open("    " + output + " to, byte[] out, int from, int end, " + self + " record, int depth) {");
    check("record == null || depth > " + output + ".DEEPEST", output + ".OTHERWISE");
    check("end - from < " + (head + rest[0]), output + ".FULL");
    line("int pairs = " + required + ";");
    line("int at = from + 8;");
    if (model.tagKey() != null) {
      line("at = TYPE$KEY.put(out, at);");
      line("at = TYPE$.put(out, at);");
    }
    for (int i = 0; i < model.components().size(); i++) {
      Component component = model.components().get(i);
      String value = v(component);
      line("");
      line(t(component.type()) + " " + value + " = record." + component.name() + "();");
      if (component.presence() == Presence.OTHERS) {
        check(value + " == null || !" + value + ".isEmpty()", output + ".OTHERWISE");
        continue;
      }
      boolean absent = mayBeAbsent(component);
      String present = value;
      if (component.presence() == Presence.NULLABLE) {
        open("if (" + value + " != null) {");
      } else if (absent) {
        check(value + " == null", output + ".OTHERWISE");
        open("if (" + value + ".isPresent()) {");
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
        line("pairs++;");
      }
      line("at = " + constant(component) + ".put(out, at);");
      int restBehind = rest[keyed.indexOf(component) + 1];
      if (component.form() instanceof Form.Other) {
        line(
            "at = to.putOther(out, at, end, "
                + restBehind
                + ", component("
                + i
                + "), "
                + value
                + ", depth);");
        check("at < 0", "at");
      } else {
        put(component.form(), present, component.valueType(), component.name(), restBehind);
      }
      if (absent) {
        close("}");
      }
    }
    line("");
    line(
        "return "
            + output
            + ".putDictionary(out, from, pairs, depth) < 0 ? "
            + output
            + ".OTHERWISE : at;");
    close("}");
  }

  /** The name of a component's key. */
  private String constant(Component component) {
    return constants.computeIfAbsent(
        component.name(),
        name -> {
          String constant = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
          return constants.containsValue(constant) ? constant + "_" + constants.size() : constant;
        });
  }

  private static boolean mayBeAbsent(Component component) {
    return component.presence() != Presence.REQUIRED && component.presence() != Presence.DEFAULT;
  }

  /** Writes a value for whose fixed part there is room, and behind which so much is to be left. */
  private void put(Form form, String value, String type, String name, int rest) {
    String output = seam("RecordOutput");
    boolean isPrimitive = !type.contains(".");
    if (form instanceof Form.Nested record) {
      line(
          "at = Codecs$."
              + codec(record.type())
              + ".write(to, out, at, end, "
              + value
              + ", depth + 1);");
      check("at < 0", "at");
      if (rest > 0) {
        check("end - at < " + rest, output + ".FULL");
      }
      return;
    }
    if (form instanceof Form.ListOf list) {
      line(
          "at = "
              + listMethod("write", list, name)
              + "(to, out, at, end, "
              + value
              + ", depth + 1);");
      check("at < 0", "at");
      if (rest > 0) {
        check("end - at < " + rest, output + ".FULL");
      }
      return;
    }
    if (form instanceof Form.Own own) {
      check(value + " == null", output + ".OTHERWISE");
      StringBuilder arguments = new StringBuilder();
      for (int place = 0; place < own.places().size(); place++) {
        int index = own.places().indexOf(place);
        String component = value + "." + own.names().get(index) + "()";
        arguments
            .append(", ")
            .append(
                own.narrow().get(index) && own.shape() != Form.Simple.COLOR
                    ? t("io.github.godotvariant.Reals") + ".widen(" + component + ")"
                    : component);
      }
      line("at = " + output + ".put" + own.shape().noun + "(out, at" + arguments + ");");
      return;
    }
    Form.Simple simple = (Form.Simple) form;
    switch (simple) {
      case STRING, NAME -> {
        line(
            "at = "
                + output
                + (simple == Form.Simple.NAME ? ".putName" : ".putString")
                + "(out, at, end, "
                + rest
                + ", "
                + value
                + ");");
        check("at < 0", "at");
      }
      case VECTOR2, VECTOR3, QUATERNION, COLOR -> {
        line("at = " + output + ".put" + simple.noun + "(out, at, " + value + ");");
        check("at < 0", "at");
      }
      default -> {
        if (!isPrimitive) {
          check(value + " == null", output + ".OTHERWISE");
        }
        line("at = " + output + ".put" + simple.noun + "(out, at, " + value + ");");
      }
    }
  }

  // Lists.

  /** The name of the method that reads or writes a list, which is made by and by. */
  private String listMethod(String verb, Form.ListOf list, String name) {
    String method = verb + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    String unique = method;
    String signature = unique + list;
    // The two ways of reading use one method.
    for (int i = 2; listNames.containsKey(unique) && !listNames.containsKey(signature); i++) {
      unique = method + i;
      signature = unique + list;
    }
    if (listNames.put(signature, 0) == null) {
      listNames.put(unique, 0);
      String made = unique;
      listMethods.add(
          verb.equals("read")
              ? () -> readList(made, list, name)
              : () -> writeList(made, list, name));
    }
    return unique;
  }

  private void readList(String method, Form.ListOf list, String name) {
    String element = t(list.elementType());
    String type = t("java.util.List") + "<" + element + ">";
    line("");
    open("private static " + type + " " + method + "(" + seam("RecordInput") + " in, int depth) {");
    line("byte[] bytes = in.bytes;");
    line("int end = in.end;");
    line("int at = in.at;");
    line("long word;");
    line("int size;");
    line("int count = end - at < 8 ? -1 : in.elements(at, depth);");
    check("count < 0");
    line("at += 8;");
    line(type + " all = new " + t("java.util.ArrayList") + "<>(Math.min(count, 64));");
    open("for (int i = 0; i < count; i++) {");
    check("end - at < " + Math.max(8, list.element().least()));
    line(element + " element;");
    form(list.element(), "element", name, 0);
    line("all.add(element);");
    close("}");
    line("in.at = at;");
    line("return " + t("java.util.Collections") + ".unmodifiableList(all);");
    close("}");
  }

  private void writeList(String method, Form.ListOf list, String name) {
    String element = t(list.elementType());
    String output = seam("RecordOutput");
    line("");
    line("private static int " + method + "(");
    open(
        "    "
            + output
            + " to, byte[] out, int from, int end, "
            + t("java.util.List")
            + "<"
            + element
            + "> list, int depth) {");
    check("list == null", output + ".OTHERWISE");
    check("end - from < 8", output + ".FULL");
    line("int left = list.size();");
    line("int at = " + output + ".putArray(out, from, left, depth);");
    check("at < 0", "at");
    open("for (" + element + " element : list) {");
    if (list.element().most() > 0) {
      check("end - at < " + list.element().most(), output + ".FULL");
    }
    put(list.element(), "element", list.elementType(), name, 0);
    line("left--;");
    close("}");
    // Somebody may have changed it meanwhile.
    line("return left == 0 ? at : " + output + ".OTHERWISE;");
    close("}");
  }

  private String codec(String type) {
    return nested.computeIfAbsent(
        type,
        name ->
            name.substring(name.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT)
                + (nested.isEmpty() ? "" : "_" + nested.size()));
  }

  // Text.

  /** A component as a variable: no name that generated code has itself. */
  private static String v(Component component) {
    return component.name() + "_";
  }

  /** Whether there was a key for a component: a name that cannot be another component's. */
  private static String has(Component component) {
    return "has$" + v(component);
  }

  private String seam(String name) {
    return t(SEAM + name);
  }

  /** A type with the short names of what can be imported. */
  private String t(String type) {
    Matcher matcher = QUALIFIED.matcher(type);
    StringBuilder text = new StringBuilder();
    String self = model.type().replaceAll("\\..*", "");
    while (matcher.find()) {
      String name = matcher.group();
      String simple = matcher.group(2);
      boolean isOwn = matcher.group(1).equals(model.packageName() + ".") && !isOfJava(simple);
      String known = imports.get(simple);
      boolean isFree = known == null ? !simple.equals(self) || isOwn : known.equals(name);
      if (isFree) {
        imports.put(simple, name);
      }
      matcher.appendReplacement(text, Matcher.quoteReplacement(isFree ? simple : name));
    }
    return matcher.appendTail(text).toString();
  }

  private static boolean isOfJava(String simple) {
    try {
      return Object.class.getModule().isNamed()
          && Class.forName("java.lang." + simple, false, null) != null;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static int size(String key) {
    return 8 + (key.length() + 3 & ~3);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20 || c == 0x7F) {
        quoted.append(String.format("\\%03o", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private void check(String condition) {
    open("if (" + condition + ") {");
    line(SURPRISE);
    close("}");
  }

  private void check(String condition, String result) {
    open("if (" + condition + ") {");
    line("return " + result + ";");
    close("}");
  }

  private void open(String text) {
    line(text);
    indent++;
  }

  private void close(String text) {
    indent--;
    line(text);
  }

  private void line(String text) {
    body.append(text.isEmpty() ? "" : "  ".repeat(indent)).append(text).append('\n');
  }
}

package io.github.godotvariant.records.processor;

import io.github.godotvariant.records.generated.Constants;
import io.github.godotvariant.records.generated.FastCodec;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.generated.Key;
import io.github.godotvariant.records.generated.KeySet;
import io.github.godotvariant.records.generated.RecordAccess;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.Generated;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** The source of the class that is generated for a record, which people may want to read. */
final class CodecSource {
  private final Model model;
  private final Names names;
  private final Members members;
  private final Lines lines = new Lines();
  private final String self;

  CodecSource(Model model, Elements elements) {
    this.model = model;
    names = new Names(elements, model.record());
    members = new Members(model);
    self = names.of(model.record());
  }

  /** The whole file. */
  String text() {
    lines.line("");
    lines.line("/** Reads and writes {@link " + self + "}. */");
    if (model.isGeneratedKnown()) {
      lines.line("@" + names.of(Generated.class) + "(\"" + RecordProcessor.class.getName() + "\")");
    }
    lines.line(
        "@"
            + names.of(SuppressWarnings.class)
            + "({\"NullAway\", \"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"})");
    String codec = names.of(GeneratedCodec.class);
    lines.open("final class " + model.className() + " extends " + codec + "<" + self + "> {");
    if (model.isFast()) {
      constants();
    }
    registration();
    lines.line("");
    make();
    lines.line("");
    get(self, model.components().stream().map(Component::name).toList());
    if (model.isFast()) {
      new Reading(model, names, members, lines).generate();
      new Writing(model, names, members, lines).generate();
      members.generateMethods();
      codecs();
    }
    shapes();
    lines.close();
    StringBuilder file = new StringBuilder();
    if (!model.packageName().isEmpty()) {
      file.append("package ").append(model.packageName()).append(";\n\n");
    }
    names.imports().forEach(name -> file.append("import ").append(name).append(";\n"));
    return file.append(lines).toString();
  }

  private void registration() {
    lines.open("static {");
    lines.line("registered(new " + model.className() + "());");
    int number = 0;
    for (TypeElement shape : model.shapes()) {
      lines.line("shape(" + names.of(shape) + ".class, new " + Names.SHAPE + number++ + "());");
    }
    lines.close();
    lines.line("");
    lines.open("private " + model.className() + "() {");
    lines.line(
        "super("
            + (model.isGeneric() ? "(" + names.of(Class.class) + ") " : "")
            + self
            + ".class, "
            + GeneratedCodec.VERSION
            + ");");
    lines.close();
  }

  private void constants() {
    String key = names.of(Key.class);
    String tagKey = model.tagKey();
    if (tagKey != null) {
      constant(key, Members.TYPE_KEY, keyOf(tagKey));
      constant(key, Members.TYPE, key + ".of(" + Lines.quoted(model.tagText()) + ")");
    }
    List<String> all = new ArrayList<>();
    for (Component component : members.keyed()) {
      constant(key, members.constant(component), keyOf(component.key()));
      all.add(members.constant(component));
    }
    if (tagKey != null) {
      all.add(Members.TYPE_KEY);
    }
    String keys = names.of(KeySet.class);
    constant(keys, Members.KEYS, keys + ".of(" + String.join(", ", all) + ")");
    lines.line("");
  }

  private void constant(String type, String name, String value) {
    lines.line("private static final " + type + " " + name + " = " + value + ";");
  }

  private String keyOf(String text) {
    return names.of(Key.class)
        + (model.namesAsKeys() ? ".ofName(" : ".of(")
        + Lines.quoted(text)
        + ")";
  }

  private void make() {
    lines.line("@" + names.of(Override.class));
    lines.open("public " + self + " make(" + names.of(Object.class) + "[] components) {");
    StringBuilder arguments = new StringBuilder();
    for (int i = 0; i < model.components().size(); i++) {
      Component component = model.components().get(i);
      String cast = names.of(model.isGeneric() ? component.erased() : component.type());
      boolean isAny = model.isGeneric() && cast.equals(names.of(Object.class));
      arguments
          .append(i == 0 ? "" : ",")
          .append("\n        ")
          .append(isAny ? "" : "(" + cast + ") ")
          .append("components[")
          .append(i)
          .append("]");
    }
    lines.line("return new " + self + "(" + arguments + ");");
    lines.close();
  }

  private void get(String type, List<String> components) {
    String outside = "throw new " + names.of(IndexOutOfBoundsException.class) + "(component);";
    lines.line("@" + names.of(Override.class));
    lines.open("public " + names.of(Object.class) + " get(" + type + " record, int component) {");
    if (components.isEmpty()) {
      lines.line(outside);
    } else {
      lines.open("return switch (component) {");
      for (int i = 0; i < components.size(); i++) {
        lines.line("case " + i + " -> record." + components.get(i) + "();");
      }
      lines.line("default -> " + outside);
      lines.close("};");
    }
    lines.close();
  }

  /** The codecs of records and the constants of enums in this one. */
  private void codecs() {
    if (members.codecs().isEmpty()) {
      return;
    }
    lines.line("");
    lines.line("/** Looked up when they are needed first, as records may contain each other. */");
    lines.open("private static final class " + Names.CODECS + " {");
    for (Members.Codec each : members.codecs()) {
      String type = names.of(each.type());
      boolean isEnum = each.type().getKind() == ElementKind.ENUM;
      String made = names.of(isEnum ? Constants.class : GeneratedCodec.class);
      lines.line(
          "static final "
              + (isEnum ? made : names.of(FastCodec.class))
              + "<"
              + type
              + "> "
              + each.field()
              + " = "
              + made
              + ".of("
              + type
              + ".class);");
    }
    lines.close();
  }

  /** How records are made that stand for vectors and the like. */
  private void shapes() {
    int number = 0;
    for (TypeElement shape : model.shapes()) {
      String type = names.of(shape);
      String access = names.of(RecordAccess.class);
      lines.line("");
      lines.open(
          "private static final class "
              + Names.SHAPE
              + number++
              + " extends "
              + access
              + "<"
              + type
              + "> {");
      lines.line("@" + names.of(Override.class));
      lines.open("public " + type + " make(" + names.of(Object.class) + "[] components) {");
      List<String> parts = new ArrayList<>();
      StringBuilder arguments = new StringBuilder();
      for (RecordComponentElement part : shape.getRecordComponents()) {
        arguments
            .append(parts.isEmpty() ? "(" : ", (")
            .append(names.of(part.asType()))
            .append(") components[")
            .append(parts.size())
            .append("]");
        parts.add(part.getSimpleName().toString());
      }
      lines.line("return new " + type + "(" + arguments + ");");
      lines.close();
      lines.line("");
      get(type, parts);
      lines.close();
    }
  }
}

package io.github.godotvariant.records.processor;

import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.records.generated.ComponentKey;
import io.github.godotvariant.records.generated.GeneratedCodec;
import io.github.godotvariant.records.generated.RecordAccess;
import io.github.godotvariant.records.generated.RecordKeys;
import io.github.godotvariant.records.generated.RecordReader;
import io.github.godotvariant.records.generated.RecordWriter;
import io.github.godotvariant.records.processor.ComponentModel.Presence;
import io.github.godotvariant.records.processor.TypeModel.Plain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.Generated;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/** Writes the source of the class that the processor generates for a record. */
final class CodecSource {
  /** Variables of the generated methods, and {@code yield}, which must not start an assignment. */
  private static final Set<String> RESERVED =
      Set.of("in", "out", "keys", "value", "remaining", "present", "pairs", "others", "e", "yield");

  private final RecordModel model;
  private final List<ComponentModel> components;
  private final TypeNames names;
  private final SourceWriter source = new SourceWriter();
  private final String recordName;

  /** The constants for keys, by the names of components. */
  private final Map<String, String> constants = new HashMap<>();

  /** The math records of components; their positions are the numbers of their methods. */
  private final List<TypeModel.MathRecord> mathRecords = new ArrayList<>();

  CodecSource(RecordModel model, Elements elements) {
    this.model = model;
    components = model.components();
    names = new TypeNames(elements, model.record());
    recordName = names.of(model.record());
    components.forEach(this::addConstant);
  }

  private void addConstant(ComponentModel component) {
    String constant =
        component.name().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    String unique = constant;
    for (int i = constants.size(); constants.containsValue(unique); i++) {
      unique = constant + "_" + i;
    }
    constants.put(component.name(), unique);
  }

  /** {@return the text of the source file} */
  String fileText() {
    source.line("");
    source.line("/** Reads and writes {@link " + recordName + "}. */");
    if (model.isGeneratedKnown()) {
      source.line(
          "@" + names.of(Generated.class) + "(\"" + RecordProcessor.class.getName() + "\")");
    }
    source.line(
        "@"
            + names.of(SuppressWarnings.class)
            + "({\"LabelledBreakTarget\", \"NullAway\", \"deprecation\", \"rawtypes\","
            + " \"removal\", \"unchecked\"})");
    String parent = names.of(model.hasCodec() ? GeneratedCodec.class : RecordAccess.class);
    source.open(
        "final class " + model.className() + " extends " + parent + "<" + recordName + "> {");
    if (model.hasCodec()) {
      writeKeys();
      writeRegistration();
      source.line("");
      writeReadMethod();
      source.line("");
      writeWriteMethod();
      for (int i = 0; i < mathRecords.size(); i++) {
        writeMathMethods(mathRecords.get(i), i);
      }
    } else {
      writeRegistration();
      source.line("");
      writeMembers(
          recordName,
          components.stream()
              .map(model.isGeneric() ? ComponentModel::erased : ComponentModel::type)
              .toList(),
          components.stream().map(each -> each.declared().accessor()).toList());
    }
    int number = 0;
    for (TypeElement math : model.mathRecords()) {
      String access = names.of(RecordAccess.class);
      source.line("");
      source.open(
          "private static final class "
              + TypeNames.MEMBERS
              + number++
              + " extends "
              + access
              + "<"
              + names.of(math)
              + "> {");
      List<? extends RecordComponentElement> parts = math.getRecordComponents();
      writeMembers(
          names.of(math),
          parts.stream().map(RecordComponentElement::asType).toList(),
          parts.stream().map(part -> part.getSimpleName().toString()).toList());
      source.close();
    }
    source.close();
    StringBuilder file = new StringBuilder();
    if (!model.packageName().isEmpty()) {
      file.append("package ").append(model.packageName()).append(";\n\n");
    }
    names.imports().forEach(name -> file.append("import ").append(name).append(";\n"));
    return file.append(source).toString();
  }

  private void writeKeys() {
    String type = names.of(ComponentKey.class);
    String method = model.hasNames() ? ".ofName(" : ".of(";
    for (ComponentModel component : components) {
      if (component.hasKey()) {
        String owner = model.record().getSimpleName() + "." + component.name();
        source.line(
            "private static final "
                + type
                + " "
                + key(component)
                + " = "
                + type
                + method
                + SourceWriter.quoted(component.key())
                + ", "
                + SourceWriter.quoted(owner)
                + ");");
      }
    }
    source.line("");
  }

  private void writeRegistration() {
    String register =
        model.hasCodec() ? "register(" : names.of(GeneratedCodec.class) + ".register(";
    source.open("static {");
    source.line(register + recordName + ".class, new " + model.className() + "());");
    int number = 0;
    for (TypeElement math : model.mathRecords()) {
      String members = TypeNames.MEMBERS + number++;
      source.line(register + names.of(math) + ".class, new " + members + "());");
    }
    String adapters = model.hasCodec() ? "" : names.of(GeneratedCodec.class) + ".";
    for (TypeElement each : model.adapters()) {
      String adapter = names.of(each);
      source.line(adapters + "registerAdapter(" + adapter + ".class, " + adapter + "::new);");
    }
    source.close();
    if (model.hasCodec()) {
      source.line("");
      source.open("private " + model.className() + "() {");
      source.line("super(" + GeneratedCodec.VERSION + ");");
      source.close();
    }
  }

  private String key(ComponentModel component) {
    return Objects.requireNonNull(constants.get(component.name()));
  }

  /** {@return the variable of a component; underscores avoid the names of other variables} */
  private String variable(ComponentModel component) {
    String name = component.name();
    boolean isTaken = RESERVED.contains(name) || constants.containsValue(name);
    while (isTaken) {
      name += "_";
      isTaken = constants.containsKey(name) || constants.containsValue(name);
    }
    return name;
  }

  private String type(ComponentModel component) {
    return names.of(model.isGeneric() ? component.erased() : component.type());
  }

  // Reading

  private void writeReadMethod() {
    source.line("@" + names.of(Override.class));
    source.open(
        "public "
            + names.of(Object.class)
            + " read("
            + names.of(RecordReader.class)
            + " in, "
            + names.of(RecordKeys.class)
            + " keys) {");
    components.forEach(this::declareVariable);
    source.line("int remaining = in.beginRecord(keys);");
    source.line("long present = 0;");
    boolean hasOthers = components.stream().anyMatch(component -> !component.hasKey());
    source.open("inOrder: {");
    for (int i = 0; i < components.size(); i++) {
      if (components.get(i).hasKey()) {
        writeReadInOrder(components.get(i), i);
      }
    }
    source.close();
    source.open("for (; remaining > 0; remaining--) {");
    source.open(
        "switch (in.nextKey(keys, remaining, present" + (hasOthers ? ", others" : "") + ")) {");
    for (int i = 0; i < components.size(); i++) {
      if (components.get(i).hasKey()) {
        source.open("case " + i + " -> {");
        writeReadValue(components.get(i), i);
        source.close();
      }
    }
    source.line("default -> {}");
    source.close();
    source.close();
    source.line("in.endRecord(keys, present);");
    for (int i = 0; i < components.size(); i++) {
      ComponentModel component = components.get(i);
      if (component.presence() == Presence.DEFAULT) {
        source.open("if ((present & 1L << " + i + ") == 0) {");
        String absent = "keys.adapter(" + i + ").absent(in);";
        source.line(variable(component) + " = " + cast(component) + absent);
        source.close();
      }
    }
    source.open("try {");
    source.line(
        "return new "
            + recordName
            + components.stream()
                .map(each -> each.hasKey() ? variable(each) : "others.build()")
                .collect(Collectors.joining(", ", "(", ");")));
    source.dedent();
    source.open("} catch (" + names.of(RuntimeException.class) + " e) {");
    source.line("throw in.refused(keys, e);");
    source.close();
    source.close();
  }

  private void declareVariable(ComponentModel component) {
    if (!component.hasKey()) {
      String dictionary = names.of(VariantDictionary.class);
      source.line(dictionary + ".Builder others = " + dictionary + ".builder();");
      return;
    }
    TypeKind kind = component.type().getKind();
    String absent =
        component.isOptional()
            ? names.of(component.erased()) + ".empty()"
            : kind == TypeKind.BOOLEAN ? "false" : kind.isPrimitive() ? "0" : "null";
    source.line(type(component) + " " + variable(component) + " = " + absent + ";");
  }

  private void writeReadInOrder(ComponentModel component, int index) {
    if (component.isRequired()) {
      source.open("if (remaining == 0 || !in.keyIs(" + key(component) + ")) {");
      source.line("break inOrder;");
      source.close();
    } else {
      source.open("if (remaining > 0 && in.keyIs(" + key(component) + ")) {");
    }
    writeReadValue(component, index);
    source.line("remaining--;");
    if (!component.isRequired()) {
      source.close();
    }
  }

  private void writeReadValue(ComponentModel component, int index) {
    source.line(variable(component) + " = " + readExpression(component, index) + ";");
    source.line("present |= 1L << " + index + ";");
  }

  /** {@return the expression that reads a component} */
  private String readExpression(ComponentModel component, int index) {
    if (component.model() instanceof TypeModel.Adapted) {
      return cast(component) + "keys.adapter(" + index + ").read(in)";
    }
    String value =
        component.model() instanceof TypeModel.MathRecord math
            ? "readMath" + mathNumber(math) + "(in, " + key(component) + ")"
            : "in.next" + ((Plain) component.model()).noun + "(" + key(component) + ")";
    if (component.presence() == Presence.NULLABLE) {
      return "in.nextNil() ? null : " + value;
    }
    String optional = names.of(component.erased());
    return component.isOptional()
        ? "in.nextNil() ? " + optional + ".empty() : " + optional + ".of(" + value + ")"
        : value;
  }

  private String cast(ComponentModel component) {
    String type = type(component);
    return type.equals(names.of(Object.class)) ? "" : "(" + type + ") ";
  }

  private int mathNumber(TypeModel.MathRecord math) {
    for (int i = 0; i < mathRecords.size(); i++) {
      if (mathRecords.get(i).record().equals(math.record())) {
        return i;
      }
    }
    mathRecords.add(math);
    return mathRecords.size() - 1;
  }

  // Writing

  private void writeWriteMethod() {
    source.line("@" + names.of(Override.class));
    source.open(
        "public void write("
            + names.of(RecordWriter.class)
            + " out, "
            + names.of(RecordKeys.class)
            + " keys, "
            + recordName
            + " value) {");
    source.line("out.beginRecord(keys);");
    boolean hasAbsent = components.stream().anyMatch(each -> !isAlwaysWritten(each));
    long always = components.stream().filter(CodecSource::isAlwaysWritten).count();
    if (hasAbsent) {
      source.line("int pairs = " + always + ";");
    }
    for (int i = 0; i < components.size(); i++) {
      writeComponent(components.get(i), i);
    }
    source.line("out.endRecord(keys, " + (hasAbsent ? "pairs" : always) + ");");
    source.close();
  }

  private static boolean isAlwaysWritten(ComponentModel component) {
    return component.isRequired() || component.presence() == Presence.DEFAULT;
  }

  private void writeComponent(ComponentModel component, int index) {
    String value = "value." + component.declared().accessor() + "()";
    String variable = variable(component);
    switch (component.presence()) {
      case REQUIRED, DEFAULT -> source.line(writeStatement(component, index, value, false));
      case OTHERS -> source.line("pairs += out.putOthers(keys, " + value + ");");
      case NULLABLE -> {
        source.line(type(component) + " " + variable + " = " + value + ";");
        source.open("if (" + variable + " != null) {");
        source.line(writeStatement(component, index, variable, true));
        source.line("pairs++;");
        source.close();
      }
      default -> {
        source.line(
            type(component) + " " + variable + " = " + key(component) + ".present(" + value + ");");
        source.open("if (" + variable + ".isPresent()) {");
        source.line(
            writeStatement(
                component,
                index,
                component.model() instanceof TypeModel.Adapted
                    ? variable
                    : variable + getterCall(component),
                true));
        source.line("pairs++;");
        source.close();
      }
    }
  }

  private static String getterCall(ComponentModel component) {
    return switch (component.presence()) {
      case OPTIONAL_INT -> ".getAsInt()";
      case OPTIONAL_LONG -> ".getAsLong()";
      case OPTIONAL_DOUBLE -> ".getAsDouble()";
      default -> ".get()";
    };
  }

  /**
   * Returns the statement that writes a component.
   *
   * @param isPresent false if the value may be null, so that the statement has to check it
   */
  private String writeStatement(
      ComponentModel component, int index, String value, boolean isPresent) {
    String key = key(component);
    if (component.model() instanceof TypeModel.Adapted) {
      return "out.put(keys, " + index + ", " + value + ");";
    }
    String present = isPresent ? value : key + ".present(" + value + ")";
    if (component.model() instanceof TypeModel.MathRecord math) {
      return "out.put(" + key + ", writeMath" + mathNumber(math) + "(" + present + "));";
    }
    if (component.model() == Plain.NAME) {
      return "out.putName(" + key + ", " + value + ");";
    }
    boolean isBoxed = ((Plain) component.model()).compareTo(Plain.STRING) < 0;
    boolean mayBeNull = isBoxed && !component.type().getKind().isPrimitive();
    return "out.put(" + key + ", " + (mayBeNull ? present : value) + ");";
  }

  // Records that represent math types

  private void writeMathMethods(TypeModel.MathRecord math, int number) {
    String record = names.of(math.record());
    String type = names.ofMath(math.type().noun);
    List<String> parts = math.parts();
    source.line("");
    source.open(
        "private static "
            + record
            + " readMath"
            + number
            + "("
            + names.of(RecordReader.class)
            + " in, "
            + names.of(ComponentKey.class)
            + " key) {");
    source.line(type + " value = in.next" + math.type().noun + "(key);");
    for (int i = 0; i < parts.size(); i++) {
      String part = "value." + parts.get(i) + "()";
      source.line(
          math.narrow().get(i)
              ? "float " + parts.get(i) + " = in.narrow(" + part + ", key);"
              : "var " + parts.get(i) + " = " + part + ";");
    }
    source.open("try {");
    source.line("return new " + record + "(" + String.join(", ", parts) + ");");
    source.dedent();
    source.open("} catch (" + names.of(RuntimeException.class) + " e) {");
    source.line("throw in.refused(key, e);");
    source.close();
    source.close();
    source.line("");
    source.open("private static " + type + " writeMath" + number + "(" + record + " value) {");
    List<String> inOrder = new ArrayList<>(parts);
    inOrder.sort((a, b) -> "xyzwrgba".indexOf(a) - "xyzwrgba".indexOf(b));
    source.line(
        "return new "
            + type
            + inOrder.stream()
                .map(
                    part ->
                        math.narrow().get(parts.indexOf(part))
                            ? names.of(RecordWriter.class) + ".widen(value." + part + "())"
                            : "value." + part + "()")
                .collect(Collectors.joining(", ", "(", ");")));
    source.close();
  }

  /** Writes the methods that call the constructor and the accessors of a record. */
  private void writeMembers(String type, List<TypeMirror> types, List<String> accessors) {
    source.line("@" + names.of(Override.class));
    source.open("public " + type + " make(" + names.of(Object.class) + "[] components) {");
    source.line("return new " + type + "(");
    for (int i = 0; i < types.size(); i++) {
      String cast = names.of(types.get(i));
      source.line(
          "    "
              + (cast.equals(names.of(Object.class)) ? "" : "(" + cast + ") ")
              + "components["
              + i
              + "]"
              + (i + 1 < types.size() ? "," : ");"));
    }
    source.close();
    source.line("");
    source.line("@" + names.of(Override.class));
    String array = names.of(Object.class) + "[]";
    source.open("public " + array + " components(" + type + " record) {");
    source.line(
        "return new "
            + array
            + accessors.stream()
                .map(accessor -> "record." + accessor + "()")
                .collect(Collectors.joining(", ", " {", "};")));
    source.close();
  }
}

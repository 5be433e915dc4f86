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
  /**
   * The names that the variable of a component must not have: the other variables of the generated
   * methods, and {@code yield}, which must not start an assignment.
   */
  private static final Set<String> RESERVED =
      Set.of("in", "out", "keys", "value", "remaining", "present", "pairs", "others", "e", "yield");

  private final RecordModel model;
  private final List<ComponentModel> components;
  private final TypeNames names;
  private final SourceWriter source;
  private final String recordName;

  /** The names of the generated constants for the keys, by the names of the components. */
  private final Map<String, String> constants = new HashMap<>();

  /**
   * The types of components that are records and represent math types such as a vector. The names
   * of the generated methods for such a record end with the index of the record in this list.
   */
  private final List<TypeModel.MathRecord> mathRecords = new ArrayList<>();

  CodecSource(RecordModel model, Elements elements) {
    this.model = model;
    components = model.components();
    names = new TypeNames(elements, model.record());
    source = new SourceWriter(names);
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
    source.line("/** Reads and writes {@link %s}. */", recordName);
    if (model.isGeneratedKnown()) {
      source.line("@%s(\"%s\")", Generated.class, RecordProcessor.class.getName());
    }
    source.line(
        "@%s({\"LabelledBreakTarget\", \"NullAway\", \"deprecation\", \"rawtypes\", \"removal\","
            + " \"unchecked\"})",
        SuppressWarnings.class);
    Class<?> parent = model.hasCodec() ? GeneratedCodec.class : RecordAccess.class;
    source.open("final class %s extends %s<%s> {", model.className(), parent, recordName);
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
          components.stream().map(this::type).toList(),
          components.stream().map(each -> each.declared().accessor()).toList());
    }
    int number = 0;
    for (TypeElement math : model.mathRecords()) {
      source.line("");
      source.open(
          "private static final class %s extends %s<%s> {",
          TypeNames.MEMBERS + number++, RecordAccess.class, math);
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
    for (ComponentModel component : components) {
      if (component.hasKey()) {
        String owner = model.record().getSimpleName() + "." + component.name();
        source.line(
            "private static final %1$s %2$s = %1$s.%3$s(%4$s, %5$s);",
            ComponentKey.class,
            key(component),
            model.hasNames() ? "ofName" : "of",
            SourceWriter.quoted(component.key()),
            SourceWriter.quoted(owner));
      }
    }
    source.line("");
  }

  private void writeRegistration() {
    String codec = model.hasCodec() ? "" : names.of(GeneratedCodec.class) + ".";
    source.open("static {");
    source.line("%sregister(%s.class, new %s());", codec, recordName, model.className());
    int number = 0;
    for (TypeElement math : model.mathRecords()) {
      String members = TypeNames.MEMBERS + number++;
      source.line("%sregister(%s.class, new %s());", codec, math, members);
    }
    for (TypeElement adapter : model.adapters()) {
      source.line("%1$sregisterAdapter(%2$s.class, %2$s::new);", codec, adapter);
    }
    source.close();
    if (model.hasCodec()) {
      source.line("");
      source.open("private %s() {", model.className());
      source.line("super(%s);", GeneratedCodec.VERSION);
      source.close();
    }
  }

  private String key(ComponentModel component) {
    return Objects.requireNonNull(constants.get(component.name()));
  }

  /**
   * {@return the name of the generated variable for a component} Underscores at the end make the
   * name unique.
   */
  private String variable(ComponentModel component) {
    String name = component.name();
    boolean isTaken = RESERVED.contains(name) || constants.containsValue(name);
    while (isTaken) {
      name += "_";
      isTaken = constants.containsKey(name) || constants.containsValue(name);
    }
    return name;
  }

  private TypeMirror type(ComponentModel component) {
    return model.isGeneric() ? component.erased() : component.type();
  }

  private String cast(TypeMirror type) {
    String name = names.of(type);
    return name.equals(names.of(Object.class)) ? "" : "(" + name + ") ";
  }

  // Reading

  private void writeReadMethod() {
    source.line("@%s", Override.class);
    source.open(
        "public %s read(%s in, %s keys) {", Object.class, RecordReader.class, RecordKeys.class);
    components.forEach(this::declareVariable);
    source.line("int remaining = in.beginRecord(keys);");
    source.line("long present = 0;");
    source.open("inOrder: {");
    for (int i = 0; i < components.size(); i++) {
      if (components.get(i).hasKey()) {
        writeReadInOrder(components.get(i), i);
      }
    }
    source.close();
    source.open("for (; remaining > 0; remaining--) {");
    boolean hasOthers = !components.stream().allMatch(ComponentModel::hasKey);
    source.open("switch (in.nextKey(keys, remaining, present%s)) {", hasOthers ? ", others" : "");
    for (int i = 0; i < components.size(); i++) {
      if (components.get(i).hasKey()) {
        source.open("case %s -> {", i);
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
        source.open("if ((present & 1L << %s) == 0) {", i);
        String cast = cast(type(component));
        source.line("%s = %skeys.adapter(%s).absent(in);", variable(component), cast, i);
        source.close();
      }
    }
    writeConstructorCall(
        recordName,
        components.stream().map(each -> each.hasKey() ? variable(each) : "others.build()").toList(),
        "keys");
    source.close();
  }

  /**
   * Writes the statement that returns a new record.
   *
   * @param owner the generated variable with the name of the record or component for messages
   */
  private void writeConstructorCall(String record, List<String> arguments, String owner) {
    source.open("try {");
    source.line("return new %s(%s);", record, String.join(", ", arguments));
    source.dedent();
    source.open("} catch (%s e) {", RuntimeException.class);
    source.line("throw in.refused(%s, e);", owner);
    source.close();
  }

  private void declareVariable(ComponentModel component) {
    if (!component.hasKey()) {
      source.line("%1$s.Builder others = %1$s.builder();", VariantDictionary.class);
      return;
    }
    TypeKind kind = component.type().getKind();
    String absent =
        component.isOptional()
            ? names.of(component.erased()) + ".empty()"
            : kind == TypeKind.BOOLEAN ? "false" : kind.isPrimitive() ? "0" : "null";
    source.line("%s %s = %s;", type(component), variable(component), absent);
  }

  private void writeReadInOrder(ComponentModel component, int index) {
    if (component.isRequired()) {
      source.open("if (remaining == 0 || !in.keyIs(%s)) {", key(component));
      source.line("break inOrder;");
      source.close();
    } else {
      source.open("if (remaining > 0 && in.keyIs(%s)) {", key(component));
    }
    writeReadValue(component, index);
    source.line("remaining--;");
    if (!component.isRequired()) {
      source.close();
    }
  }

  private void writeReadValue(ComponentModel component, int index) {
    source.line("%s = %s;", variable(component), readExpression(component, index));
    source.line("present |= 1L << %s;", index);
  }

  /** {@return the expression that reads a component} */
  private String readExpression(ComponentModel component, int index) {
    String key = key(component);
    String value;
    if (component.model() instanceof Plain plain) {
      value = "in.next" + plain.noun + "(" + key + ")";
    } else if (component.model() instanceof TypeModel.MathRecord math) {
      value = "readMath" + mathNumber(math) + "(in, " + key + ")";
    } else {
      return cast(type(component)) + "keys.adapter(" + index + ").read(in)";
    }
    if (component.presence() == Presence.NULLABLE) {
      return "in.nextNil() ? null : " + value;
    }
    return component.isOptional()
        ? source.text("in.nextNil() ? %1$s.empty() : %1$s.of(%2$s)", component.erased(), value)
        : value;
  }

  private int mathNumber(TypeModel.MathRecord math) {
    if (!mathRecords.contains(math)) {
      mathRecords.add(math);
    }
    return mathRecords.indexOf(math);
  }

  // Writing

  private void writeWriteMethod() {
    source.line("@%s", Override.class);
    source.open(
        "public void write(%s out, %s keys, %s value) {",
        RecordWriter.class, RecordKeys.class, recordName);
    source.line("out.beginRecord(keys);");
    long always = components.stream().filter(CodecSource::isAlwaysWritten).count();
    boolean hasAbsent = always < components.size();
    if (hasAbsent) {
      source.line("int pairs = %s;", always);
    }
    for (int i = 0; i < components.size(); i++) {
      writeComponent(components.get(i), i);
    }
    source.line("out.endRecord(keys, %s);", hasAbsent ? "pairs" : always);
    source.close();
  }

  private static boolean isAlwaysWritten(ComponentModel component) {
    return component.isRequired() || component.presence() == Presence.DEFAULT;
  }

  private void writeComponent(ComponentModel component, int index) {
    String value = "value." + component.declared().accessor() + "()";
    String variable = variable(component);
    switch (component.presence()) {
      case REQUIRED, DEFAULT -> source.line("%s", writeStatement(component, index, value, false));
      case OTHERS -> source.line("pairs += out.putOthers(keys, %s);", value);
      case NULLABLE -> {
        source.line("%s %s = %s;", type(component), variable, value);
        writeIfPresent(variable + " != null", writeStatement(component, index, variable, true));
      }
      default -> {
        source.line("%s %s = %s.present(%s);", type(component), variable, key(component), value);
        boolean isAdapted = component.model() instanceof TypeModel.Adapted;
        String present = isAdapted ? variable : variable + getterCall(component);
        writeIfPresent(variable + ".isPresent()", writeStatement(component, index, present, true));
      }
    }
  }

  private void writeIfPresent(String condition, String statement) {
    source.open("if (%s) {", condition);
    source.line("%s", statement);
    source.line("pairs++;");
    source.close();
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
   * @param isPresent false if the value may be null, so that the statement must check the value
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

  // Records that represent math types such as a vector

  private void writeMathMethods(TypeModel.MathRecord math, int number) {
    String record = names.of(math.record());
    String type = names.ofMath(math.type().noun);
    List<String> parts = math.parts();
    source.line("");
    source.open(
        "private static %s readMath%s(%s in, %s key) {",
        record, number, RecordReader.class, ComponentKey.class);
    source.line("%s value = in.next%s(key);", type, math.type().noun);
    for (int i = 0; i < parts.size(); i++) {
      source.line(
          math.narrow().get(i)
              ? "float %1$s = in.narrow(value.%1$s(), key);"
              : "var %1$s = value.%1$s();",
          parts.get(i));
    }
    writeConstructorCall(record, parts, "key");
    source.close();
    source.line("");
    source.open("private static %s writeMath%s(%s value) {", type, number, record);
    List<String> inOrder = new ArrayList<>(parts);
    inOrder.sort((a, b) -> "xyzwrgba".indexOf(a) - "xyzwrgba".indexOf(b));
    List<String> arguments = new ArrayList<>();
    for (String part : inOrder) {
      boolean isNarrow = math.narrow().get(parts.indexOf(part));
      arguments.add(
          isNarrow
              ? source.text("%s.widen(value.%s())", RecordWriter.class, part)
              : "value." + part + "()");
    }
    source.line("return new %s(%s);", type, String.join(", ", arguments));
    source.close();
  }

  /** Writes the methods that call the constructor and the accessors of a record. */
  private void writeMembers(
      String record, List<? extends TypeMirror> types, List<String> accessors) {
    source.line("@%s", Override.class);
    source.open("public %s make(%s[] components) {", record, Object.class);
    source.line("return new %s(", record);
    for (int i = 0; i < types.size(); i++) {
      String end = i + 1 < types.size() ? "," : ");";
      source.line("    %scomponents[%s]%s", cast(types.get(i)), i, end);
    }
    source.close();
    source.line("");
    source.line("@%s", Override.class);
    source.open("public %s[] components(%s record) {", Object.class, record);
    source.line(
        "return new %s[] {%s};",
        Object.class,
        accessors.stream()
            .map(accessor -> "record." + accessor + "()")
            .collect(Collectors.joining(", ")));
    source.close();
  }
}

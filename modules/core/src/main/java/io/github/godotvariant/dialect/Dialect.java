package io.github.godotvariant.dialect;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CheckReturnValue;
import io.github.godotvariant.KeyRule;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.Layout.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The binary format of some Godot releases or of one edition of Godot's manual: an entry for each
 * type (a {@link TypeRow}), and rules that apply to all types. Immutable. Codecs use only these
 * entries and rules, never the number of a release.
 *
 * <p>Bytes do not contain the name of their dialect, and the same bytes often have another meaning
 * in another dialect. Therefore the caller must know the dialect. Use {@link #GODOT_4} or {@link
 * #GODOT_3} to exchange values with engines. The {@code MANUAL_…} dialects follow the manual page
 * <i>Binary serialization API</i> exactly. No released engine uses these dialects.
 *
 * <p>{@code docs/reference/format.md} explains the entries and rules, with the source of each fact.
 * The class has more than 500 lines because it contains the predefined dialects, the accessors of
 * all rules and the builder.
 */
@CheckReturnValue
public final class Dialect {
  /** The format of Godot 3.0 to 3.6. */
  public static final Dialect GODOT_3 = DialectTables.godot3();

  /** The format of Godot 4.0 to 4.2, without typed containers. */
  public static final Dialect GODOT_4_0 = DialectTables.godot40();

  /** The format of Godot 4.3, with typed arrays and PackedVector4Array. */
  public static final Dialect GODOT_4_3 = DialectTables.godot43();

  /** The format of Godot 4.4 to 4.6, with typed arrays and dictionaries. */
  public static final Dialect GODOT_4_4 = DialectTables.godot44();

  /**
   * The format of the newest release of Godot 4 that this library knows, at present {@link
   * #GODOT_4_4}. A later version of this library can change this constant.
   */
  public static final Dialect GODOT_4 =
      GODOT_4_4.builder("godot-4", "Godot 4, newest (4.4 to 4.6)").build();

  /**
   * The format in the manual for late 3.x: a header bit selects 64 bits for int and float; objects
   * are not supported.
   */
  public static final Dialect MANUAL_3_5 = DialectTables.manual35();

  /**
   * The format in the manual for early 3.x: int always has 64 bits, and float 32 bits; objects are
   * not supported.
   */
  public static final Dialect MANUAL_3_0 = DialectTables.manual30();

  /**
   * The format in the manual during the development of 4.0: int and float always have 64 bits;
   * objects are not supported.
   */
  public static final Dialect MANUAL_4_0_DEV = DialectTables.manual40Dev();

  /**
   * The format in the manual for 4.x: a header bit selects 64 bits for int and float; objects are
   * supported.
   */
  public static final Dialect MANUAL_4 = DialectTables.manual4();

  private static final List<Dialect> PRESETS =
      List.of(
          GODOT_4,
          GODOT_4_4,
          GODOT_4_3,
          GODOT_4_0,
          GODOT_3,
          MANUAL_4,
          MANUAL_4_0_DEV,
          MANUAL_3_5,
          MANUAL_3_0);

  /** The settings of this dialect: a copy of the builder's settings, which never changes. */
  private final Builder settings;

  private final Map<VariantType, TypeRow> rowsByType = new EnumMap<>(VariantType.class);

  private Dialect(Builder from) {
    settings = from.copy(from.name, from.title);
    int mask = settings.typeMask;
    for (TypeRow row : settings.rows.values()) {
      if (!row.layout().fits(row.type())) {
        throw new IllegalArgumentException(row.type() + " cannot have the layout " + row.layout());
      }
      if (rowsByType.put(row.type(), row) != null) {
        throw new IllegalArgumentException(name() + " has two rows for " + row.type());
      }
      int id = row.wireId() & mask;
      if (id != row.wireId()) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "%s has the id %d for %s, which the type mask 0x%x cuts to %d",
                name(),
                row.wireId(),
                row.type(),
                mask,
                id));
      }
    }
    int flags = settings.flags();
    if ((flags & mask) != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s has flags in the header bits 0x%x, which the type mask 0x%x takes",
              name(),
              flags,
              mask));
    }
  }

  /**
   * Returns all predefined dialects: first the dialects of engines, then the dialects of the
   * manual, each group with the newest first.
   *
   * @return an unmodifiable list
   */
  public static List<Dialect> presets() {
    return PRESETS;
  }

  /**
   * Finds a predefined dialect by its name or by an engine release.
   *
   * @param name a name from {@link #name()}, for example {@code godot-4.3}, or a known release of
   *     Godot 3 or 4, for example {@code godot-4.6} or {@code godot-3.5}
   * @return the dialect; empty if the name is unknown
   */
  public static Optional<Dialect> named(String name) {
    String release =
        switch (name) {
          case "godot-4.1", "godot-4.2" -> "godot-4.0";
          case "godot-4.5", "godot-4.6" -> "godot-4.4";
          case "godot-3.0",
              "godot-3.1",
              "godot-3.2",
              "godot-3.3",
              "godot-3.4",
              "godot-3.5",
              "godot-3.6" ->
              "godot-3";
          default -> name;
        };
    return PRESETS.stream().filter(dialect -> dialect.name().equals(release)).findFirst();
  }

  /**
   * Returns the short name of the dialect, which the {@code gdvar} command accepts.
   *
   * @return for example {@code godot-4.3} or {@code manual-3.5}
   */
  public String name() {
    return settings.name;
  }

  /**
   * Returns the title of the dialect for display.
   *
   * @return for example {@code Godot 4.3}
   */
  public String title() {
    return settings.title;
  }

  /**
   * Returns the entries for all types of the dialect, in ascending order of the type ids.
   *
   * @return an unmodifiable list
   */
  public List<TypeRow> rows() {
    return List.copyOf(settings.rows.values());
  }

  /**
   * Returns the dialect's entry for a type.
   *
   * @param type the type
   * @return the entry; empty if the dialect does not have the type
   */
  public Optional<TypeRow> row(VariantType type) {
    return Optional.ofNullable(rowsByType.get(type));
  }

  /**
   * Returns the dialect's entry for a type id.
   *
   * @param wireId the type id from a header
   * @return the entry; empty if the dialect does not have the id
   */
  public Optional<TypeRow> rowOf(int wireId) {
    return Optional.ofNullable(settings.rows.get(wireId));
  }

  /**
   * Returns the bits of the header word that contain the type id. Bit 16, which the manual calls
   * {@code ENCODE_FLAG_64}, and the higher bits can be flags. {@link Builder#build} rejects a mask
   * that contains a flag of the dialect. Readers ignore all bits that are neither in the mask nor a
   * flag of the value's type.
   *
   * @return 0xFF for engines; 0xFFFF or all bits for the manual
   */
  public int typeMask() {
    return settings.typeMask;
  }

  /**
   * Returns whether header bit 16 of a value with floating-point components, such as a Vector2,
   * means that the components have 64 bits. If true, readers use this bit, and {@link
   * #realPrecision()} applies only to writing. If false, {@link #realPrecision()} applies to
   * reading and writing.
   *
   * @return true for Godot 4
   */
  public boolean usesRealFlag() {
    return settings.usesRealFlag;
  }

  /**
   * Returns the precision of floating-point components, such as {@code x} of a Vector2: 32 or 64
   * bits.
   *
   * @return {@link RealPrecision#SINGLE} for all {@link #presets()}. {@link #withRealPrecision}
   *     returns a dialect with another precision
   */
  public RealPrecision realPrecision() {
    return settings.realPrecision;
  }

  /**
   * Returns the precision in which the floating-point components of a type are written. The
   * precision differs from {@link #realPrecision()} only for the colors of engines, which have 32
   * bits in every build.
   *
   * @param type a vector, rectangle, transform or color, or a packed array of vectors or colors
   * @return {@link RealPrecision#SINGLE} if the layout of the type always has 32 bits, otherwise
   *     {@link #realPrecision()}
   */
  public RealPrecision realPrecision(VariantType type) {
    TypeRow row = rowsByType.get(type);
    Layout.Kind kind = row == null ? Layout.Kind.REALS : row.layout().kind();
    return kind == Layout.Kind.FLOATS || kind == Layout.Kind.PACKED_COLORS
        ? RealPrecision.SINGLE
        : settings.realPrecision;
  }

  /**
   * Returns whether floating-point components, such as {@code x} of a Vector2, can have 64 bits in
   * this dialect. {@link #withRealPrecision} selects 64 bits.
   *
   * @return true for Godot 4 and the manual
   */
  public boolean hasDoublePrecision() {
    return settings.doublePrecisionExists;
  }

  /**
   * Returns this dialect with another precision of floating-point components, such as {@code x} of
   * a Vector2.
   *
   * @param precision the precision
   * @return the dialect
   * @throws IllegalArgumentException for double precision if {@link #hasDoublePrecision()} is
   *     false, as for Godot 3, which cannot read 64-bit components
   */
  public Dialect withRealPrecision(RealPrecision precision) {
    if (precision == RealPrecision.DOUBLE && !hasDoublePrecision()) {
      throw new IllegalArgumentException(name() + " has no double-precision form");
    }
    if (precision == settings.realPrecision) {
      return this;
    }
    Builder changed = builder(name(), title());
    changed.realPrecision = Objects.requireNonNull(precision, "precision");
    return changed.build();
  }

  /** {@return the encoding of strings} */
  public TextRule textRule() {
    return settings.textRule;
  }

  /**
   * Returns whether each string in a PackedStringArray ends with a NUL byte, which the length of
   * the string includes.
   *
   * @return true for engines; false for the manual, which describes plain strings
   */
  public boolean hasTerminatedPackedStrings() {
    return settings.hasTerminatedPackedStrings;
  }

  /** {@return the containers that can declare element types} */
  public ContainerTyping containerTyping() {
    return settings.containerTyping;
  }

  /** {@return the encoded form of objects} */
  public ObjectForm objectForm() {
    return settings.objectForm;
  }

  /**
   * Returns whether readers accept a NodePath that is encoded as a plain string. The manual calls
   * this the old format. Engines reject this form, and this library never writes this form. {@link
   * io.github.godotvariant.NodePath#parse} parses the string, so readers reject a string such as
   * {@code a::b}.
   *
   * @return true for the manual
   */
  public boolean hasOldNodePaths() {
    return settings.hasOldNodePaths;
  }

  /**
   * Returns whether readers accept the same unusual input as engines. If true:
   *
   * <ul>
   *   <li>The padding of a byte array can be missing at the end of the input.
   *   <li>A negative count of the strings in a PackedStringArray, or of the properties of an
   *       object, means 0.
   *   <li>Bit 1 of the flags of a NodePath means that one more subname follows.
   * </ul>
   *
   * @return true for engines
   */
  public boolean hasEngineLeniency() {
    return settings.hasEngineLeniency;
  }

  /**
   * Returns the rule that decides which keys of a dictionary are equal. If keys are equal, readers
   * keep one pair: the first key with the last value.
   *
   * @return {@link KeyRule#GODOT_3} for Godot 3; {@link KeyRule#GODOT_4} for Godot 4 and the manual
   */
  public KeyRule keyRule() {
    return settings.keyRule;
  }

  /**
   * Returns the form of the {@code script} property of an object that is encoded with its
   * properties.
   *
   * @return {@link ScriptForm#EMBEDDED} before Godot 4.3, {@link ScriptForm#PATH} since Godot 4.3,
   *     {@link ScriptForm#UNSPECIFIED} for the manual
   */
  public ScriptForm scriptForm() {
    return settings.scriptForm;
  }

  /**
   * Returns the major version of Godot to which the dialect belongs. The version determines the
   * names of the classes and properties of objects, and the formats of the files and messages that
   * contain values.
   *
   * @return the major version
   */
  public Generation generation() {
    return settings.generation;
  }

  /**
   * Creates a builder for a dialect that differs from this one, for example for an engine fork or
   * an older release.
   *
   * @param newName the short name of the new dialect
   * @param newTitle the title of the new dialect
   * @return a builder with all settings of this dialect
   */
  public Builder builder(String newName, String newTitle) {
    return settings.copy(newName, newTitle);
  }

  /** Compares the names, the titles, the entries for types and the rules. */
  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof Dialect that
            && title().equals(that.title())
            && settings.rows.equals(that.settings.rows)
            && settings.rules().equals(that.settings.rules()));
  }

  @Override
  public int hashCode() {
    return settings.rules().hashCode();
  }

  @Override
  public String toString() {
    return realPrecision() == RealPrecision.DOUBLE ? name() + " (double precision)" : name();
  }

  /** Builds a dialect. Not safe for use by several threads. */
  public static final class Builder {
    private final String name;
    private final String title;
    final Map<Integer, TypeRow> rows = new TreeMap<>();
    int typeMask = DialectTables.ENGINE_TYPE_MASK;
    boolean usesRealFlag;
    boolean doublePrecisionExists;
    RealPrecision realPrecision = RealPrecision.SINGLE;
    TextRule textRule = TextRule.STRICT;
    boolean hasTerminatedPackedStrings = true;
    ContainerTyping containerTyping = ContainerTyping.NONE;
    ObjectForm objectForm = ObjectForm.FLAGGED;
    boolean hasOldNodePaths;
    boolean hasEngineLeniency = true;
    KeyRule keyRule = KeyRule.GODOT_4;
    ScriptForm scriptForm = ScriptForm.EMBEDDED;
    Generation generation = Generation.GODOT_4;

    Builder(String name, String title) {
      this.name = Objects.requireNonNull(name, "name");
      this.title = Objects.requireNonNull(title, "title");
    }

    Builder copy(String newName, String newTitle) {
      Builder copy = new Builder(newName, newTitle);
      copy.rows.putAll(rows);
      copy.typeMask = typeMask;
      copy.usesRealFlag = usesRealFlag;
      copy.doublePrecisionExists = doublePrecisionExists;
      copy.realPrecision = realPrecision;
      copy.textRule = textRule;
      copy.hasTerminatedPackedStrings = hasTerminatedPackedStrings;
      copy.containerTyping = containerTyping;
      copy.objectForm = objectForm;
      copy.hasOldNodePaths = hasOldNodePaths;
      copy.hasEngineLeniency = hasEngineLeniency;
      copy.keyRule = keyRule;
      copy.scriptForm = scriptForm;
      copy.generation = generation;
      return copy;
    }

    /** Returns all settings except the title and the entries for types. */
    private List<Object> rules() {
      return List.of(
          name,
          typeMask,
          usesRealFlag,
          doublePrecisionExists,
          realPrecision,
          textRule,
          hasTerminatedPackedStrings,
          containerTyping,
          objectForm,
          hasOldNodePaths,
          hasEngineLeniency,
          keyRule,
          scriptForm,
          generation);
    }

    /**
     * Adds the entry for a type. Replaces the entry with the same type id, if there is one.
     *
     * @param row the entry
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder row(TypeRow row) {
      rows.put(row.wireId(), row);
      return this;
    }

    /**
     * Removes the entry with a type id.
     *
     * @param wireId the id of the type
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder remove(int wireId) {
      rows.remove(wireId);
      return this;
    }

    /**
     * Sets {@link Dialect#typeMask()}.
     *
     * @param mask the bits of the header that contain the type id
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder typeMask(int mask) {
      this.typeMask = mask;
      return this;
    }

    /**
     * Sets {@link Dialect#usesRealFlag()}.
     *
     * @param flagged whether header bit 16 means that floating-point components have 64 bits
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder usesRealFlag(boolean flagged) {
      this.usesRealFlag = flagged;
      return this;
    }

    /**
     * Sets {@link Dialect#hasDoublePrecision()}.
     *
     * @param exists whether floating-point components can have 64 bits
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder hasDoublePrecision(boolean exists) {
      this.doublePrecisionExists = exists;
      return this;
    }

    /**
     * Sets {@link Dialect#textRule()}.
     *
     * @param rule the rule
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder textRule(TextRule rule) {
      this.textRule = Objects.requireNonNull(rule, "rule");
      return this;
    }

    /**
     * Sets {@link Dialect#hasTerminatedPackedStrings()}.
     *
     * @param terminated whether each string of a packed string array ends with a NUL
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder hasTerminatedPackedStrings(boolean terminated) {
      this.hasTerminatedPackedStrings = terminated;
      return this;
    }

    /**
     * Sets {@link Dialect#containerTyping()}.
     *
     * @param typing the containers that can declare element types
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder containerTyping(ContainerTyping typing) {
      this.containerTyping = Objects.requireNonNull(typing, "typing");
      return this;
    }

    /**
     * Sets {@link Dialect#objectForm()}.
     *
     * @param form the form
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder objectForm(ObjectForm form) {
      this.objectForm = Objects.requireNonNull(form, "form");
      return this;
    }

    /**
     * Sets {@link Dialect#hasOldNodePaths()}.
     *
     * @param read whether readers accept node paths that are encoded as plain strings
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder hasOldNodePaths(boolean read) {
      this.hasOldNodePaths = read;
      return this;
    }

    /**
     * Sets {@link Dialect#hasEngineLeniency()}.
     *
     * @param lenient whether readers accept the same unusual input as engines
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder hasEngineLeniency(boolean lenient) {
      this.hasEngineLeniency = lenient;
      return this;
    }

    /**
     * Sets {@link Dialect#keyRule()}.
     *
     * @param rule the rule
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder keyRule(KeyRule rule) {
      this.keyRule = Objects.requireNonNull(rule, "rule");
      return this;
    }

    /**
     * Sets {@link Dialect#scriptForm()}.
     *
     * @param form the form
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder scriptForm(ScriptForm form) {
      this.scriptForm = Objects.requireNonNull(form, "form");
      return this;
    }

    /**
     * Sets {@link Dialect#generation()}.
     *
     * @param engine the generation
     * @return this
     */
    @CanIgnoreReturnValue
    public Builder generation(Generation engine) {
      this.generation = Objects.requireNonNull(engine, "engine");
      return this;
    }

    /**
     * Creates the dialect.
     *
     * @return an immutable dialect
     * @throws IllegalArgumentException if a type has two entries, or cannot have the layout in its
     *     entry; also if a type id has bits outside the type mask, or if the mask contains a flag
     */
    public Dialect build() {
      return new Dialect(this);
    }

    /** Returns the header bits that the dialect uses as flags. */
    private int flags() {
      boolean isFlagged = usesRealFlag;
      for (TypeRow row : rows.values()) {
        isFlagged |=
            switch (row.layout().kind()) {
              case INT_BY_FLAG, FLOAT_BY_FLAG -> true;
              case OBJECT -> objectForm == ObjectForm.FLAGGED;
              default -> false;
            };
      }
      return switch (containerTyping) {
        case NONE -> isFlagged ? 0x10000 : 0;
        case ARRAYS -> 0x30000;
        case ARRAYS_AND_DICTIONARIES -> 0xF0000;
      };
    }

    @CanIgnoreReturnValue
    Builder add(int id, String name, VariantType type, Layout layout) {
      return row(new TypeRow(id, name, type, layout));
    }

    @CanIgnoreReturnValue
    Builder add(int id, String name, VariantType type, Kind kind) {
      return add(id, name, type, Layout.of(kind, type));
    }

    @CanIgnoreReturnValue
    Builder add(int id, VariantType type, Layout layout) {
      return add(id, type.godotName(), type, layout);
    }

    @CanIgnoreReturnValue
    Builder add(int id, VariantType type, Kind kind) {
      return add(id, type, Layout.of(kind, type));
    }

    /** Changes the layout of a type that the dialect already has. */
    @CanIgnoreReturnValue
    Builder replace(VariantType type, Kind kind) {
      for (TypeRow old : rows.values()) {
        if (old.type() == type) {
          return add(old.wireId(), old.name(), type, kind);
        }
      }
      throw new IllegalStateException(name + " has no " + type);
    }
  }
}

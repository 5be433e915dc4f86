package io.github.godotvariant.json;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stores the members of a JSON object, or the elements of an array without a type, whose end {@link
 * NativeReader} has not read yet.
 */
final class NativeNode {
  /** The members of JSON objects. */
  enum Member {
    TYPE,
    ARGS,
    PROPS,
    ELEM_TYPE,
    ELEM_KIND,
    KEY_TYPE,
    KEY_KIND,
    VALUE_TYPE,
    VALUE_KIND,
    ID,
    NAME,
    OBJECT_ID,
    NAMES,
    SUBNAMES,
    ABSOLUTE;

    private static final int COUNT = values().length;
    private static final Map<String, Member> BY_NAME =
        Arrays.stream(values()).collect(Collectors.toMap(Member::toString, Function.identity()));

    /** Returns the member with a name, or null if no member has this name. */
    static @Nullable Member find(String name) {
      return BY_NAME.get(name);
    }

    private int bit() {
      return 1 << ordinal();
    }

    /** Returns a set with {@link #TYPE} and other members. The set has one bit for each ordinal. */
    private static int typeAnd(Member... others) {
      return Arrays.stream(others).mapToInt(Member::bit).reduce(TYPE.bit(), (a, b) -> a | b);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The meaning of the strings in a list. */
  enum StringRole {
    /** Values with a prefix for their type. */
    VALUES,
    /** Alternating property names and values. */
    PROPERTIES,
    /** Not known before the end of the object. */
    UNKNOWN
  }

  /** The elements of a list. Either all elements are numbers, or none is a number. */
  static final class Items {
    final StringRole role;

    /** The elements; strings of unknown meaning are stored as String values. */
    List<Variant> values = new ArrayList<>();

    @Nullable NumberList numbers;

    Items(StringRole role) {
      this.role = role;
    }

    int size() {
      return numbers == null ? values.size() : numbers.size();
    }
  }

  /**
   * The members that the JSON object of each type can have, with one bit for each ordinal. Types
   * that are not in this map have {@link #ARGUMENTS}.
   */
  private static final Map<VariantType, Integer> MEMBERS =
      Map.of(
          VariantType.RID, Member.typeAnd(Member.ID),
          VariantType.CALLABLE, Member.typeAnd(),
          VariantType.SIGNAL, Member.typeAnd(Member.NAME, Member.OBJECT_ID),
          VariantType.NODE_PATH, Member.typeAnd(Member.NAMES, Member.SUBNAMES, Member.ABSOLUTE),
          VariantType.ARRAY, Member.typeAnd(Member.ARGS, Member.ELEM_TYPE, Member.ELEM_KIND),
          VariantType.DICTIONARY,
              Member.typeAnd(
                  Member.ARGS,
                  Member.KEY_TYPE,
                  Member.KEY_KIND,
                  Member.VALUE_TYPE,
                  Member.VALUE_KIND));

  private static final int ARGUMENTS = Member.typeAnd(Member.ARGS);
  private static final @Nullable Object[] PLAIN = {};

  /** The number of containers around this one. */
  final int depth;

  /** The value of each member, at the index of its ordinal; empty for an array without a type. */
  private final @Nullable Object[] members;

  /** The set of present members, with one bit for each ordinal. */
  private int present;

  /**
   * The list to which {@link NativeReader} adds the next values; null between the members of an
   * object.
   */
  @Nullable Items items;

  NativeNode(int depth, boolean isPlain) {
    this.depth = depth;
    members = isPlain ? PLAIN : new Object[Member.COUNT];
    items = isPlain ? new Items(StringRole.VALUES) : null;
  }

  /** Returns whether this is an array without a type. */
  boolean isPlain() {
    return members == PLAIN;
  }

  boolean has(Member member) {
    return (present & member.bit()) != 0;
  }

  @Nullable Object get(Member member) {
    return members[member.ordinal()];
  }

  void put(Member member, Object value) {
    members[member.ordinal()] = value;
    present |= member.bit();
  }

  int memberCount() {
    return Integer.bitCount(present);
  }

  boolean hasOnlyMembersOf(VariantType type) {
    return (present & ~MEMBERS.getOrDefault(type, ARGUMENTS)) == 0;
  }

  boolean hasAllMembersOf(VariantType type) {
    return present == MEMBERS.getOrDefault(type, ARGUMENTS);
  }

  String text(Member member) {
    return get(member) instanceof String text ? text : "";
  }

  long number(Member member) {
    return get(member) instanceof Long number ? number : 0;
  }
}

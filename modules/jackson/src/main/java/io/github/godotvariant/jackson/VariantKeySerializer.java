package io.github.godotvariant.jackson;

import io.github.godotvariant.Variant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.node.TreeBuildingGenerator;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes map keys that are values of Godot. In other formats than Godot's, the keys become property
 * names, and a duplicate name is rejected.
 */
final class VariantKeySerializer extends StdSerializer<Variant> {
  VariantKeySerializer() {
    super(Variant.class);
  }

  @Override
  public void serialize(Variant key, JsonGenerator out, SerializationContext context) {
    if (out instanceof GodotGenerator godot) {
      godot.writeName(key);
      return;
    }
    String name = GodotParser.nameOf(key);
    if (!names(out, context).add(name)) {
      throw DatabindException.from(out, "the key " + key.toShortString() + " is there already");
    }
    out.writeName(name);
  }

  /**
   * Returns the set of the names that were written in the current object. The caller adds each name
   * before it writes the name.
   */
  @SuppressWarnings("unchecked") // only this method sets the attribute
  static Set<String> names(JsonGenerator out, SerializationContext context) {
    TokenStreamContext object = out.streamWriteContext();
    Deque<WrittenNames> open =
        (Deque<WrittenNames>) context.getAttribute(VariantKeySerializer.class);
    if (open == null) {
      open = new ArrayDeque<>();
      context.setAttribute(VariantKeySerializer.class, open);
    }
    while (!open.isEmpty() && !open.getLast().encloses(object)) {
      open.removeLast();
    }
    if (open.isEmpty() || open.getLast().object != object) {
      open.add(new WrittenNames(object));
    }
    return open.getLast().names(!(out instanceof TreeBuildingGenerator));
  }

  /** The names that were written in one object of the output. */
  private static final class WrittenNames {
    final TokenStreamContext object;
    private final Set<String> written = new HashSet<>();

    /**
     * The Java object to which the names belong. A different Java object starts a new set of names.
     */
    private @Nullable Object owner;

    /**
     * The number of entries that the object had before the latest key. If the number does not grow,
     * a new object was started.
     */
    private int entries;

    WrittenNames(TokenStreamContext object) {
      this.object = object;
    }

    boolean encloses(TokenStreamContext inner) {
      TokenStreamContext context = inner;
      while (context != null && context != object) {
        context = context.getParent();
      }
      return context != null;
    }

    /**
     * Returns the names of the current object. Removes the names of an earlier object with the same
     * context.
     *
     * @param isReusable true if the generator counts entries in the context and uses the context
     *     for further objects; false for a tree, in which each object has its own context
     */
    Set<String> names(boolean isReusable) {
      int before = object.getEntryCount();
      if (isReusable && (object.currentValue() != owner || before <= entries)) {
        owner = object.currentValue();
        written.clear();
      }
      entries = before;
      return written;
    }
  }
}

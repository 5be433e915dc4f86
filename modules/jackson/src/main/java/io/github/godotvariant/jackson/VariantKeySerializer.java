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
 * Writes keys of maps that are values. In other formats they are names, and two that are the same
 * name are refused.
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

  /** The names so far of the object that is being written. */
  @SuppressWarnings("unchecked") // of what is put there below
  private static Set<String> names(JsonGenerator out, SerializationContext context) {
    TokenStreamContext object = out.streamWriteContext();
    Deque<Names> open = (Deque<Names>) context.getAttribute(VariantKeySerializer.class);
    if (open == null) {
      open = new ArrayDeque<>();
      context.setAttribute(VariantKeySerializer.class, open);
    }
    while (!open.isEmpty() && !open.getLast().isAround(object)) {
      open.removeLast();
    }
    if (open.isEmpty() || open.getLast().object != object) {
      open.add(new Names(object));
    }
    return open.getLast().names(!(out instanceof TreeBuildingGenerator));
  }

  /** What was written of an object. */
  private static final class Names {
    final TokenStreamContext object;
    private final Set<String> written = new HashSet<>();

    /** What the object is of. */
    private @Nullable Object owner;

    /** How many entries there were before the latest key. */
    private int entries;

    Names(TokenStreamContext object) {
      this.object = object;
    }

    boolean isAround(TokenStreamContext inner) {
      TokenStreamContext at = inner;
      while (at != null && at != object) {
        at = at.getParent();
      }
      return at != null;
    }

    /**
     * The names of the object that this is about now.
     *
     * @param used whether the context may be of another object than before, and counts entries; a
     *     tree has one for each
     */
    Set<String> names(boolean used) {
      int before = object.getEntryCount();
      if (used && (object.currentValue() != owner || before <= entries)) {
        owner = object.currentValue();
        written.clear();
      }
      entries = before;
      return written;
    }
  }
}

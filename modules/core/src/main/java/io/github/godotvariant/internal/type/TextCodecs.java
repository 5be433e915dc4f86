package io.github.godotvariant.internal.type;

import io.github.godotvariant.NodePath;
import io.github.godotvariant.StringName;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantType;
import io.github.godotvariant.dialect.TypeRow;
import io.github.godotvariant.internal.values.ReadBudget;
import io.github.godotvariant.internal.wire.Wire;
import io.github.godotvariant.internal.wire.WireReader;
import io.github.godotvariant.internal.wire.WireTable;
import io.github.godotvariant.internal.wire.WireWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Codecs for texts, and for paths that consist of texts. */
final class TextCodecs {
  private TextCodecs() {}

  /**
   * The codec for String and StringName: a header, a length, UTF-8 and zeros up to a multiple of 4.
   */
  static final class TextCodec extends TypeCodec {
    private final boolean isName;

    TextCodec(TypeRow row) {
      super(row);
      isName = type() == VariantType.STRING_NAME;
    }

    @Override
    public Variant read(WireReader in, int header) {
      in.pos += 4;
      String text = in.text("string");
      return isName ? StringName.of(text) : StringValue.of(text);
    }

    @Override
    public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
      int offset = in.pos;
      int size = 4 + in.textSize(offset + 4, "string");
      if (fields != null) {
        fields.header(offset, row, "");
        fields.text(in, offset + 4, "text");
      }
      return size;
    }

    @Override
    public void write(WireWriter out, Variant value) {
      out.ensureCapacity(4);
      out.putInt(id());
      out.putText(value.asString());
    }
  }

  /**
   * The codec for NodePath: two counts, flags, then the names. The manual also describes an old
   * format: a single text. Paths in the old format are read if the dialect allows them, and never
   * written.
   */
  static final class NodePathCodec extends TypeCodec {
    private static final String OLD_FORM = "NodePath is in the old format, which engines refuse";

    /** The bit of the first word that distinguishes the new format from the length of a text. */
    private static final int NEW_FORM = 0x80000000;

    /** The bits of the first word that contain the name count. */
    private static final int NAME_COUNT = 0x7FFFFFFF;

    /** The flag of Godot 2.1 for an additional subname that is not in the count: the property. */
    private static final int EXTRA_SUBNAME = 2;

    private final boolean readsOldForm;
    private final boolean readsExtraSubname;

    NodePathCodec(TypeRow row, WireTable table) {
      super(row);
      readsOldForm = table.dialect.hasOldNodePaths();
      readsExtraSubname = table.isLenient;
    }

    /**
     * Returns whether the path is in the old format. Checks that the input contains the length of
     * an old path, or the counts and flags of a new path.
     */
    private boolean isOldForm(WireReader in, int offset) {
      in.need(4, "NodePath", offset);
      if ((Wire.getInt(in.in, offset) & NEW_FORM) == 0) {
        if (!readsOldForm) {
          throw in.malformed(OLD_FORM, offset);
        }
        return true;
      }
      in.need(12, "NodePath", offset);
      return false;
    }

    private static int nameCount(WireReader in, int offset) {
      return Wire.getInt(in.in, offset) & NAME_COUNT;
    }

    /**
     * Returns the number of subnames: the count, plus 1 if the flags declare an additional subname.
     */
    private long subnameCount(WireReader in, int offset) {
      long counted = Wire.getInt(in.in, offset + 4) & 0xFFFFFFFFL;
      return counted + (hasExtraSubname(Wire.getInt(in.in, offset + 8)) ? 1 : 0);
    }

    private boolean hasExtraSubname(int flags) {
      return (flags & EXTRA_SUBNAME) != 0 && readsExtraSubname;
    }

    /**
     * Checks the counts of names and subnames, and counts the names against the limits. The first
     * count is at {@code offset}.
     */
    private void checkCounts(WireReader in, int offset) {
      long texts = nameCount(in, offset) + subnameCount(in, offset);
      in.checkCount("NodePath", texts, 4, offset, offset + 12);
      in.charge(texts, ReadBudget.OBJECT + 8 * texts);
    }

    @Override
    public Variant read(WireReader in, int header) {
      int offset = in.pos + 4;
      if (isOldForm(in, offset)) {
        return oldForm(in, offset);
      }
      checkCounts(in, offset);
      in.pos = offset + 12;
      boolean isAbsolute = (Wire.getInt(in.in, offset + 8) & 1) != 0;
      String[] names = texts(in, nameCount(in, offset), "name");
      String[] subnames = texts(in, (int) subnameCount(in, offset), "subname");
      return new NodePath(List.of(names), List.of(subnames), isAbsolute);
    }

    private static String[] texts(WireReader in, int count, String noun) {
      String[] texts = new String[count];
      for (int i = 0; i < count; i++) {
        texts[i] = in.text(noun, i, "NodePath");
      }
      return texts;
    }

    private static NodePath oldForm(WireReader in, int offset) {
      in.pos = offset;
      String text = in.text("NodePath");
      chargeNames(in, offset);
      try {
        return NodePath.parse(text);
      } catch (IllegalArgumentException e) {
        throw in.malformed(String.valueOf(e.getMessage()), offset + 4);
      }
    }

    /**
     * Counts one name against the limits for each separator of a path in the old format. The length
     * of the path is at {@code offset}.
     */
    private static void chargeNames(WireReader in, int offset) {
      int from = offset + 4;
      int separators = 0;
      for (int i = from; i < from + Wire.getInt(in.in, offset); i++) {
        if (in.in[i] == '/' || in.in[i] == ':') {
          separators++;
        }
      }
      in.charge(separators, (ReadBudget.STRING + 8L) * separators);
    }

    @Override
    public int scan(WireReader in, int header, @Nullable FieldCollector fields) {
      int offset = in.pos + 4;
      if (isOldForm(in, offset)) {
        int size = 4 + in.textSize(offset, "NodePath");
        chargeNames(in, offset);
        if (fields != null) {
          fields.header(in.pos, row, ", old format");
          fields.text(in, offset, "path");
        }
        return size;
      }
      checkCounts(in, offset);
      int next = in.endOfTexts(offset + 12, nameCount(in, offset), "name", "NodePath");
      next = in.endOfTexts(next, (int) subnameCount(in, offset), "subname", "NodePath");
      if (fields != null) {
        describe(in, offset, fields);
      }
      return next - in.pos;
    }

    private void describe(WireReader in, int offset, FieldCollector fields) {
      int names = nameCount(in, offset);
      int flags = Wire.getInt(in.in, offset + 8);
      fields.header(in.pos, row, "");
      fields.add(offset, 4, "name count", names + ", new format");
      fields.add(offset + 4, 4, "subname count", Integer.toString(Wire.getInt(in.in, offset + 4)));
      String direction = (flags & 1) != 0 ? "absolute" : "relative";
      String extra = hasExtraSubname(flags) ? ", one more subname" : "";
      fields.add(offset + 8, 4, "flags", direction + extra);
      int next = offset + 12;
      for (int i = 0; i < names; i++) {
        next = fields.text(in, next, "name " + i);
      }
      for (int i = 0; i < subnameCount(in, offset); i++) {
        next = fields.text(in, next, "subname " + i);
      }
    }

    @Override
    public void write(WireWriter out, Variant value) {
      NodePath path = (NodePath) value;
      out.ensureCapacity(16);
      out.putInt(id());
      out.putInt(path.names().size() | NEW_FORM);
      out.putInt(path.subnames().size());
      out.putInt(path.isAbsolute() ? 1 : 0);
      path.names().forEach(out::putText);
      path.subnames().forEach(out::putText);
    }
  }
}

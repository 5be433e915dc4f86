package law;

import io.github.godotvariant.AABB;
import io.github.godotvariant.Basis;
import io.github.godotvariant.Color;
import io.github.godotvariant.NodePath;
import io.github.godotvariant.PackedVector3Array;
import io.github.godotvariant.Plane;
import io.github.godotvariant.Projection;
import io.github.godotvariant.Quaternion;
import io.github.godotvariant.RID;
import io.github.godotvariant.Rect2;
import io.github.godotvariant.Rect2i;
import io.github.godotvariant.StringName;
import io.github.godotvariant.Transform2D;
import io.github.godotvariant.Transform3D;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import io.github.godotvariant.Vector2;
import io.github.godotvariant.Vector2i;
import io.github.godotvariant.Vector3;
import io.github.godotvariant.Vector3i;
import io.github.godotvariant.Vector4;
import io.github.godotvariant.Vector4i;
import io.github.godotvariant.records.AsNumber;
import io.github.godotvariant.records.AsStringName;
import io.github.godotvariant.records.DefaultValue;
import io.github.godotvariant.records.GodotRecord;
import io.github.godotvariant.records.Key;
import io.github.godotvariant.records.Packed;
import io.github.godotvariant.records.Typed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A component of every type. */
@GodotRecord
public record Everything(
    boolean yes,
    byte tiny,
    short small,
    int plain,
    long large,
    float narrow,
    double wide,
    char letter,
    Boolean boxedYes,
    Byte boxedTiny,
    Short boxedSmall,
    Integer boxedPlain,
    Long boxedLarge,
    Float boxedNarrow,
    Double boxedWide,
    Character boxedLetter,
    String text,
    @AsStringName String name,
    @Key("a key that is rather longer than all others") String longKey,
    Values values,
    Shapes shapes,
    Containers containers,
    Absent absent) {

  /** Every type of value. */
  @GodotRecord
  public record Values(
      Vector2 vector2,
      Vector2i vector2i,
      Vector3 vector3,
      Vector3i vector3i,
      Vector4 vector4,
      Vector4i vector4i,
      Rect2 rect2,
      Rect2i rect2i,
      Plane plane,
      Quaternion quaternion,
      AABB aabb,
      Basis basis,
      Transform2D transform2D,
      Transform3D transform3D,
      Projection projection,
      Color color,
      StringName stringName,
      NodePath nodePath,
      RID rid,
      VariantArray array,
      VariantDictionary dictionary,
      PackedVector3Array packed,
      Variant any) {}

  /** Records and enums of a program's own. */
  @GodotRecord
  public record Shapes(
      Flat flat, Place place, Turn turn, Paint paint, Cell cell, Mood mood, @AsNumber Mood number) {}

  /** A Vector2. */
  public record Flat(float y, double x) {}

  /** A Vector3. */
  public record Place(float x, float y, float z) {}

  /** A Quaternion. */
  public record Turn(double w, double x, float y, double z) {}

  /** A Color. */
  public record Paint(float a, float r, double g, float b) {}

  /** A Vector3i. */
  public record Cell(int x, int y, int z) {
    public Cell {
      if (x == -666) {
        throw new IllegalArgumentException("x is " + x);
      }
    }
  }

  /** An enum. */
  public enum Mood {
    GOOD,
    @Key("not so good")
    BAD
  }

  /** Everything that holds others. */
  @GodotRecord
  public record Containers(
      List<Long> longs,
      List<Integer> ints,
      List<String> texts,
      List<@AsStringName String> names,
      List<Vector3> places,
      List<Place> own,
      List<List<Float>> lists,
      List<Shapes> records,
      Set<String> set,
      Map<String, Double> map,
      Map<Integer, List<Boolean>> deep,
      Mood[] moods,
      byte[] bytes,
      int[] packedInts,
      long[] packedLongs,
      float[] packedFloats,
      double[] packedDoubles,
      @Packed String[] packedTexts,
      @Packed List<Vector2> packedPlaces,
      @Packed List<Color> packedColors,
      @Typed List<Long> typed,
      @Typed Map<String, Vector3> typedMap,
      Box<String> box,
      Map<Mood, Shapes> byMood,
      Map<Long, List<String>> byNumber,
      Set<Mood> moodSet,
      Set<Long> longSet,
      String[] textArray,
      @AsStringName String[] nameArray,
      Shapes[] shapeArray,
      List<@AsNumber Mood> numbers) {}

  /** With an argument. */
  @GodotRecord
  public record Box<T>(T value, List<T> more) {}

  /** Everything that may be absent. */
  @GodotRecord
  public record Absent(
      Optional<String> text,
      Optional<Double> number,
      OptionalInt anInt,
      OptionalLong aLong,
      OptionalDouble aDouble,
      @Nullable Vector2 place,
      @Nullable Integer boxed,
      @Nullable Shapes shapes,
      @Nullable List<Long> list,
      @Nullable Map<String, Long> map,
      List<@Nullable String> holes,
      @DefaultValue("7") int seven,
      @DefaultValue("\"idle\"") String state,
      @DefaultValue("[1, 2]") List<Long> numbers,
      @DefaultValue("PackedByteArray(1)") byte[] bytes,
      Optional<Mood> mood,
      @Nullable @AsNumber Mood number2,
      @DefaultValue("\"GOOD\"") Mood good,
      int @Nullable [] mayInts,
      Optional<float[]> floats,
      @Nullable Set<Mood> moodSet,
      Optional<Map<String, Shapes>> shapeMap) {}
}

package game;

// The stub that kapt writes for
//
// @GodotRecord(naming = Naming.SNAKE_CASE)
// data class Hero(
//     val id: Long,
//     @Key("title") val name: String?,
//     @AsStringName val state: String,
//     val isAlive: Boolean,
//     val tags: List<String?>,
//     val weapons: List<Weapon>,
//     @DefaultValue("1") val level: Int = 1,
// )
//
// with bodies of methods, a secondary constructor and a property with a getter. The annotation of
// "state" is only on the parameter, as Kotlin 2.2 writes it.

@io.github.godotvariant.records.GodotRecord(
    naming = io.github.godotvariant.records.Naming.SNAKE_CASE)
@kotlin.Metadata(
    d1 =
        "\000L\012\002\030\002\012\002\020\000\012\000\012\002\020\011\012"
            + "\000\012\002\020\016\012\002\030\002\012\002\010\003\012\002\030"
            + "\002\012\000\012\002\020\013\012\000\012\002\020 \012\000\012\002"
            + "\030\002\012\000\012\002\020\010\012\002\030\002\012\002\010\036"
            + "\012\002\030\002\012\000\012\002\030\002\012\000\010\207\010\030"
            + "\0002\0020\001Bu\022\006\020\002\032\0020\003\022\030\010\001\020"
            + "\004\032\004\030\0010\005:\014\010\006\022\010\010\007\022\004\010"
            + "\010(\010\022\014\010\001\020\011\032\0020\005:\002\010\012\022"
            + "\006\020\013\032\0020\014\022\016\020\015\032\012\022\006\022\004"
            + "\030\0010\0050\016\022\014\020\017\032\010\022\004\022\0020\0200"
            + "\016\022\026\010\003\020\021\032\0020\022:\014\010\023\022\010\010"
            + "\007\022\004\010\010(\024\242\006\004\010\025\020\026B\021\010\026"
            + "\022\006\020\002\032\0020\003\242\006\004\010\025\020\027",
    d2 = {
      "Lgame/Hero;", "", "id", "", "name", "", "Lio/github/godotvariant/records/Key;", "value",
      "title", "state", "Lio/github/godotvariant/records/AsStringName;", "isAlive", "", "tags", "",
      "weapons", "Lgame/Weapon;", "level"
    })
public final class Hero {
  private final long id;
  @io.github.godotvariant.records.Key(value = "title")
  @org.jetbrains.annotations.Nullable()
  private final java.lang.String name;
  @org.jetbrains.annotations.NotNull()
  private final java.lang.String state;
  private final boolean isAlive;
  @org.jetbrains.annotations.NotNull()
  private final java.util.List<java.lang.String> tags;
  @org.jetbrains.annotations.NotNull()
  private final java.util.List<game.Weapon> weapons;
  @io.github.godotvariant.records.DefaultValue(value = "1")
  private final int level;

  public Hero(long id, @io.github.godotvariant.records.Key(value = "title")
  @org.jetbrains.annotations.Nullable()
  java.lang.String name, @io.github.godotvariant.records.AsStringName()
  @org.jetbrains.annotations.NotNull()
  java.lang.String state, boolean isAlive, @org.jetbrains.annotations.NotNull()
  java.util.List<java.lang.String> tags, @org.jetbrains.annotations.NotNull()
  java.util.List<? extends game.Weapon> weapons,
  @io.github.godotvariant.records.DefaultValue(value = "1") int level) {
    this.id = id;
    this.name = name;
    this.state = state;
    this.isAlive = isAlive;
    this.tags = tags;
    this.weapons = java.util.List.copyOf(weapons);
    this.level = level;
  }

  public Hero(long id) {
    this(id, null, "", true, java.util.List.of(), java.util.List.of(), 1);
  }

  public final long getId() {
    return id;
  }

  @org.jetbrains.annotations.Nullable()
  public final java.lang.String getName() {
    return name;
  }

  @org.jetbrains.annotations.NotNull()
  public final java.lang.String getState() {
    return state;
  }

  public final boolean isAlive() {
    return isAlive;
  }

  @org.jetbrains.annotations.NotNull()
  public final java.util.List<java.lang.String> getTags() {
    return tags;
  }

  @org.jetbrains.annotations.NotNull()
  public final java.util.List<game.Weapon> getWeapons() {
    return weapons;
  }

  public final int getLevel() {
    return level;
  }

  public final int getPower() {
    return 2 * level;
  }
}

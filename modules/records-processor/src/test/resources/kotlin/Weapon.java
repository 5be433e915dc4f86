package game;

// The stub that kapt writes for
//
// @GodotRecord
// sealed interface Weapon {
//   @GodotRecord @Key("sword") data class Sword(val damage: Int) : Weapon
//   @GodotRecord @Key("bow") data class Bow(val range: Double) : Weapon
// }
//
// with bodies of methods and the modifier "sealed", which only the class file has.

@io.github.godotvariant.records.GodotRecord()
@kotlin.Metadata(
    d1 =
        "\000\032\012\002\030\002\012\002\020\000\012\002\010\002\012\002"
            + "\030\002\012\002\030\002\012\000\012\002\030\002\010w\030\0002\002"
            + "0\001:\002\002\003\202\001\002\004\005",
    d2 = {"Lgame/Weapon;", "", "Sword", "Bow", "Lgame/Weapon$Bow;", "Lgame/Weapon$Sword;"})
public abstract sealed interface Weapon {
  @io.github.godotvariant.records.GodotRecord()
  @io.github.godotvariant.records.Key(value = "bow")
  @kotlin.Metadata(
      d1 =
          "\0006\012\002\030\002\012\002\030\002\012\000\012\002\020\006"
              + "\012\002\010\007\012\002\020\013\012\000\012\002\020\000\012\000"
              + "\012\002\020\010\012\000\012\002\020\016\012\000\012\002\030\002"
              + "\012\002\030\002\012\002\010\002\010\207\010\030\0002\0020\001B"
              + "\017\022\006\020\002\032\0020\003\242\006\004\010\004\020\005",
      d2 = {"Lgame/Weapon$Bow;", "Lgame/Weapon;", "range"})
  public static final class Bow implements game.Weapon {
    private final double range;

    public Bow(double range) {
      this.range = range;
    }

    public final double getRange() {
      return range;
    }
  }

  @io.github.godotvariant.records.GodotRecord()
  @io.github.godotvariant.records.Key(value = "sword")
  @kotlin.Metadata(
      d1 =
          "\0002\012\002\030\002\012\002\030\002\012\000\012\002\020\010"
              + "\012\002\010\007\012\002\020\013\012\000\012\002\020\000\012\002"
              + "\010\002\012\002\020\016\012\000\012\002\030\002\012\002\030\002"
              + "\012\002\010\002\010\207\010\030\0002\0020\001B\017\022\006\020"
              + "\002\032\0020\003\242\006\004\010\004\020\005",
      d2 = {"Lgame/Weapon$Sword;", "Lgame/Weapon;", "damage"})
  public static final class Sword implements game.Weapon {
    private final int damage;

    public Sword(int damage) {
      this.damage = damage;
    }

    public final int getDamage() {
      return damage;
    }
  }
}

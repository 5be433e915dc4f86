package io.github.godotvariant.save;

import io.github.godotvariant.dialect.Dialect;
import io.github.godotvariant.dialect.TypeRow;
import java.util.List;
import java.util.Set;

/**
 * Describes the types of Godot 2, which is not supported. The types are used to recognise files of
 * Godot 2, so that the error message names Godot 2.
 */
final class Godot2 {
  /**
   * The first id of Godot 3 whose type has another id in Godot 2. The ids differ because Godot 2
   * has two more types.
   */
  private static final int FIRST_MOVED_ID = 15;

  private static final int DICTIONARY_ID = 18;

  static final Set<Integer> CONTAINER_IDS = Set.of(20, 21);

  static final Dialect DIALECT = dialect();

  private Godot2() {}

  private static Dialect dialect() {
    Dialect.Builder builder = Dialect.GODOT_3.builder("godot-2", "Godot 2");
    List<TypeRow> moved =
        Dialect.GODOT_3.rows().stream().filter(row -> row.wireId() >= FIRST_MOVED_ID).toList();
    moved.forEach(row -> builder.remove(row.wireId()));
    for (TypeRow row : moved) {
      int id = row.wireId() + (row.wireId() < DICTIONARY_ID ? 1 : 2);
      builder.row(new TypeRow(id, row.name(), row.type(), row.layout()));
    }
    return builder.build();
  }
}

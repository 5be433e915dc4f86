package io.github.godotvariant.dialect;

/** In what order the nine numbers of a Basis stand on the wire. */
public enum MatrixOrder {
  /** Row by row, as every engine writes it. */
  ROWS,
  /** Column by column, axis vector by axis vector, as every edition of the manual says. */
  COLUMNS
}

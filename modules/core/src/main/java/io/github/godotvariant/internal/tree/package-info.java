/**
 * Reads and writes values that contain other values. {@code WireCursor} manages the open
 * containers, {@code ValueReader} skips values, {@code ValueDecoder} builds trees and {@code
 * ValueSeeker} moves to one value. {@code ValueEncoder} writes trees. {@code OpenContainers} is for
 * values that are written element by element. This package uses {@code internal.type} and {@code
 * internal.wire}.
 */
@NullMarked
package io.github.godotvariant.internal.tree;

import org.jspecify.annotations.NullMarked;

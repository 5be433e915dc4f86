/**
 * Reads and writes values that contain other values. {@code WireCursor} knows the open containers,
 * {@code ValueReader} skips values, {@code ValueDecoder} builds trees and {@code ValueSeeker} goes
 * to one value. {@code ValueEncoder} writes trees, and {@code OpenContainers} is for values that
 * are written piece by piece. This package uses {@code internal.type} and {@code internal.wire}.
 */
@NullMarked
package io.github.godotvariant.internal.tree;

import org.jspecify.annotations.NullMarked;

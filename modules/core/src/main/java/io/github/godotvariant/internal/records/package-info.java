/**
 * The reflective record codec. It describes the components of a record and reads and writes each
 * kind of component with the public reader and writer. Generated code must give the same results.
 */
@NullMarked
package io.github.godotvariant.internal.records;

import org.jspecify.annotations.NullMarked;

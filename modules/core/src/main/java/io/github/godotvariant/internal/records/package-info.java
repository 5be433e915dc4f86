/**
 * Records as dictionaries: what a record has, as {@code RecordForm}, and the one general way that
 * reads and writes with it over the public reader and writer. That is what everything else about
 * records means.
 */
@NullMarked
package io.github.godotvariant.internal.records;

import org.jspecify.annotations.NullMarked;

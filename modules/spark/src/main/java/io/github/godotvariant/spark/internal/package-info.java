/** What speaks to Spark's inside; nothing here is for others. */
@NullMarked
package io.github.godotvariant.spark.internal;

import org.jspecify.annotations.NullMarked;

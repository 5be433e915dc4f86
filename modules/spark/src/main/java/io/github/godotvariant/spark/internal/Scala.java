package io.github.godotvariant.spark.internal;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Converts between Java and Scala collections. */
final class Scala {
  private Scala() {}

  static <K, V> scala.collection.immutable.Map<K, V> map(Map<K, V> map) {
    return scala.collection.immutable.Map.from(CollectionConverters.asScala(map));
  }

  static <K, V> Map<K, V> java(scala.collection.Map<K, V> map) {
    return CollectionConverters.asJava(map);
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only copied.
  static <T> Seq<T> seq(T... elements) {
    return seq(Arrays.asList(elements));
  }

  static <T> Seq<T> seq(List<T> elements) {
    return CollectionConverters.asScala(elements).toSeq();
  }
}

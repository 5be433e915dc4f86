package io.github.godotvariant.fuzzing;

/** The kinds of hostile input: the columns of the table in the documentation. */
enum HostileFamily {
  COLLIDING_KEYS("colliding keys"),
  NESTED_KEYS("nested keys"),
  EQUAL_HASH_CODES("equal hash codes"),
  NESTED_SETS("sets within sets"),
  DEEP_NESTING("deep nesting"),
  LONG_PATHS("long paths"),
  WRONG_COUNTS("wrong counts"),
  TYPED_CONVERSIONS("typed conversions"),
  ERRORS("errors"),
  SMALL_PARTS("small parts");

  final String title;

  HostileFamily(String title) {
    this.title = title;
  }
}

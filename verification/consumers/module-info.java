/** The consumer as a module. ci/check-consumers adds this file for the module path. */
module consumer {
  requires io.github.godotvariant.jackson;
  requires io.github.godotvariant.save;

  opens consumer;
}

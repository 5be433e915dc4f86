package io.github.godotvariant.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.records.generated.GeneratedCodec;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class GeneratedCodecTest {
  static final class Shared {}

  /** A class would otherwise keep the class loaders of all applications that use it. */
  @Test
  void ignoresConstructorsOfOtherClassLoaders() {
    ClassLoader application = new ClassLoader(getClass().getClassLoader()) {};
    @SuppressWarnings("unchecked") // a supplier whose class belongs to the loader
    Supplier<Shared> foreign =
        (Supplier<Shared>)
            Proxy.newProxyInstance(
                application,
                new Class<?>[] {Supplier.class},
                (proxy, method, arguments) -> new Shared());
    GeneratedCodec.registerAdapter(Shared.class, foreign);
    assertThat(GeneratedCodec.newAdapter(Shared.class)).isNull();
    GeneratedCodec.registerAdapter(Shared.class, Shared::new);
    GeneratedCodec.registerAdapter(Shared.class, foreign);
    assertThat(GeneratedCodec.newAdapter(Shared.class)).isInstanceOf(Shared.class);
  }
}

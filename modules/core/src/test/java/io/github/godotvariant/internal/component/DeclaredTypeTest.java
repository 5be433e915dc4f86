package io.github.godotvariant.internal.component;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeclaredTypeTest {
  /** A generic class whose components are the cases of the tests. */
  record Cases<T>(
      List<String> list,
      Map<String, List<Integer>> map,
      String[] array,
      List<T>[] generic,
      T variable,
      T[] variables,
      List<? extends Number> wildcard,
      List<@Nullable String> nullable,
      int number) {}

  interface Pair<A, B> {}

  interface Swapped<A, B> extends Pair<B, A> {}

  abstract static class Half<A> implements Swapped<A, List<A>> {}

  static final class Whole extends Half<String> {}

  @SuppressWarnings("rawtypes") // on purpose
  static final class Raw implements Pair {}

  private static DeclaredType type(String component) {
    return DeclaredComponent.of(Cases.class).stream()
        .filter(each -> each.name().equals(component))
        .map(each -> new DeclaredType(each.annotatedType()))
        .findFirst()
        .orElseThrow();
  }

  private static List<@Nullable Class<?>> parts(DeclaredType type) {
    return type.parts().stream().<@Nullable Class<?>>map(DeclaredType::raw).toList();
  }

  @Test
  void findsClassWithoutTypeArguments() {
    assertThat(type("list").raw()).isEqualTo(List.class);
    assertThat(type("array").raw()).isEqualTo(String[].class);
    assertThat(type("generic").raw()).isEqualTo(List[].class);
    assertThat(type("number").raw()).isEqualTo(int.class);
    assertThat(type("variable").raw()).isNull();
    assertThat(type("variables").raw()).isNull();
  }

  @Test
  void findsPartsOfContainers() {
    assertThat(parts(type("map"))).containsExactly(String.class, List.class);
    assertThat(parts(type("array"))).containsExactly(String.class);
    assertThat(parts(type("wildcard").parts().get(0))).containsExactly(Number.class);
    assertThat(type("number").parts()).isEmpty();
  }

  @Test
  void findsNullableElements() {
    assertThat(type("nullable").isNullable()).isFalse();
    assertThat(type("nullable").parts().get(0).isNullable()).isTrue();
    assertThat(type("list").parts().get(0).isNullable()).isFalse();
  }

  @Test
  void resolvesArgumentsThroughSuperclassesAndInterfaces() {
    DeclaredType pair = requireNonNull(DeclaredType.supertype(Whole.class, Pair.class));
    Function<DeclaredType, @Nullable Class<?>> resolved =
        part -> {
          DeclaredType type = part.resolve();
          return type == null ? null : type.raw();
        };
    assertThat(pair.parts()).map(resolved).containsExactly(List.class, String.class);
    DeclaredType list = requireNonNull(pair.parts().get(0).resolve());
    assertThat(list.parts()).map(resolved).containsExactly(String.class);
  }

  @Test
  void findsNoArgumentsOfRawTypes() {
    DeclaredType pair = requireNonNull(DeclaredType.supertype(Raw.class, Pair.class));
    assertThat(pair.parts()).isEmpty();
    assertThat(DeclaredType.supertype(Raw.class, Function.class)).isNull();
    assertThat(type("variable").resolve()).isNull();
  }
}

package io.github.godotvariant.internal;

import static io.github.godotvariant.internal.values.ValueOperations.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.godotvariant.IntValue;
import io.github.godotvariant.ObjectIdValue;
import io.github.godotvariant.ObjectValue;
import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.StringValue;
import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantArray;
import io.github.godotvariant.VariantDictionary;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerLevelTest {
  private static ContainerLevel<Variant> level(Variant container) {
    return new ContainerLevel<>(container, VALUES);
  }

  @Test
  void alternatesKeysAndValues() {
    ContainerLevel<Variant> level = level(VariantDictionary.of("a", 1, "b", 2));
    assertThat(level.size()).isEqualTo(4);
    assertThat(level.next()).isEqualTo(StringValue.of("a"));
    assertThat(level.next()).isEqualTo(IntValue.of(1));
    assertThat(level.index()).isEqualTo(2);
    assertThat(level.isKey(2)).isTrue();
    assertThat(level.isKey(3)).isFalse();
    assertThat(level.get(3)).isEqualTo(IntValue.of(2));
    assertThat(level.hasNext()).isTrue();
  }

  @Test
  void returnsElementsAndProperties() {
    ContainerLevel<Variant> array = level(VariantArray.of(7));
    assertThat(array.isKey(0)).isFalse();
    assertThat(array.next()).isEqualTo(IntValue.of(7));
    assertThat(array.hasNext()).isFalse();
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(array::next);
    ObjectValue object =
        new ObjectValue("Node", List.of(new ObjectValue.Property("p", Variant.NIL)));
    assertThat(level(object).next()).isEqualTo(Variant.NIL);
  }

  @Test
  void rejectsOtherValues() {
    assertThat(VALUES.isContainer(PackedByteArray.of((byte) 1))).isFalse();
    assertThat(VALUES.isContainer(new ObjectIdValue(1))).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> level(IntValue.of(5)))
        .withMessage("not a container: 5");
  }
}

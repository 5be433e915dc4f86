package io.github.godotvariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerLevelTest {
  @Test
  void keysAndValuesInTurn() {
    ContainerLevel level = new ContainerLevel(VariantDictionary.of("a", 1, "b", 2));
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
  void elementsAndProperties() {
    ContainerLevel array = new ContainerLevel(VariantArray.of(7));
    assertThat(array.isKey(0)).isFalse();
    assertThat(array.next()).isEqualTo(IntValue.of(7));
    assertThat(array.hasNext()).isFalse();
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(array::next);
    ObjectValue object =
        new ObjectValue("Node", List.of(new ObjectValue.Property("p", NilValue.NIL)));
    assertThat(new ContainerLevel(object).next()).isEqualTo(NilValue.NIL);
  }

  @Test
  void otherValuesAreNone() {
    assertThat(ContainerLevel.isContainer(PackedByteArray.of((byte) 1))).isFalse();
    assertThat(ContainerLevel.isContainer(new ObjectId(1))).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> new ContainerLevel(NilValue.NIL));
  }
}

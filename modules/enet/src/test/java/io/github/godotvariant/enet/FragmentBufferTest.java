package io.github.godotvariant.enet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FragmentBufferTest {
  private static EnetCommand fragment(int length, int count, int index, int total, int offset) {
    int[] fields = {1, length, count, index, total, offset};
    return new EnetCommand(CommandKind.SEND_FRAGMENT, 0, 0, 1, fields, new byte[length], 0, length);
  }

  @Test
  void joinsFragmentsInAnyOrder() {
    Random random = new Random(1);
    for (int total = 1; total <= 30; total++) {
      for (int step = 1; step <= total; step++) {
        byte[] packet = new byte[total];
        random.nextBytes(packet);
        List<EnetCommand> fragments = new ArrayList<>();
        for (int i = 0; i * step < total; i++) {
          fragments.add(EnetCommand.fragment(true, 0, 1 + i, 1, i, step, packet));
        }
        Collections.shuffle(fragments, random);
        FragmentBuffer buffer = new FragmentBuffer(fragments.get(0));
        for (EnetCommand fragment : fragments) {
          assertThat(buffer.isComplete()).isFalse();
          assertThat(FragmentBuffer.isValid(fragment) && buffer.fits(fragment)).isTrue();
          buffer.add(fragment);
        }
        assertThat(buffer.isComplete()).isTrue();
        assertThat(buffer.join()).isEqualTo(packet);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, 2, 0, 12, 0", // two fragments of 5 bytes have at most 10
    "6, 3, 0, 12, 0", // two of 6 are enough
    "6, 2, 0, 12, 1",
    "6, 2, 1, 12, 5",
    "5, 2, 1, 12, 6",
    "4, 3, 2, 12, 7", // the other two have no common length
    "9, 2, 1, 12, 3", // the last one is the longest
    "5, 1, 0, 12, 0"
  })
  void rejectsFragmentThatNoPacketHas(int length, int count, int index, int total, int offset) {
    EnetCommand fragment = fragment(length, count, index, total, offset);
    assertThat(new FragmentBuffer(fragment).fits(fragment)).isFalse();
  }

  @Test
  void rejectsFragmentOfOtherPacket() {
    FragmentBuffer buffer = new FragmentBuffer(fragment(6, 2, 0, 12, 0));
    buffer.add(fragment(6, 2, 0, 12, 0));
    assertThat(buffer.fits(fragment(6, 2, 1, 12, 6))).isTrue();
    assertThat(buffer.fits(fragment(5, 2, 1, 12, 7))).isFalse();
    assertThat(buffer.fits(fragment(5, 2, 1, 11, 6))).isFalse();
    assertThat(buffer.fits(fragment(6, 3, 1, 13, 6))).isFalse();
  }
}

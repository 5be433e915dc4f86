package io.github.godotvariant.enet.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {
  private static int takeAll(TokenBucket bucket, long now) {
    int count = 0;
    while (bucket.take(now)) {
      count++;
    }
    return count;
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1_000_000, -1, 0, 1, 1_000_000, Long.MAX_VALUE - 1000})
  void startsFullAndRefillsAtEachTime(long start) {
    TokenBucket bucket = new TokenBucket(10);
    assertThat(takeAll(bucket, start)).isEqualTo(10);
    assertThat(takeAll(bucket, start + 300)).isEqualTo(3);
    assertThat(takeAll(bucket, start + 900)).isEqualTo(6);
  }

  @Test
  void addsNoTokensForEarlierTime() {
    TokenBucket bucket = new TokenBucket(10);
    assertThat(takeAll(bucket, 5000)).isEqualTo(10);
    assertThat(takeAll(bucket, 4000)).isZero();
    assertThat(takeAll(bucket, 4100)).isEqualTo(1);
  }
}

package io.github.godotvariant.benchmarks;

import io.github.godotvariant.codec.VariantCodec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Settings that all benchmarks share: average time in nanoseconds, one state for each thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public abstract class TimedBenchmark {
  static final VariantCodec CODEC = VariantCodec.GODOT_4;
}

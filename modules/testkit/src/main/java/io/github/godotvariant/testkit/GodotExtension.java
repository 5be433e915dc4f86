package io.github.godotvariant.testkit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives the configured {@link GodotEngine} to tests with JUnit 5 or newer. The system property
 * {@code godot.binary} or the environment variable {@code GODOT} names the engine. If neither is
 * set, the tests are skipped, or fail if the system property {@code godot.required} is {@code
 * true}.
 *
 * <pre>{@code
 * @ExtendWith(GodotExtension.class)
 * class PlayerUpdateGodotTest {
 *   @Test
 *   void readsUpdateInEngine(GodotEngine godot) {
 *     byte[] packet = RecordCodec.of(PlayerUpdate.class).encode(update);
 *     Variant name =
 *         godot.run(
 *             """
 *             func run(packet):
 *                 return bytes_to_var(packet)["display_name"]
 *             """,
 *             PackedByteArray.of(packet));
 *     assertThat(name.asString()).isEqualTo("Ada");
 *   }
 * }
 * }</pre>
 *
 * <p>If no engine is configured, all tests of the class or method with the extension are skipped,
 * also tests without a {@code GodotEngine} parameter. This class needs {@code junit-jupiter-api},
 * which is an optional dependency of the test kit.
 */
public final class GodotExtension implements ExecutionCondition, ParameterResolver {
  private static final String REQUIRED = "godot.required";

  private static final String MISSING =
      "no engine is configured: set the system property "
          + GodotEngine.PROPERTY
          + " or the environment variable "
          + GodotEngine.VARIABLE
          + " to the program of Godot";

  /** Creates the extension; JUnit calls this constructor. */
  public GodotExtension() {}

  /**
   * Skips tests if no engine is configured and the system property {@code godot.required} is not
   * {@code true}.
   */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return condition(GodotEngine.configured(), Boolean.getBoolean(REQUIRED));
  }

  static ConditionEvaluationResult condition(Optional<GodotEngine> engine, boolean isRequired) {
    return engine.isPresent() || isRequired
        ? ConditionEvaluationResult.enabled("an engine is configured or required")
        : ConditionEvaluationResult.disabled(MISSING);
  }

  /** Returns whether a parameter is a {@link GodotEngine}. */
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == GodotEngine.class;
  }

  /**
   * Returns the configured engine.
   *
   * @throws ParameterResolutionException if no engine is configured
   */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return engine(GodotEngine.configured());
  }

  static GodotEngine engine(Optional<GodotEngine> engine) {
    return engine.orElseThrow(() -> new ParameterResolutionException(MISSING));
  }
}

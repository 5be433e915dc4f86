package kotlin;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The annotation of Kotlin's compiler, as far as tests need it. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Metadata {
  /** Returns the declarations. */
  String[] d1();

  /** Returns the names. */
  String[] d2() default {};
}

package io.github.godotvariant.fuzzing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Counts the steps of an {@link EntryPoint}: each method call and each loop iteration in the
 * library, in Jackson and in this package. The count is the same on every machine, unlike time.
 *
 * <p>JDK code is not counted by itself. A JDK collection becomes visible through {@code equals},
 * {@code hashCode} and {@code compareTo} of elements that the library defines: each call is a step.
 *
 * <p>All counted classes are loaded a second time, with calls to {@link #step} inserted. Only one
 * thread may count at a time.
 */
public final class StepCounter {
  /** The steps of an exception and its message, which each malformed value has once. */
  private static final int ERROR_STEPS = 128;

  private static long steps;
  private static long maxSteps = Long.MAX_VALUE;

  private StepCounter() {}

  /** Stops an input that costs too much, so that quadratic work ends early. */
  private static final class Stopped extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Counts one step. The counted classes call this method. */
  public static void step() {
    if (++steps > maxSteps) {
      maxSteps = Long.MAX_VALUE; // what runs while the stack unwinds is not stopped again
      throw new Stopped();
    }
  }

  /** Does not count the steps of an error after which the entry point continues. */
  public static void allowError() {
    steps -= ERROR_STEPS;
  }

  /**
   * Runs an entry point once.
   *
   * @param entry the entry point
   * @param input its input
   * @param limit the number of steps after which the entry point is stopped
   * @return the number of steps, class initialization included; more than {@code limit} if the
   *     entry point was stopped
   */
  static long count(EntryPoint entry, byte[] input, long limit) {
    ObjLongConsumer<byte[]> counted = Counting.ENTRIES.get(entry.ordinal());
    steps = 0;
    maxSteps = limit;
    try {
      counted.accept(input, EntryPoint.UNLIMITED_HEAP);
    } catch (Stopped e) {
      return limit + 1;
    }
    return steps;
  }

  /** Loads the counted classes with calls to {@link #step}. */
  private static final class Counting extends ClassLoader {
    /** The constants of {@link EntryPoint}, from the class that this loader defines. */
    static final List<ObjLongConsumer<byte[]>> ENTRIES = entries();

    Counting() {
      super(StepCounter.class.getClassLoader());
    }

    @SuppressWarnings("unchecked")
    private static List<ObjLongConsumer<byte[]>> entries() {
      try {
        Class<?> entries = new Counting().loadClass(EntryPoint.class.getName());
        return Stream.of(entries.getEnumConstants())
            .map(entry -> (ObjLongConsumer<byte[]>) entry)
            .toList();
      } catch (ClassNotFoundException e) {
        throw new LinkageError(e.getMessage(), e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean isCounted =
          (name.startsWith("io.github.godotvariant.") || name.startsWith("tools.jackson."))
              && !name.equals(StepCounter.class.getName());
      if (!isCounted) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = getParent().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        ClassReader original = new ClassReader(in);
        ClassWriter counting = new ClassWriter(original, 0);
        original.accept(new CountingClass(counting), 0);
        byte[] bytes = counting.toByteArray();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class CountingClass extends ClassVisitor {
    CountingClass(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new CountingMethod(super.visitMethod(access, name, descriptor, signature, exceptions));
    }
  }

  private static final class CountingMethod extends MethodVisitor {
    private final Set<Label> passed = new HashSet<>();

    CountingMethod(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    private void count() {
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          StepCounter.class.getName().replace('.', '/'),
          "step",
          "()V",
          false);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      count();
    }

    @Override
    public void visitLabel(Label label) {
      passed.add(label);
      super.visitLabel(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      if (passed.contains(label)) {
        count();
      }
      super.visitJumpInsn(opcode, label);
    }
  }
}

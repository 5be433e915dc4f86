package io.github.godotvariant.fuzzing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Counts what the library does: each call of one of its methods, each round of one of its loops.
 * That is the same on every machine and every day, where time is not. What the JDK does for it,
 * such as copying arrays, is not counted.
 *
 * <p>For this the library is loaded once more, with a call to {@link #step} in those places. One
 * thread at a time may count.
 */
public final class Work {
  private static long steps;

  private Work() {}

  /** The library's classes call this. */
  public static void step() {
    steps++;
  }

  /**
   * Counts.
   *
   * @param reader a class that has a constructor without parameters and uses the library; it is
   *     loaded once more as well
   * @param input what it takes
   * @return the number of steps, once everything is loaded
   */
  static long of(Class<? extends Consumer<byte[]>> reader, byte[] input) {
    try {
      Constructor<?> maker = Counting.LOADER.loadClass(reader.getName()).getDeclaredConstructor();
      maker.setAccessible(true);
      @SuppressWarnings("unchecked")
      Consumer<byte[]> counted = (Consumer<byte[]>) maker.newInstance();
      counted.accept(input);
      steps = 0;
      counted.accept(input);
      return steps;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the reader is loaded again", e);
    }
  }

  /** Loads the library and Jackson with calls to {@link #step}. */
  private static final class Counting extends ClassLoader {
    static final Counting LOADER = new Counting();

    Counting() {
      super(Work.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean isCounted =
          (name.startsWith("io.github.godotvariant.") || name.startsWith("tools.jackson."))
              && !name.equals(Work.class.getName());
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
          Opcodes.INVOKESTATIC, Work.class.getName().replace('.', '/'), "step", "()V", false);
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

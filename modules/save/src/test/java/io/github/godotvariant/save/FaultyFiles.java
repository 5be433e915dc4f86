package io.github.godotvariant.save;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file system provider that counts operations on the default file system as steps and fails at
 * one of them.
 */
final class FaultyFiles extends FileSystemProvider {
  private static final FileSystemProvider REAL = FileSystems.getDefault().provider();

  private final int failing;
  private final boolean permanently;
  private final FileSystem system = new FaultySystem();
  private int steps;
  private int opened;
  private int open;

  /**
   * Creates a provider for the default file system.
   *
   * @param failing index of the step that fails, from 0
   * @param permanently whether all later steps fail too, as if the program was killed
   */
  FaultyFiles(int failing, boolean permanently) {
    this.failing = failing;
    this.permanently = permanently;
  }

  Path path(Path real) {
    return proxy(Path.class, new FaultyPath(real));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(FaultyFiles.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** Calls a method of a real object and throws the exception that it throws. */
  private static @Nullable Object call(
      Method method, Object target, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  /** {@return the number of files that were opened} */
  int opened() {
    return opened;
  }

  /** {@return the number of open files} */
  int open() {
    return open;
  }

  /** {@return whether the failing step was reached} */
  boolean hasFailed() {
    return steps > failing;
  }

  /** Records that a file was closed. */
  void recordClose() {
    open--;
  }

  /** Counts a step. */
  void step() throws IOException {
    int step = steps++;
    if (step == failing || (permanently && step > failing)) {
      throw new IOException("step " + failing + " fails");
    }
  }

  private static Path real(Path path) {
    return ((FaultyPath) Proxy.getInvocationHandler(path)).real;
  }

  @Override
  public String getScheme() {
    return "faulty";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    step();
    FileChannel channel = REAL.newFileChannel(real(path), options, attributes);
    opened++;
    open++;
    return new FaultyChannel(this, channel);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    step();
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> files = REAL.newDirectoryStream(real(folder), file -> true)) {
      for (Path file : files) {
        Path path = path(file);
        if (filter.accept(path)) {
          paths.add(path);
        }
      }
    }
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return paths.iterator();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void delete(Path path) throws IOException {
    step();
    REAL.delete(real(path));
  }

  @Override
  public void copy(Path from, Path to, CopyOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void move(Path from, Path to, CopyOption... options) throws IOException {
    step();
    REAL.move(real(from), real(to), options);
  }

  @Override
  public boolean isSameFile(Path one, Path other) throws IOException {
    return REAL.isSameFile(real(one), real(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return REAL.isHidden(real(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return REAL.getFileStore(real(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    step();
    REAL.checkAccess(real(path), modes);
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    V view = REAL.getFileAttributeView(real(path), type, options);
    if (view == null) {
      return null;
    }
    return proxy(
        type,
        (proxy, method, arguments) -> {
          step();
          return call(method, view, arguments);
        });
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    // Files.exists and similar methods handle exceptions, so this is not a step.
    return REAL.readAttributes(real(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    return REAL.readAttributes(real(path), names, options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    step();
    REAL.setAttribute(real(path), name, value, options);
  }

  private final class FaultySystem extends FileSystem {
    @Override
    public FileSystemProvider provider() {
      return FaultyFiles.this;
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return false;
    }

    @Override
    public String getSeparator() {
      return FileSystems.getDefault().getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return FileSystems.getDefault().supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
      return path(Path.of(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
      throw new UnsupportedOperationException();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
      throw new UnsupportedOperationException();
    }
  }

  /** Calls the methods of a real path, with the real paths of other paths as arguments. */
  private final class FaultyPath implements InvocationHandler {
    private final Path real;

    FaultyPath(Path real) {
      this.real = real;
    }

    @Override
    public @Nullable Object invoke(
        Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
      if (method.getName().equals("getFileSystem")) {
        return system;
      }
      // Default methods of the real path would return paths without faults.
      if (method.isDefault()) {
        return InvocationHandler.invokeDefault(proxy, method, arguments);
      }
      if (method.getName().equals("register")) {
        throw new UnsupportedOperationException();
      }
      if (method.getName().equals("toRealPath")) {
        step();
      }
      @Nullable Object[] all = arguments == null ? new Object[0] : arguments.clone();
      for (int i = 0; i < all.length; i++) {
        if (all[i] instanceof Path other && Proxy.isProxyClass(other.getClass())) {
          all[i] = real(other);
        }
      }
      @Nullable Object result = call(method, real, all);
      return result instanceof Path path ? path(path) : result;
    }
  }
}

package io.github.godotvariant.save;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
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
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
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
    return new Faulty(real);
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
    return ((Faulty) path).real;
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
        Path path = new Faulty(file);
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
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              step();
              try {
                return method.invoke(view, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            }));
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
      return new Faulty(Path.of(first, more));
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

  private final class Faulty implements Path {
    private final Path real;

    Faulty(Path real) {
      this.real = real;
    }

    private @Nullable Path wrap(@Nullable Path path) {
      return path == null ? null : new Faulty(path);
    }

    @Override
    public FileSystem getFileSystem() {
      return system;
    }

    @Override
    public boolean isAbsolute() {
      return real.isAbsolute();
    }

    @Override
    public @Nullable Path getRoot() {
      return wrap(real.getRoot());
    }

    @Override
    public @Nullable Path getFileName() {
      return wrap(real.getFileName());
    }

    @Override
    public @Nullable Path getParent() {
      return wrap(real.getParent());
    }

    @Override
    public int getNameCount() {
      return real.getNameCount();
    }

    @Override
    public Path getName(int index) {
      return new Faulty(real.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
      return new Faulty(real.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
      return real.startsWith(real(other));
    }

    @Override
    public boolean endsWith(Path other) {
      return real.endsWith(real(other));
    }

    @Override
    public Path normalize() {
      return new Faulty(real.normalize());
    }

    @Override
    public Path resolve(Path other) {
      return new Faulty(real.resolve(real(other)));
    }

    @Override
    public Path relativize(Path other) {
      return new Faulty(real.relativize(real(other)));
    }

    @Override
    public URI toUri() {
      return real.toUri();
    }

    @Override
    public Path toAbsolutePath() {
      return new Faulty(real.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
      step();
      return new Faulty(real.toRealPath(options));
    }

    @Override
    public WatchKey register(
        WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
      return real.compareTo(real(other));
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Faulty that && real.equals(that.real);
    }

    @Override
    public int hashCode() {
      return real.hashCode();
    }

    @Override
    public String toString() {
      return real.toString();
    }
  }
}

package io.github.godotvariant.multiplayer;

import com.google.errorprone.annotations.CheckReturnValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Maps the names of a node's remote methods to numbers. A call contains the number of the method,
 * not the name. Therefore the client and the server must have the same method names, including
 * methods of base scripts and methods that only one side calls. A checksum of the names shows
 * whether the names are the same.
 *
 * <p>Methods that are annotated with {@code @rpc} in the script, or in one of its base scripts,
 * have numbers from 0 on. Methods that the game passes to {@code rpc_config()} have numbers from
 * {@value #CONFIGURED} on. Within each group, the methods are sorted by the code points of their
 * names. A method that is in both groups has its number from the first group.
 *
 * <p>Immutable and safe for use by many threads.
 */
@Experimental
@CheckReturnValue
public final class RpcMethods {
  /** The number of the first method that the game passes to {@code rpc_config()}. */
  public static final int CONFIGURED = 0x8000;

  private final List<String> annotated;
  private final List<String> configured;
  private final String checksum;

  private RpcMethods(List<String> annotated, List<String> configured) {
    this.annotated = annotated;
    this.configured = configured;
    checksum = checksum(annotated, configured);
  }

  /**
   * Returns the methods that are annotated with {@code @rpc} in a script, or in one of its base
   * scripts, with numbers from 0 on.
   *
   * @param names the names in any order; repeated names count once
   * @return the methods with their numbers
   * @throws IllegalArgumentException if there are more than {@value #CONFIGURED} names
   */
  public static RpcMethods annotated(Collection<String> names) {
    return new RpcMethods(sorted(names), List.of());
  }

  /**
   * Returns a copy that also contains the methods that the game passes to {@code rpc_config()},
   * with numbers from {@value #CONFIGURED} on.
   *
   * @param names the names in any order; repeated names count once. These names replace the names
   *     of an earlier call
   * @return a changed copy
   * @throws IllegalArgumentException if there are more than {@value #CONFIGURED} names
   */
  public RpcMethods withConfigured(Collection<String> names) {
    return new RpcMethods(annotated, sorted(names));
  }

  /** Sorts by code points, as engines do; {@code String} compares UTF-16 code units. */
  private static List<String> sorted(Collection<String> names) {
    TreeSet<String> sorted =
        new TreeSet<>((a, b) -> Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray()));
    sorted.addAll(names);
    if (sorted.size() > CONFIGURED) {
      throw new IllegalArgumentException(
          sorted.size() + " methods, at most " + CONFIGURED + " are possible");
    }
    sorted.forEach(name -> Checks.text("name", name));
    return List.copyOf(sorted);
  }

  private static String checksum(List<String> annotated, List<String> configured) {
    String names = String.join("", configured) + String.join("", annotated);
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      return HexFormat.of().formatHex(md5.digest(names.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no MD5, which the protocol needs", e);
    }
  }

  /**
   * Returns the number of a method.
   *
   * @param name the name of the method
   * @return the number; empty if the method does not exist
   */
  public Optional<Integer> number(String name) {
    int at = annotated.indexOf(name);
    if (at >= 0) {
      return Optional.of(at);
    }
    at = configured.indexOf(name);
    return at < 0 ? Optional.empty() : Optional.of(CONFIGURED + at);
  }

  /**
   * Returns the name of a method.
   *
   * @param number the number, as in a call
   * @return the name; empty if the method does not exist
   */
  public Optional<String> name(int number) {
    List<String> group = number < CONFIGURED ? annotated : configured;
    int at = number < CONFIGURED ? number : number - CONFIGURED;
    return at < 0 || at >= group.size() ? Optional.empty() : Optional.of(group.get(at));
  }

  /**
   * Returns the checksum of the method names. If the client and the server have different
   * checksums, then they have different method names.
   *
   * @return MD5 of all names, as 32 hexadecimal digits
   */
  public String checksum() {
    return checksum;
  }

  /**
   * Returns the names in the order of their numbers, for example {@code [move, say]}. Names of
   * {@code rpc_config()} follow in a second pair of brackets.
   */
  @Override
  public String toString() {
    return annotated + (configured.isEmpty() ? "" : " and " + configured);
  }
}

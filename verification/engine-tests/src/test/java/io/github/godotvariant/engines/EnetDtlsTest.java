package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.godotvariant.engines.LossyNetwork.Conditions;
import io.github.godotvariant.multiplayer.MultiplayerServer;
import io.github.godotvariant.multiplayer.RpcMode;
import io.github.godotvariant.multiplayer.RpcNode;
import io.github.godotvariant.multiplayer.TransferMode;
import io.github.godotvariant.netty.NettyMultiplayer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Games of an engine with Godot's own sockets, which have IPv6 and DTLS. Official builds have them.
 * Debian's packages, which {@code install-engines} installs, use a library without them. Therefore
 * these tests are skipped unless the variable {@code GODOT_ENET_ENGINE} names a program.
 */
class EnetDtlsTest {
  private static final String VARIABLE = "GODOT_ENET_ENGINE";
  private static final String PASSWORD = "password";
  private static final Logger LOG = Logger.getLogger(MultiplayerServer.class.getName());
  private static final RpcNode WORLD =
      RpcNode.at("World")
          .method(
              "echo",
              RpcMode.ANY_PEER,
              TransferMode.RELIABLE,
              call -> call.reply("said", call.arguments().toArray()))
          .method("said", RpcMode.AUTHORITY, TransferMode.RELIABLE)
          .build();

  static {
    LOG.setLevel(Level.OFF);
  }

  @TempDir Path folder;

  @BeforeAll
  static void requireEngine() {
    boolean isSet = !engine().isEmpty();
    String skipped = "Not tested: DTLS and IPv6 of ENet, because " + VARIABLE + " is not set.";
    if (!isSet) {
      System.out.println(skipped);
    }
    assumeTrue(isSet, skipped);
  }

  private static String engine() {
    return Objects.requireNonNullElse(System.getenv(VARIABLE), "");
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1, false", "127.0.0.1, true", "::1, false", "::1, true"})
  void exchangesCalls(String host, boolean hasDtls) throws Exception {
    Path keys = keys("server");
    try (MultiplayerServer server = server(hasDtls ? keys : null);
        Playing game = hasDtls ? game(host, port(server), keys) : game(host, port(server))) {
      assertThat(game.end()).isEqualTo(answersAnd("server_disconnected"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOSS_OF_20_PERCENT_WITH_DUPLICATES", "REORDERING", "DELAY_UP_TO_300_MS"})
  void exchangesCallsInPoorNetwork(Conditions conditions) throws Exception {
    Path keys = keys("server");
    try (MultiplayerServer server = server(keys);
        LossyNetwork network = new LossyNetwork(port(server), conditions, 1);
        Playing game = game("127.0.0.1", network.port(), keys)) {
      assertThat(game.end()).isEqualTo(answersAnd("server_disconnected"));
    }
  }

  @Test
  void failsForCertificateThatIsNotTrusted() throws Exception {
    try (MultiplayerServer server = server(keys("server"));
        Playing game = game("127.0.0.1", port(server), keys("other"))) {
      assertThat(game.end()).containsExactly("connection_failed");
    }
  }

  @Test
  void failsWithoutDtls() throws Exception {
    try (MultiplayerServer server = server(keys("server"));
        Playing game = game("127.0.0.1", port(server))) {
      assertThat(game.end()).containsExactly("connection_failed");
    }
  }

  @Test
  @SuppressWarnings("try") // closes the server early
  void disconnectsGameWhenServerStops() throws Exception {
    Path keys = keys("server");
    try (MultiplayerServer server = server(keys);
        Playing game = game("127.0.0.1", port(server), keys, "stay=")) {
      game.awaitLine("answer 4 is the same: true");
      server.close();
      assertThat(game.end()).isEqualTo(answersAnd("server_disconnected"));
      assertThat(game.toString()).doesNotContain("ERROR: TLS");
    }
  }

  private static List<String> answersAnd(String last) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      lines.add("answer %d is the same: true".formatted(i));
    }
    lines.add(last);
    return lines;
  }

  private static MultiplayerServer server(@Nullable Path keys) throws Exception {
    NettyMultiplayer.Builder builder = NettyMultiplayer.server().enet(0).node(WORLD);
    if (keys != null) {
      builder.enetDtls(context(keys));
    }
    return builder.start();
  }

  private static SSLContext context(Path keys) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("DTLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  private static int port(MultiplayerServer server) {
    return ((InetSocketAddress) server.addresses().get(0)).getPort();
  }

  /** Creates a key and a certificate, which is also written into a file for the game. */
  private Path keys(String name) throws Exception {
    Path keys = folder.resolve(name + ".p12");
    String common = " -alias server -storepass " + PASSWORD + " -keystore";
    keytool(
        "-genkeypair -keyalg EC -groupname secp256r1 -validity 10 -dname CN=localhost"
            + " -ext san=dns:localhost -storetype PKCS12"
            + common,
        keys);
    keytool("-exportcert -rfc -file " + name + ".crt" + common, keys);
    return keys;
  }

  private void keytool(String arguments, Path keys) throws Exception {
    List<String> command = new ArrayList<>(List.of(arguments.split(" ")));
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.add(keys.toString());
    Process tool =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tool.waitFor()).as(output).isZero();
  }

  private Playing game(String host, int port, Path keys, String... more) throws IOException {
    String certificate = keys.toString().replace(".p12", ".crt");
    List<String> arguments = new ArrayList<>(List.of(more));
    arguments.add("certificate=" + certificate);
    return game(host, port, arguments.toArray(String[]::new));
  }

  private Playing game(String host, int port, String... more) throws IOException {
    Path project = Files.createDirectory(folder.resolve("game"));
    for (String file : List.of("dtls.gd", "project.godot")) {
      Files.copy(MultiplayerGames.PROJECT.resolve(file), project.resolve(file));
    }
    List<String> arguments = new ArrayList<>(List.of(more));
    arguments.addAll(List.of("host=" + host, "port=" + port));
    return LiveEngine.at(Path.of(engine()))
        .begin(project, "dtls.gd", arguments.toArray(String[]::new));
  }
}

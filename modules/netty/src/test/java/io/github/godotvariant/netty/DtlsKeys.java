package io.github.godotvariant.netty;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** A self-signed certificate and its contexts. The keytool of the JDK creates it once. */
final class DtlsKeys {
  private static final char[] PASSWORD = "password".toCharArray();
  private static final String KEYTOOL_ARGUMENTS =
      "-genkeypair -alias server -keyalg RSA -keysize 2048 -validity 10 -dname CN=localhost"
          + " -ext san=dns:localhost -storetype PKCS12 -storepass password -keystore";
  private static final KeyStore KEYS = create();

  private DtlsKeys() {}

  private static KeyStore create() {
    try {
      Path folder = Files.createTempDirectory("dtls");
      Path file = folder.resolve("keys.p12");
      List<String> command = new ArrayList<>(List.of(KEYTOOL_ARGUMENTS.split(" ")));
      command.add(0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.add(file.toString());
      Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (tool.waitFor() != 0) {
        throw new IllegalStateException(output);
      }
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD);
      }
      Files.delete(file);
      Files.delete(folder);
      return store;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the certificate with its key. */
  static KeyManagerFactory keyManagers() {
    try {
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(KEYS, PASSWORD);
      return keys;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a new context of a server. */
  static SSLContext server() {
    return server(() -> {});
  }

  /** Returns a new context of a server that calls a listener when it uses its private key. */
  static SSLContext server(Runnable onKeyUse) {
    try {
      SSLContext context = SSLContext.getInstance("DTLS");
      X509ExtendedKeyManager manager = (X509ExtendedKeyManager) keyManagers().getKeyManagers()[0];
      context.init(new KeyManager[] {new ListeningManager(manager, onKeyUse)}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class ListeningManager extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager manager;
    private final Runnable onKeyUse;

    ListeningManager(X509ExtendedKeyManager manager, Runnable onKeyUse) {
      this.manager = manager;
      this.onKeyUse = onKeyUse;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      onKeyUse.run();
      return manager.getPrivateKey(alias);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return manager.getCertificateChain(alias);
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
      return manager.chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return manager.chooseServerAlias(type, issuers, socket);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return manager.chooseClientAlias(types, issuers, socket);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return manager.getClientAliases(type, issuers);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return manager.getServerAliases(type, issuers);
    }
  }

  /** Returns a new context of a client that trusts the certificate, or only those of the system. */
  static SSLContext client(boolean trusts) {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("server", KEYS.getCertificate("server"));
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(trusts ? trusted : null);
      SSLContext context = SSLContext.getInstance("DTLS");
      context.init(null, factory.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

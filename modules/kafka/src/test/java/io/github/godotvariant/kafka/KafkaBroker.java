package io.github.godotvariant.kafka;

import io.github.godotvariant.testsupport.FreePort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A real broker of one node on 127.0.0.1. It runs in this process, or as a separate program for a
 * test whose class path has another version of Kafka.
 */
final class KafkaBroker implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final KafkaRaftServer server;
  private final String address;

  KafkaBroker(Path folder) {
    String data = folder.toString();
    int port = FreePort.find();
    int controller = FreePort.find();
    address = HOST + ":" + port;
    Properties config = new Properties();
    config.put("process.roles", "broker,controller");
    config.put("node.id", "1");
    config.put("controller.quorum.voters", "1@" + HOST + ":" + controller);
    config.put("listeners", "PLAINTEXT://" + address + ",CONTROLLER://" + HOST + ":" + controller);
    config.put("advertised.listeners", "PLAINTEXT://" + address);
    config.put("controller.listener.names", "CONTROLLER");
    config.put("log.dirs", data);
    config.put("offsets.topic.replication.factor", "1");
    config.put("offsets.topic.num.partitions", "1");
    config.put("transaction.state.log.replication.factor", "1");
    config.put("transaction.state.log.min.isr", "1");
    config.put("group.initial.rebalance.delay.ms", "0");
    config.put("auto.create.topics.enable", "false");
    config.put("log.cleaner.enable", "false");
    try {
      new Formatter()
          .setNodeId(1)
          .setClusterId(Uuid.randomUuid().toString())
          .setControllerListenerName("CONTROLLER")
          .setMetadataLogDirectory(data)
          .setDirectories(List.of(data))
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setUnstableFeatureVersionsEnabled(false)
          .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
          .run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    server = new KafkaRaftServer(KafkaConfig.fromProps(config), Time.SYSTEM);
    server.startup();
  }

  /**
   * Prints the address of the broker and stops at the end of standard input, so the broker stops
   * when the process that started it exits.
   */
  public static void main(String[] arguments) throws IOException {
    try (KafkaBroker broker = new KafkaBroker(Path.of(arguments[0]))) {
      System.out.println("broker at " + broker.address());
      while (System.in.read() >= 0) {}
    }
  }

  String address() {
    return address;
  }

  void createTopic(String name, int partitions) throws Exception {
    Properties config = new Properties();
    config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address);
    try (Admin admin = Admin.create(config)) {
      admin
          .createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
          .all()
          .get(1, TimeUnit.MINUTES);
    }
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}

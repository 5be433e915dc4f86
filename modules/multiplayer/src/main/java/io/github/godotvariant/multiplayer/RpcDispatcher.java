package io.github.godotvariant.multiplayer;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.RemotePaths.AnnouncedPath;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Passes the calls of one peer to the handlers of the program. */
final class RpcDispatcher {
  private final ServerContext context;
  private final ServerPeer peer;

  RpcDispatcher(ServerContext context, ServerPeer peer) {
    this.context = context;
    this.peer = peer;
  }

  void dispatch(Call call) {
    if (!peer.rates().takeCall()) {
      return;
    }
    Optional<RpcNode> called = find(call.node());
    if (called.isEmpty()) {
      return;
    }
    RpcNode node = called.get();
    if (peer.nodes().isDifferent(node)) {
      throw Faults.of(
          "call of " + node + ", whose methods differ: " + EventLog.expectedMethods(node));
    }
    String name =
        node.methods()
            .name(call.method())
            .orElseThrow(
                () ->
                    Faults.of(
                        "call of method "
                            + call.method()
                            + " of "
                            + node
                            + ", which does not exist"));
    Optional<RpcNode.Method> method = node.method(name);
    if (method.isPresent() && method.get().mode() != RpcMode.ANY_PEER) {
      throw Faults.of("call of " + node + "." + name + ", which clients may not call");
    }
    RpcHandler handler = method.map(RpcNode.Method::handler).orElse(null);
    if (handler == null) {
      return; // The call is for other clients; rpc() of a client also calls the server.
    }
    try {
      ByteBuffer bytes = call.arguments().asBuffer();
      List<Variant> arguments = context.arguments.decodeArguments(bytes, call.isRaw());
      if (bytes.hasRemaining()) {
        throw Faults.of(bytes.remaining() + " bytes follow the arguments");
      }
      RpcCall received = new RpcCall(context.codec, peer, node, name, arguments);
      context.metrics.called(received);
      handler.handle(received);
    } catch (VariantException e) {
      throw Faults.of("call of " + node + "." + name + ": " + e.getMessage());
    } catch (Exception e) {
      context.events.handlerFailed(peer, node + "." + name, e);
    }
  }

  /**
   * Returns the called node; empty if the call is dropped. A call can arrive after the server has
   * removed or replaced the node.
   *
   * <p>A call names a node by its path, or by a number that the peer has announced for the path. A
   * call with another number is a protocol error of the peer. In the table, "announced" means that
   * the peer has announced the path. "Same methods" means that the node has the same method names
   * as the node of the peer:
   *
   * <pre>
   * announced  node of the server   result
   * no         none                 protocol error
   * no         any                  called
   * yes        none                 dropped, see below for an exception
   * yes        with same methods    called
   * yes        with other methods   dropped if an earlier node had the same methods,
   *                                 otherwise protocol error
   * </pre>
   *
   * <p>If there is no node, the server may receive values of a client's synchronizer at the path.
   * Then a call is a protocol error, unless an earlier node at the path had the same methods.
   */
  private Optional<RpcNode> find(MultiplayerPacket.Node target) {
    AnnouncedPath announced;
    String path;
    if (target instanceof ByPath by) {
      path = peer.paths().relative(by.path());
      announced = peer.paths().byPath(path);
    } else {
      int number = ((ByNumber) target).number();
      announced = peer.paths().byNumber(number);
      if (announced == null) {
        throw Faults.of("call of node " + number + ", which was not announced");
      }
      path = announced.path;
    }
    Optional<RpcNode> node = context.nodes.find(path);
    if (announced == null) {
      if (node.isEmpty()) {
        throw Faults.of("call of the unknown node " + EventText.quoted(path));
      }
    } else if (node.isEmpty()) {
      if (!announced.hadMethods && context.replication.client(path).isPresent()) {
        throw Faults.of(
            "call of " + EventText.quoted(path) + ", which has no methods on the server");
      }
      // The server removed the node, or unknownNode() of the listener was already called.
    } else if (!announced.matches(node.get())) {
      if (announced.hadMethods) {
        return Optional.empty(); // The call is for an earlier node at this path.
      }
      peer.nodes().markDifferent(node.get());
    }
    return node;
  }
}

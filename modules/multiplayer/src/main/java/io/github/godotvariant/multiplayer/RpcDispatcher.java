package io.github.godotvariant.multiplayer;

import io.github.godotvariant.Variant;
import io.github.godotvariant.VariantException;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.multiplayer.RemotePaths.Announced;
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
    Optional<RpcNode> called = node(call.node());
    if (called.isEmpty()) {
      return;
    }
    RpcNode node = called.get();
    if (peer.nodes().isDifferent(node)) {
      throw Faults.of("a call of " + node + ", whose methods differ");
    }
    String name =
        node.methods()
            .name(call.method())
            .orElseThrow(() -> Faults.of("a call of method " + call.method() + " of " + node));
    Optional<RpcNode.Method> method = node.method(name);
    if (method.isPresent() && method.get().mode() != RpcMode.ANY_PEER) {
      throw Faults.of("a call of " + node + "." + name + ", which clients may not call");
    }
    RpcHandler handler = method.map(RpcNode.Method::handler).orElse(null);
    if (handler == null) {
      return; // A call for other clients; rpc() calls the server as well.
    }
    try {
      ByteBuffer bytes = call.arguments().asBuffer();
      List<Variant> arguments = context.arguments.decodeArguments(bytes, call.raw());
      if (bytes.hasRemaining()) {
        throw Faults.of(bytes.remaining() + " bytes follow the arguments");
      }
      handler.handle(new RpcCall(context.codec, peer, node, name, arguments));
    } catch (VariantException e) {
      throw Faults.of("call of " + node + "." + name + ": " + e.getMessage());
    } catch (Exception e) {
      context.events.handlerFailed(peer, node + "." + name, e);
    }
  }

  /** Returns the called node; empty if the call was valid only when it was sent. */
  private Optional<RpcNode> node(MultiplayerPacket.Node named) {
    Announced at;
    String path;
    if (named instanceof ByPath by) {
      path = peer.paths().relative(by.path());
      at = peer.paths().byPath(path);
    } else {
      int number = ((ByNumber) named).number();
      at = peer.paths().byNumber(number);
      if (at == null) {
        throw Faults.of("a call of node " + number + ", which was not announced");
      }
      path = at.path;
    }
    Optional<RpcNode> node = context.nodes.at(path);
    if (at == null) {
      if (node.isEmpty()) {
        throw Faults.of("a call of " + EventText.quoted(path) + ", which is not known here");
      }
    } else if (node.isEmpty()) {
      if (!at.hadMethods && context.replication.client(path).isPresent()) {
        throw Faults.of("a call of " + EventText.quoted(path) + ", which has no methods here");
      }
      // The node is gone, or its announcement was reported to the listener.
    } else if (!at.matches(node.get())) {
      if (at.hadMethods) {
        return Optional.empty(); // A call of the node that was there before.
      }
      peer.nodes().differs(node.get());
    }
    return node;
  }
}

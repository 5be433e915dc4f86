package io.github.godotvariant.multiplayer;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByNumber;
import io.github.godotvariant.multiplayer.MultiplayerPacket.ByPath;
import io.github.godotvariant.multiplayer.MultiplayerPacket.Call;
import io.github.godotvariant.net.CompressedVariantCodec.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a call of the server for all receivers. All receivers share at most two packets: one
 * contains the path of the node, the other contains its number.
 */
final class OutgoingCall {
  private final RpcNode node;
  private final RpcNode.Method method;
  private final int methodNumber;
  private final Arguments arguments;
  private byte @Nullable [] byPath;
  private byte @Nullable [] byNumber;

  OutgoingCall(RpcNode node, RpcNode.Method method, int methodNumber, Arguments arguments) {
    this.node = node;
    this.method = method;
    this.methodNumber = methodNumber;
    this.arguments = arguments;
  }

  RpcNode node() {
    return node;
  }

  TransferMode mode() {
    return method.transferMode();
  }

  int channel() {
    return method.channel();
  }

  /** Returns the packet for peers that have not confirmed the node. */
  byte[] byPath() {
    if (byPath == null) {
      byPath = encode(new ByPath(node.path()));
    }
    return byPath;
  }

  /**
   * Returns the packet for peers that have confirmed the node. The number of the node is the same
   * for all peers.
   */
  byte[] byNumber(int number) {
    if (byNumber == null) {
      byNumber = encode(ByNumber.of(number));
    }
    return byNumber;
  }

  private byte[] encode(MultiplayerPacket.Node target) {
    PackedByteArray bytes = PackedByteArray.unsafeWrap(arguments.bytes());
    return new Call(target, methodNumber, bytes, arguments.isRaw()).encode();
  }
}

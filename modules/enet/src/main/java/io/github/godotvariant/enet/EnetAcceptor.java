package io.github.godotvariant.enet;

/** Decides which clients may connect. */
@FunctionalInterface
public interface EnetAcceptor {
  /**
   * Checks a request. The host calls this method for the first CONNECT of a client, unless the
   * server is full, and again after the address is verified. The address of the first call may be
   * forged. Reserve resources only in {@link EnetListener#onConnect}.
   *
   * @param request the request
   * @return true to accept; false to refuse, which the client sees as a failed connection
   */
  boolean accept(EnetConnectRequest request);
}

package io.github.godotvariant.enet;

/** Decides which clients may connect. */
@FunctionalInterface
public interface EnetAcceptor {
  /**
   * Checks a request. The host calls this method for the first CONNECT of a client, and again after
   * the address is verified. At the first call, the address may be forged. If the server is full,
   * the host refuses the client without a call. Reserve resources only in {@link
   * EnetListener#onConnect}.
   *
   * @param request the request
   * @return true to accept; false to refuse, which the client sees as a failed connection
   */
  boolean accept(EnetConnectRequest request);
}

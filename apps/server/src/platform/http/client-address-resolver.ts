import type { IncomingMessage } from "node:http";

import proxyAddr from "@fastify/proxy-addr";

export function createClientAddressResolver(
  trustProxy: string[],
): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustProxy);
  // A closed socket has no address.
  return (request) => proxyAddr(request, isTrusted) || "";
}

import type { IncomingMessage } from "node:http";

import proxyAddr from "@fastify/proxy-addr";

export function createClientAddressResolver(
  trustProxy: string[],
): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustProxy);
  // A socket that is gone has no address any more.
  return (request) => proxyAddr(request, isTrusted) || "";
}

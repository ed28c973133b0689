import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import { refuseUpgrade } from "@linedesk/base";
import type { Hub } from "@linedesk/hub";
import type { FrontServices } from "../public-access.ts";
import type { ExchangeProxy } from "./exchange-proxy.ts";

export interface MountedSso {
  handle(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
}

export interface MountedServicesOptions {
  /** The embedded hub; `null` when the realtime service is external. */
  hub: Hub | null;
  /** The embedded issuer; `null` when the issuer is external. */
  sso: MountedSso | null;
  /** The proxies to our exchanges; empty when the only telephony service is external. */
  exchanges: readonly ExchangeProxy[];
  onError: (error: unknown) => void;
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}?`);
}

function isExactly(path: string, wanted: string): boolean {
  return path.split("?", 1)[0] === wanted;
}

/**
 * Returns true for the two paths to which the voice SDK posts. No other path below `/v4` reaches
 * the exchange.
 */
function isInsightsPath(path: string): boolean {
  return isExactly(path, "/v4/EndpointEvents") || isExactly(path, "/v4/EndpointMetrics");
}

/**
 * The parts that are mounted as a whole on the public origin, before the API, and read their own
 * requests. Each method returns false for a request that belongs to another part.
 */
export class MountedServices implements FrontServices {
  readonly #parts: MountedServicesOptions;

  constructor(parts: MountedServicesOptions) {
    this.#parts = parts;
  }

  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const path = request.url ?? "/";
    const { hub, sso } = this.#parts;
    if (hub !== null && isBelow(path, "/apps")) {
      this.#run(response, () => hub.handleRequest(request, response));
      return true;
    }
    if (sso !== null && isBelow(path, "/sso")) {
      this.#run(response, () => sso.handle(request, response));
      return true;
    }
    const exchange = this.#findExchange(request, isInsightsPath);
    if (exchange !== undefined) {
      this.#run(response, () => exchange.post(request, response));
      return true;
    }
    return false;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    try {
      this.#upgrade(request, socket, head);
    } catch (error) {
      this.#parts.onError(error);
      socket.destroy();
    }
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#parts.hub?.handleUpgrade(request, socket, head) === true) {
      return;
    }
    const exchange = this.#findExchange(request, (path) => isExactly(path, "/signal"));
    if (exchange === undefined) {
      return refuseUpgrade(socket, "404 Not Found");
    }
    exchange.upgrade(request, socket, head);
  }

  #findExchange(
    request: IncomingMessage,
    isWanted: (path: string) => boolean,
  ): ExchangeProxy | undefined {
    return this.#parts.exchanges.find((exchange) => {
      const path = exchange.pathOf(request);
      return path !== null && isWanted(path);
    });
  }

  /** Answers any error of a part, so that the error ends only its own request. */
  #run(response: ServerResponse, work: () => void | Promise<void>): void {
    async function answer(): Promise<void> {
      await work();
    }
    answer().catch((error: unknown) => {
      this.#parts.onError(error);
      if (!response.headersSent) {
        response.writeHead(500);
      }
      response.end();
    });
  }
}

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
  /** Null: the realtime service is elsewhere. */
  hub: Hub | null;
  /** Null: the issuer is elsewhere. */
  sso: MountedSso | null;
  /** Null: the telephony service is elsewhere. */
  exchange: ExchangeProxy | null;
  onError: (error: unknown) => void;
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}?`);
}

function isExactly(path: string, wanted: string): boolean {
  return path.split("?", 1)[0] === wanted;
}

/** The two that the voice SDK posts to; nothing else of the exchange is reached by `/v4`. */
function isInsightsPath(path: string): boolean {
  return isExactly(path, "/v4/EndpointEvents") || isExactly(path, "/v4/EndpointMetrics");
}

/**
 * What answers before the API does: the parts that are mounted whole on the public origin and read
 * their own requests. Each method is false when the request is not theirs.
 */
export class MountedServices implements FrontServices {
  readonly #parts: MountedServicesOptions;

  constructor(parts: MountedServicesOptions) {
    this.#parts = parts;
  }

  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const path = request.url ?? "/";
    const { hub, sso, exchange } = this.#parts;
    if (hub !== null && isBelow(path, "/apps")) {
      this.#run(response, () => hub.handleRequest(request, response));
      return true;
    }
    if (sso !== null && isBelow(path, "/sso")) {
      this.#run(response, () => sso.handle(request, response));
      return true;
    }
    if (exchange !== null && isInsightsPath(path)) {
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
    const { hub, exchange } = this.#parts;
    if (hub?.handleUpgrade(request, socket, head) === true) {
      return;
    }
    if (exchange !== null && isExactly(request.url ?? "/", "/signal")) {
      exchange.upgrade(request, socket, head);
      return;
    }
    refuseUpgrade(socket, "404 Not Found");
  }

  /** Whatever a part throws, at once or later, is answered and ends nothing but its request. */
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

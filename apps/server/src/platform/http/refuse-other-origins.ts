import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Config } from "../../config/config.ts";
import { ApiError } from "./errors.ts";
import { isOwnOrigin } from "./own-origin.ts";
import { WEBHOOK_PATH } from "./webhook-path.ts";

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Records the person of a change that another origin requested. The sign-in sets this function.
     */
    foreignChanges: { name: (request: FastifyRequest) => Promise<void> };
  }
}

/**
 * Refuses each change that a page of another origin requests, whatever cookies the request has. It
 * is one hook for every route, so that no route can forget it. Webhooks are exempt: each
 * is checked by its signature instead.
 */
export function refuseOtherOrigins(app: FastifyInstance, http: Config["http"]): void {
  app.decorate("foreignChanges", { name: () => Promise.resolve() });
  app.addHook("onRequest", async (request) => {
    const isForeign = isUnsafeMethod(request.method) && !isOwnOrigin(request.raw, http);
    if (isForeign && !request.url.startsWith(WEBHOOK_PATH)) {
      await app.foreignChanges.name(request);
      throw new ApiError("origin_refused");
    }
  });
}

function isUnsafeMethod(method: string): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(method);
}

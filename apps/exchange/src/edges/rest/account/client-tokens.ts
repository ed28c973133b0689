import type { FastifyInstance } from "fastify";

import { confirmPersisted } from "../requests/await-persisted.ts";
import { resource, type RestDeps } from "../requests/resource.ts";

/**
 * An extension of Twilio's API: withdraws the right of an identity's softphones to begin calls and
 * registrations.
 */
export function clientTokenRoutes(app: FastifyInstance, { withdrawTokens }: RestDeps): void {
  resource(app, "/Clients/:identity/Tokens", {
    async DELETE(request) {
      await confirmPersisted(withdrawTokens(request.id("identity")));
      return request.deleted();
    },
  });
}

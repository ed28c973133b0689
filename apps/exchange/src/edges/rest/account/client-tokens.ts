import type { FastifyInstance } from "fastify";

import { resource, type RestDeps } from "../requests/resource.ts";

/** Ours, not Twilio's: ends what the softphones of an identity may begin [XS150]. */
export function clientTokenRoutes(app: FastifyInstance, { withdrawTokens }: RestDeps): void {
  resource(app, "/Clients/:identity/Tokens", {
    DELETE(request) {
      withdrawTokens(request.id("identity"));
      return request.deleted();
    },
  });
}

import type { FastifyInstance, FastifyRequest } from "fastify";

import type { RestDeps } from "./resource.ts";

/** What the REST API offers to the credentials of the test account. */
export interface TestAccountRoutes {
  accepts(request: FastifyRequest): boolean;
  register(app: FastifyInstance, deps: RestDeps<"calls">): void;
}

import type { FastifyInstance, FastifyRequest } from "fastify";

import type { TestAccountConfig } from "../../../directory/account-config.ts";
import type { RestDeps } from "./resource.ts";

/** The second account: its credentials, and what the REST API offers to them. */
export interface TestAccount extends TestAccountConfig {
  accepts(request: FastifyRequest): boolean;
  register(app: FastifyInstance, deps: RestDeps<"calls">): void;
}

import type { FastifyInstance } from "fastify";

import { listPreflights, reportPreflight } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { readPreflights, storePreflight } from "./store-preflight.ts";

export function registerPreflightRoutes(app: FastifyInstance, db: Db, bind: BindDeps): void {
  bindEndpoint(
    app,
    reportPreflight,
    ({ user, body }) => storePreflight(db, { user: user.id, outcome: body, now: new Date() }),
    bind,
  );
  bindEndpoint(
    app,
    listPreflights,
    ({ user, query }) => readPreflights(db, { user: user.id, ...query }),
    bind,
  );
}

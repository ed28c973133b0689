import type { FastifyInstance } from "fastify";

import { readAnalytics as readEndpoint } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { readAnalytics } from "./read-analytics.ts";

export function registerAnalyticsRoutes(app: FastifyInstance, db: Db, bind: BindDeps): void {
  bindEndpoint(
    app,
    readEndpoint,
    ({ params, query }) => readAnalytics(db, { ...params, ...query }),
    bind,
  );
}

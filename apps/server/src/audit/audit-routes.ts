import type { FastifyInstance } from "fastify";

import type { Clock } from "@linedesk/base";
import { exportAudit as exportEndpoint, listAudit } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { exportAudit, readAudit } from "./read-audit.ts";

interface AuditDeps {
  db: Db;
  clock: Pick<Clock, "now">;
}

/** Who did or was shown what: read and taken away, never changed. */
export function registerAuditRoutes(
  app: FastifyInstance,
  { db, clock }: AuditDeps,
  bind: BindDeps,
): void {
  bindEndpoint(
    app,
    listAudit,
    ({ params, query }) => readAudit(db, { ...query, station: params.id }),
    bind,
  );
  bindEndpoint(
    app,
    exportEndpoint,
    ({ params, body, actor }) => {
      const now = new Date(clock.now());
      return exportAudit(db, { station: params.id, filters: body, actor, now });
    },
    bind,
  );
}

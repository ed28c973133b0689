import { listPreflights, reportPreflight } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { readPreflights, storePreflight } from "./store-preflight.ts";

export function registerPreflight(api: Api, db: Db): void {
  api.serve(reportPreflight, ({ user, body }) =>
    storePreflight(db, { user: user.id, outcome: body, now: new Date() }),
  );
  api.serve(listPreflights, ({ user, query }) => readPreflights(db, { user: user.id, ...query }));
}

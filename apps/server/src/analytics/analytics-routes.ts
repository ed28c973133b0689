import { readAnalytics as readEndpoint } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { readAnalytics } from "./read-analytics.ts";

export function registerAnalyticsRoutes(api: Api, db: Db): void {
  api.serve(readEndpoint, ({ params, query }) => readAnalytics(db, { ...params, ...query }));
}

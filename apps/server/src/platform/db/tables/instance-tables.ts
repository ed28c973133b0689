import type { Generated } from "kysely";

import type { Json } from "./timestamp.ts";

export interface ServerInstanceTable {
  id: string;
  name: string;
  version: string;
  internal_url: string;
  secrets: Json;
  started_at: Date;
  expires_at: Date;
  telephony: Generated<"up" | "down" | "unknown">;
}

export interface InstanceTables {
  server_instance: ServerInstanceTable;
  leader_lease: { name: string; holder: string; expires_at: Date };
}

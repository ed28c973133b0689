import type { Generated } from "kysely";

import type { IntegrationKind, RetentionKind, WebhookEventName } from "@linedesk/contract";
import type { GivenTimestamp, Json, LaterTimestamp } from "./timestamp.ts";

export interface IntegrationTable {
  id: string;
  station_id: string;
  kind: IntegrationKind;
  name: string;
  url: string | null;
  events: WebhookEventName[];
  secret: string;
  enabled: Generated<boolean>;
  /** Is true when this webhook gets callers' full numbers although the station masks them. */
  whole_numbers: Generated<boolean>;
  failing_since: LaterTimestamp;
  failed_at: LaterTimestamp;
  retry_at: LaterTimestamp;
  created_at: GivenTimestamp;
  version: Generated<number>;
}

export interface IntegrationDeliveryTable {
  id: string;
  integration_id: string;
  event: string;
  payload: Json;
  created_at: GivenTimestamp;
  next_at: LaterTimestamp;
  attempts: Generated<number>;
  tried_at: LaterTimestamp;
  delivered_at: LaterTimestamp;
  /** The receiver's last HTTP status; `null` when it did not answer. */
  status: number | null;
  error: string | null;
}

export interface NowPlayingTable {
  station_id: string;
  title: string;
  artist: string;
  at: GivenTimestamp;
}

export interface IntegrationTables {
  integration: IntegrationTable;
  integration_delivery: IntegrationDeliveryTable;
  now_playing: NowPlayingTable;
  retention_period: { station_id: string; kind: RetentionKind; days: number };
}

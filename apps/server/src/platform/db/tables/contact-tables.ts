import type { Generated } from "kysely";

import type { GivenTimestamp, LaterTimestamp } from "./timestamp.ts";

export interface ContactTable {
  id: string;
  station_id: string | null;
  /** The show that owns the contact; `null` when the station or a person owns it. */
  show: string | null;
  user_id: string | null;
  number: string;
  name: string;
  sort_name: string;
  tags: string[];
  note: string;
  favourite: boolean;
  past_numbers: string[];
  words: string[];
  version: Generated<number>;
  changed_by: string;
  changed_at: GivenTimestamp;
  deleted_at: LaterTimestamp;
}

export interface ContactTables {
  contact: ContactTable;
}

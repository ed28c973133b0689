import type { Generated } from "kysely";

import type { GivenTimestamp, LaterTimestamp } from "./timestamp.ts";

export interface ContactTable {
  id: string;
  /** Null of a person's own contact. */
  station_id: string | null;
  /** The show whose contact it is; null of the station's own and of a person's. */
  show: string | null;
  /** The person whose contact it is. */
  user_id: string | null;
  number: string;
  name: string;
  /** The name as it is ordered. */
  sort_name: string;
  tags: string[];
  note: string;
  favourite: boolean;
  past_numbers: string[];
  /** What a search finds it by. */
  words: string[];
  version: Generated<number>;
  changed_by: string;
  changed_at: GivenTimestamp;
  deleted_at: LaterTimestamp;
}

/** What 040-contact makes. */
export interface ContactTables {
  contact: ContactTable;
}

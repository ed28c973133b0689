import type { QueryExecutorProvider } from "kysely";

export type SchemaMigration = Change | IndexBuild;

/** A change of the schema or of data, which runs in one transaction. */
export interface Change {
  up: (db: QueryExecutorProvider) => Promise<void>;
  /** Present when an older release cannot run on the result. */
  contract?: Contract;
  /**
   * Constraints and unique indexes that are new or changed but accept everything that the last
   * release writes. Their names are those of `schema.txt`, such as `constraint call.call_check`.
   */
  harmless?: readonly string[];
}

/** The second half of a change: it removes what no supported release uses any more. */
interface Contract {
  /** The oldest release that can still run, and the newest migration of that release. */
  oldest: { release: string; migration: string };
  /**
   * The objects that the change removes or narrows, as `schema.txt` of the last release names them.
   */
  removes: readonly string[];
}

/** Indexes of large tables, which PostgreSQL builds outside a transaction while calls go on. */
export interface IndexBuild {
  indexes: readonly LargeIndex[];
}

export interface LargeIndex {
  name: string;
  table: string;
  /** The columns and the rest of the statement, such as `(station_id, at) where at is not null`. */
  on: string;
  isUnique?: boolean;
}

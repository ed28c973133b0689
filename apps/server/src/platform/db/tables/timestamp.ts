import type { ColumnType } from "kysely";

/** `timestamptz`; the database's clock unless given. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

export type LaterTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;

export type GivenTimestamp = ColumnType<Date, Date | string, Date | string>;

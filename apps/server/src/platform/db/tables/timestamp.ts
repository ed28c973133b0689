import type { ColumnType, JSONColumnType } from "kysely";

/** `timestamptz`; the database's clock by default. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

export type LaterTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;

export type GivenTimestamp = ColumnType<Date, Date | string, Date | string>;

/** `jsonb`, written as a string, so that arrays and null are JSON too. Parse it with zod. */
export type Json = JSONColumnType<object>;

export type LaterJson = ColumnType<object | null, string | null | undefined, string | null>;

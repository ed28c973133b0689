import type { ColumnType, JSONColumnType } from "kysely";

/** `jsonb`; written as a string so that arrays and null are JSON too. Parse with zod when read. */
export type Json = JSONColumnType<object>;

export type LaterJson = ColumnType<object | null, string | null | undefined, string | null>;

import type { RawBuilder } from "kysely";

/** The statements of each migration before the baseline, which now create the tables of today. */
export type EarlierSteps = Record<string, readonly RawBuilder<unknown>[]>;

import type { RawBuilder } from "kysely";

export type EarlierSteps = Record<string, readonly RawBuilder<unknown>[]>;

import type { Migration } from "kysely";

import * as baseline from "./001-baseline.ts";

/** Every migration by the name of its file, in order; a released migration is never edited. */
export const migrations: Record<string, Migration> = {
  "001-baseline": baseline,
};

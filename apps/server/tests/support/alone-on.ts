import { randomUUID } from "node:crypto";

import type { FeatureDeps } from "../../src/open-feature-parts.ts";
import type { Db } from "../../src/platform/db/database.ts";

/** Returns the registration of a server that knows no other one. */
export function aloneOn(db: Db): Pick<FeatureDeps["context"], "instanceDb" | "instances"> {
  return {
    instanceDb: db,
    instances: {
      id: randomUUID(),
      others: [],
      noteTelephony: () => undefined,
      onDead: () => () => undefined,
    },
  };
}

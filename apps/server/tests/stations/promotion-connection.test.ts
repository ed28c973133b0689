import { afterAll, expect, test } from "vitest";

import { systemClock } from "@linedesk/base";
import { openDatabase } from "../../src/platform/db/database.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { openPromotion } from "../../src/prizes/open-promotion.ts";
import { openTestDatabase } from "../support/database.ts";

const { url } = await openTestDatabase();
const db = openDatabase({ url, poolSize: 1, timeoutMs: 2_000, onError: () => undefined });
afterAll(() => db.destroy());

test("a win is queued on the connection of its transaction, so that many wins at once do not wait for each other", async () => {
  const promotion = openPromotion({
    db,
    clock: systemClock,
    log: createLogger({ level: "silent", keepPii: false, format: "json" }),
    promotion: null,
    integrations: { key: "k".repeat(43), hosts: [] },
  });
  const win = { win: uuidV7(), station: uuidV7() };

  const queued = db.transaction().execute((trx) => promotion.queueWin(trx, win));

  await expect(queued).resolves.toBeUndefined();
});

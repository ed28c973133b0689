import { expect, test } from "vitest";

import { findStoreBreaches } from "./stores.ts";

function breachesOf(...files: [path: string, text: string][]): string[] {
  const sources = files.map(([path, text]) => ({ path: `apps/server/src/${path}`, text }));
  return findStoreBreaches(sources).map(({ check, at }) => `${check} ${at}`);
}

test("[SR26] SQL outside a store is reported", () => {
  expect(
    breachesOf(
      ["calls/rule.ts", `db.selectFrom("call")`],
      ["calls/count.ts", "await sql<number>`select 1`.execute(db)"],
      ["calls/call-store.ts", `db.selectFrom("call")`],
      ["calls/rule.test.ts", `db.selectFrom("call")`],
    ),
  ).toEqual(["sql apps/server/src/calls/rule.ts", "sql apps/server/src/calls/count.ts"]);
});

test("[SR26] a store that another feature imports is reported, unless the wiring or only its types do", () => {
  const store = "calls/call-store.ts";
  expect(
    breachesOf(
      ["voice/x.ts", `import { y } from "../${store}";`],
      ["voice/t.ts", `import type { Y } from "../${store}";`],
      ["calls/z.ts", `import { y } from "./call-store.ts";`],
      ["calls/legs/w.ts", `import { y } from "../call-store.ts";`],
      ["server.ts", `import { y } from "./${store}";`],
    ),
  ).toEqual(["foreign-store apps/server/src/voice/x.ts"]);
});

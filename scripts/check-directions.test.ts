import { describe, expect, it } from "vitest";

import { breachesOf, importsOf } from "./check-directions.ts";

const file = (path: string, text: string) => ({ path, text });

describe("the directions of imports", () => {
  it("reads imports over several lines, types apart, and resolves relative ones", () => {
    const text = `import {\n  a,\n  b,\n} from "../b/c.ts";\nimport type { D } from "pusher";\n`;

    expect(importsOf(file("apps/server/src/a/x.ts", text))).toEqual([
      { from: "apps/server/src/b/c.ts", isType: false },
      { from: "pusher", isType: true },
    ]);
  });

  it("[SR27] keep a third-party library in one file of each app", () => {
    const found = breachesOf([
      file("apps/server/src/a/x.ts", `import P from "pusher";`),
      file("apps/server/src/b/y.ts", `import P from "pusher";`),
      file("apps/server/src/c/z.ts", `import type P from "pusher";`),
      file("packages/hub/src/w.ts", `import P from "pusher";`),
    ]);

    expect(found).toEqual([
      "pusher is imported by more than one file: apps/server/src/a/x.ts, apps/server/src/b/y.ts",
    ]);
  });

  it("[SR27] keep SQL in stores, and stores inside their feature", () => {
    const found = breachesOf([
      file("apps/server/src/calls/rule.ts", `db.selectFrom("call")`),
      file("apps/server/src/calls/call-store.ts", `db.selectFrom("call")`),
      file("apps/server/src/voice/x.ts", `import { y } from "../calls/call-store.ts";`),
      file("apps/server/src/calls/z.ts", `import { y } from "./call-store.ts";`),
      file("apps/server/src/calls/legs/w.ts", `import { y } from "../call-store.ts";`),
    ]);

    expect(found).toHaveLength(2);
    expect(found[0]).toContain("calls/rule.ts holds SQL");
    expect(found[1]).toContain("voice/x.ts imports apps/server/src/calls/call-store.ts");
  });

  it("[SR27] let features of the console reach calls, ui and lib, and never each other", () => {
    const found = breachesOf([
      file("apps/console/src/features/queue/Row.tsx", `import { L } from "../lines/Line.tsx";`),
      file("apps/console/src/features/queue/Own.tsx", `import { R } from "./Row.tsx";`),
      file("apps/console/src/ui/Button.tsx", `import { u } from "../calls/hooks.ts";`),
      file("apps/console/src/features/queue/Use.tsx", `import { u } from "../../calls/hooks.ts";`),
    ]);

    expect(found).toHaveLength(2);
  });
});

import { expect, test } from "vitest";

import { RenewedFiles } from "./renewed-files.ts";

function someFiles() {
  const timers: (() => void)[] = [];
  const seen = { content: "first", applied: [] as string[], refused: 0, renewed: 0 };
  const files = new RenewedFiles({
    clock: { after: (_delayMs, run) => (timers.push(run), () => undefined) },
    read: async () => {
      if (seen.content === "torn") {
        throw new Error("certificate and key do not belong together");
      }
      return seen.content;
    },
    used: "first",
    apply: (content) => seen.applied.push(content),
    onRenewed: () => (seen.renewed += 1),
    onRefused: () => (seen.refused += 1),
  });
  return { files, seen, timers };
}

test("renewed files are applied once, and unchanged files are not applied again", async () => {
  const { files, seen } = someFiles();

  await files.check();
  expect(seen.applied).toEqual([]);
  seen.content = "second";
  await files.check();
  await files.check();

  expect(seen).toMatchObject({ applied: ["second"], renewed: 1, refused: 0 });
});

test("files that do not belong together are refused once and leave the old content in use", async () => {
  const { files, seen } = someFiles();

  seen.content = "torn";
  await files.check();
  await files.check();
  expect(seen).toMatchObject({ applied: [], refused: 1 });
  seen.content = "third";
  await files.check();

  expect(seen).toMatchObject({ applied: ["third"], renewed: 1, refused: 1 });
});

test("the files are read again after each interval until the watch is closed", async () => {
  const { files, seen, timers } = someFiles();

  seen.content = "second";
  timers[0]?.();
  await expect.poll(() => timers.length).toBe(2);
  expect(seen.applied).toEqual(["second"]);
  files.close();
  timers[1]?.();
  await files.check();

  expect(timers).toHaveLength(2);
});

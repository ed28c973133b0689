import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { StartError } from "@linedesk/base";
import { openDataFolder, type DataFolder } from "./data-folder.ts";

let folder: string;
let opened: DataFolder[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-folder-"));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function open(path: string): Promise<DataFolder> {
  const one = await openDataFolder(path);
  opened.push(one);
  return one;
}

describe("a data folder", () => {
  test("[XR100] belongs to one of several exchanges that start at the same time", async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => open(folder)));

    const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(4);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(StartError);
    }
    expect(new Set(refused.map(String))).toEqual(
      new Set([
        `StartError: The data folder ${folder} (LINEDESK_DATA) is in use by another exchange; ` +
          "end that exchange, or choose another folder with LINEDESK_DATA.",
      ]),
    );
  });

  test("[XR100] is free again after it was closed, even if it was closed twice, and nothing remains in it", async () => {
    const first = await open(folder);

    await Promise.all([first.close(), first.close()]);

    await open(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("[XR100] is the same under another name, and other folders are free", async () => {
    const linked = join(folder, "linked");
    const real = join(folder, "real");
    await open(real);
    symlinkSync(real, linked);

    await expect(open(linked)).rejects.toThrow("is in use by another exchange");
    await open(join(folder, "beside"));
  });

  test("[XR100] may have a path of any length", async () => {
    const deep = join(folder, "d".repeat(120));
    await open(deep);

    await expect(open(deep)).rejects.toThrow("is in use by another exchange");
    // The two paths differ only after byte 107, the maximum length of a Unix socket's path.
    await open(`${deep}e`);
  });
});

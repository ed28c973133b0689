import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { readSettings } from "../config/config.ts";
import { storeInternalPort, withLastInternalPort } from "./with-last-internal-port.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-internal-port-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function settingsWith(given: Record<string, string> = {}) {
  return readSettings({ LINEDESK_DATA: folder, ...given });
}

async function portAfter(given: Record<string, string> = {}): Promise<number> {
  return (await withLastInternalPort(settingsWith(given))).INTERNAL_PORT;
}

async function storeFreePort(): Promise<number> {
  const internal = await findFreePort();
  storeInternalPort(settingsWith(), { public: 1, exchange: 2, sip: 3, database: 4, internal });
  return internal;
}

test("a restarted station has the internal port of its last start, which continued calls use", async () => {
  expect(await portAfter()).toBe(0);

  const internal = await storeFreePort();

  expect(await portAfter()).toBe(internal);
});

test("a setting, a port of another part and a busy port take precedence over the last port", async () => {
  const internal = await storeFreePort();

  expect(await portAfter({ INTERNAL_PORT: "4002" })).toBe(4002);
  expect(await portAfter({ EXCHANGE_PORT: String(internal) })).toBe(0);
  const other = createServer();
  await new Promise<void>((resolve) => void other.listen(internal, "127.0.0.1", resolve));
  expect(await portAfter()).toBe(0);
  await new Promise((resolve) => void other.close(resolve));
});

test.each(["", "70000", "12x"])("a stored port that is %j is ignored", async (text) => {
  writeFileSync(join(folder, "internal-port"), text);

  expect(await portAfter()).toBe(0);
});

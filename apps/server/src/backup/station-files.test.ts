import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { listStationFiles } from "./station-files.ts";

test("[SR43] a backup contains the state of the exchange, but no sockets, no drain and no instance id of its machine", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "exchange"));
  const names = [
    "supervisor.sock",
    "supervisor-exchange.sock",
    "exchange/draining",
    "server-instance",
  ];
  for (const name of [...names, "exchange/exchange.json", "secrets.json"]) {
    writeFileSync(join(folder, name), "");
  }

  const listed = await listStationFiles(folder, join(folder, "backups"));

  expect(listed).toEqual(["exchange/exchange.json", "secrets.json"]);
});

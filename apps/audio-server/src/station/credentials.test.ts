import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { CredentialsError, CredentialsFile } from "./credentials.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-audio-server-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const credentials = { id: "0193d3c4-0000-7000-8000-000000000001", key: "a key of the station" };

test("[AS41] the key is sealed on the device: for its owner alone, and of no use elsewhere", () => {
  const data = join(folder, "data");
  const file = new CredentialsFile(data, "this machine");
  expect(file.read()).toBeNull();

  file.write(credentials);

  const path = join(data, "credentials.json");
  expect(file.read()).toEqual(credentials);
  expect(readFileSync(path, "utf8")).not.toContain(credentials.key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => new CredentialsFile(data, "another machine").read()).toThrow(CredentialsError);
});

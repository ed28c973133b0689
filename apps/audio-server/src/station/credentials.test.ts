import {
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
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

test("[AS42] the stored key is encrypted for this machine, and only its owner can read the file", () => {
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

test("[AS42] an unwritable folder, or a folder of another user, is reported before the pairing code is used", () => {
  const file = new CredentialsFile(folder, "this machine");
  file.write(credentials);
  symlinkSync("/dev/full", join(folder, "credentials.json.new"));
  expect(() => file.checkStorable()).toThrow(/no space left on device.*The code was not used\.$/);
  rmSync(join(folder, "credentials.json.new"));

  file.checkStorable();
  expect(readdirSync(folder)).toEqual(["credentials.json"]);
  expect(file.read()).toEqual(credentials);

  if (process.getuid?.() === 0) {
    chownSync(folder, 65_534, 65_534);
    expect(() => file.checkStorable()).toThrow(
      "it belongs to the user 65534, but this program runs as",
    );
  }
});

test("[AS42] a full disk is reported when the key cannot be stored, and the previous key stays", () => {
  const file = new CredentialsFile(folder, "this machine");
  file.write(credentials);
  symlinkSync("/dev/full", join(folder, "credentials.json.new"));

  const write = () => file.write({ ...credentials, key: "the next key" });

  expect(write).toThrow(CredentialsError);
  expect(write).toThrow(/no space left on device.*pair with a new code/);
  expect(file.read()).toEqual(credentials);
});

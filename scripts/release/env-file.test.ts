import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readSettings } from "../../apps/server/src/config/config.ts";
import { settings } from "../../apps/server/src/config/settings.ts";
import { readSettingRows, writeEnvFile } from "./env-file.ts";

const root = join(import.meta.dirname, "../..");

/** Reads `NAME=value` lines as systemd does. */
function readValues(file: string): Record<string, string> {
  const lines = file.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

test("[SR42] the settings file of the package explains every setting once", () => {
  const file = writeEnvFile(root);

  const named = readSettingRows(readFileSync(join(root, "docs/configuration.md"), "utf8"));
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(settings)));
  for (const name of Object.keys(settings).filter(
    (one) => !/^(NODE_ENV|LINEDESK_DATA)$/.test(one),
  )) {
    expect(file.match(new RegExp(`^#?${name}(_FILE)?=`, "gm"))).toHaveLength(1);
  }
});

test("[SR42] both services start with the values of the package's settings file", () => {
  const { SESSION_SECRET_FILE, ...values } = readValues(writeEnvFile(root));

  expect(SESSION_SECRET_FILE).toBe("/etc/linedesk/session-secret");
  const read = readSettings({
    ...values,
    NODE_ENV: "production",
    SESSION_SECRET: "x".repeat(64),
    OIDC_ISSUER: "https://issuer.example.com",
    OIDC_CLIENT_SECRET: "y".repeat(32),
  });
  expect(read).toMatchObject({ INTERNAL_PORT: 3002, EXCHANGE_PORT: 3001, HOST: "127.0.0.1" });
});

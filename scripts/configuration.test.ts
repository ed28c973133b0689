import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { exchangeSettings } from "../apps/exchange/src/config/settings.ts";
import { settings } from "../apps/server/src/config/settings.ts";

const page = readFileSync(new URL("../docs/configuration.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (.+?) \| (.+) \|$/gm)].map(
  ([, name = "", byDefault = "", meaning = ""]) => ({ name, byDefault, meaning }),
);

const serverDefaults = new Map(
  Object.entries(settings).map(([name, { schema }]) => [name, toText(schema.parse(undefined))]),
);

/** Returns undefined for an empty map, because a page cannot state it as a default. */
function toText(value: unknown): string | undefined {
  const isNone = value === undefined || (value instanceof Map && value.size === 0);
  return isNone ? undefined : JSON.stringify(value).replaceAll('"', "");
}
const exchangeDefaults = new Map<string, unknown>(Object.entries(exchangeSettings.parse({})));

test("[SR9] docs/configuration.md lists each setting of server and exchange once, and no other", () => {
  const listed = rows.map(({ name }) => name);
  const existing = new Set([...serverDefaults.keys(), ...Object.keys(exchangeSettings.shape)]);

  expect(new Set(listed)).toEqual(existing);
  expect(listed).toHaveLength(existing.size);
});

test("[SR9] the server reads every setting of the exchange, so that an invalid value stops the start", () => {
  const unread = Object.keys(exchangeSettings.shape).filter((name) => !serverDefaults.has(name));

  expect(unread).toEqual([]);
});

/** Matches a default that is one value. The code computes all other defaults. */
const literal = /^`([^`]+)`$/;

test.each(rows.filter(({ byDefault }) => literal.test(byDefault)))(
  "[SR9] $name is $byDefault when it is not set",
  ({ name, byDefault }) => {
    const written = literal.exec(byDefault)?.[1] ?? "";
    const value = serverDefaults.get(written) ?? written;

    expect(serverDefaults.get(name) ?? value).toBe(value);
    const alone = exchangeDefaults.get(name);
    if (typeof alone === "string") {
      expect(alone).toBe(value.replace(/^\.\//, ""));
    }
    if (typeof alone === "number") {
      expect(alone).toBe(Number(value));
    }
  },
);

test("[SR9] the page names the default of each server setting that has one", () => {
  const withDefault = [...serverDefaults].flatMap(([name, one]) => (one === undefined ? [] : name));
  const documented = new Set(
    rows.flatMap(({ name, byDefault }) => (literal.test(byDefault) ? name : [])),
  );

  expect(withDefault.filter((name) => !documented.has(name))).toEqual([]);
});

test("[SR9] the page marks exactly the secret settings as secret", () => {
  const secretRows = rows
    .filter(({ meaning }) => meaning.endsWith(" Secret"))
    .map(({ name }) => name);
  const secrets = Object.entries(settings).flatMap(([name, one]) => (one.secret ? [name] : []));

  expect(secretRows).toEqual(secrets);
});

import compile from "icu-minify/compile";
import { _createCache, _createIntlFormatters } from "use-intl/core";
import parseAndFormat from "use-intl/format-message";
import formatCompiled from "use-intl/format-message/format-only";
import { expect, test } from "vitest";

import { lazyWords } from "../testing/lazy-words.ts";
import { de } from "./de.ts";
import { enAu } from "./en-au.ts";

const cache = _createCache();
const options = { cache, formatters: _createIntlFormatters(cache), timeZone: "Australia/Sydney" };

function listMessages(tree: object): string[] {
  return Object.values(tree).flatMap((value: string | object) =>
    typeof value === "string" ? [value] : listMessages(value),
  );
}

/** Returns a value for each parameter and each tag that the message may have. */
function valuesOf(message: string, value: number | string) {
  const names = [...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name = ""]) => [name, value]);
  const tags = [...message.matchAll(/<(\w+)>/g)].map(([, name = ""]) => [
    name,
    (chunks: unknown) => `[${String(chunks)}]`,
  ]);
  return Object.fromEntries([...names, ...tags]) as Record<string, number>;
}

test.each([
  ["en-AU", listMessages({ ...enAu, ...lazyWords })],
  ["de", listMessages(de)],
])("a compiled message in %s gives the same text as its source", (locale, messages) => {
  for (const message of messages) {
    for (const value of [0, 1, 1234, "yes"]) {
      const values = valuesOf(message, value);
      const parsed = parseAndFormat("key", message, values, { ...options, locale });
      const compiled = formatCompiled("key", compile(message), values, { ...options, locale });
      expect({ message, reads: compiled }).toEqual({ message, reads: parsed });
    }
  }
  expect(messages.length).toBeGreaterThan(1000);
});

import { expect, test } from "vitest";

import { maskLog, maskReport } from "./mask-log.ts";
import { maskMetrics } from "./mask-metrics.ts";
import { listNameWords } from "./mask-names.ts";
import { maskText } from "./mask-text.ts";

const names = listNameWords(["Zelda O’Quokka", "Mark Will", "Δημήτριος", "李 Jo"]);
const options = { secrets: ["pass-of-the-trunk"], names };

test.each([
  "+61 491 570 156",
  "+61491570156",
  "0491 570 156",
  "(02) 5550 0101",
  "0061491570156",
  "61491570156",
  "61 491 570 156",
  "1300 555 010",
  "212-555-0101",
  "sip:61491570156@carrier.example",
  "sip:anna@carrier.example",
  "tel:+61-491-570-156",
])("[SR71] the number %s is masked", (number) => {
  const masked = maskText(`the caller ${number} waits`, []);

  expect(masked).toMatch(/^the caller .*\[number\].* waits$/);
  expect(masked).not.toMatch(/\d{3}|anna/);
});

test.each([
  ["postgresql://linedesk:s3cret-word@db.example/linedesk", "s3cret-word"],
  ["radio:s3cret-word@sip.example.com:5070", "s3cret-word"],
  ["authorization: Bearer abcdefgh", "abcdefgh"],
  ["Basic YWxpY2U6c2VjcmV0", "YWxpY2U6c2VjcmV0"],
  ["GET /api/x?token=abc.def&number=7", "abc.def"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "eyJ"],
  ["password=hunter2!", "hunter2"],
  ['{"apiSecret":"hunter2"}', "hunter2"],
  ["the key d41d8cd98f00b204e9800998ecf8427e", "d41d8cd9"],
  ["the key Zk3vQ81mPq0XnT5rLw7YbA2c", "Zk3vQ81m"],
  ["the login pass-of-the-trunk", "pass-of-the-trunk"],
  ["mail to kim.lee+x@example.com", "kim.lee"],
])("[SR71] the secret in %s is masked", (text, secret) => {
  expect(maskText(text, options.secrets)).not.toContain(secret);
});

test.each([
  "2026-11-29T00:36:46.123Z",
  "127.0.0.1:5060",
  "203.0.113.10",
  "0192f6a0-0000-7000-8000-0000000000c1",
  "CAdab3dc58f3206e9500d90f5974ff85c0",
  "/usr/lib/linedesk/dist/server.js:12:345",
  "PostgreSQL 18.4 answers on port 5432 in 1500 ms",
])("[SR71] the times, addresses and ids of %s are not masked", (text) => {
  expect(maskText(text, [])).toBe(text);
});

test("[SR71] a log line loses only `pii` and the names of people in fields, quotes and errors", () => {
  const entry = {
    level: 50,
    time: 1796005077375,
    part: "server",
    pii: { number: "+61491570156", name: "Zelda" },
    caller: "zelda o’quokka",
    callSid: "CAdab3dc58f3206e9500d90f5974ff85c0",
    err: {
      type: "DatabaseError",
      message: "no row of Δημήτριος or 李",
      stack: "Error: zelda rang\n    at mark (/usr/lib/linedesk/dist/server.js:1:2)",
    },
    msg: "call mark failed",
  };

  const [line = "", plain, rows] = maskLog(
    `${JSON.stringify(entry)}\n2026-11-29 ERROR: value "zelda" of Will is wrong\nDETAIL: Key (name)=(Zelda)`,
    options,
  ).split("\n");

  expect(JSON.parse(line)).toEqual({
    ...entry,
    pii: undefined,
    caller: "[name] [name]",
    err: {
      type: "DatabaseError",
      message: "no row of [name] or [name]",
      stack: "Error: [name] rang\n    at mark (/usr/lib/linedesk/dist/server.js:1:2)",
    },
  });
  expect(plain).toBe('2026-11-29 ERROR: value "[name]" of [name] is wrong');
  expect(rows).toBe("[left out]");
});

test("[SR71] while the names are not known, texts that may contain one are left out", () => {
  const entry = { level: 30, part: "server", caller: "Somebody", msg: "call stored", port: 5060 };

  const [line = "", plain] = maskLog(
    `${JSON.stringify(entry)}\nFATAL: role "somebody" does not exist`,
    { ...options, names: null },
  ).split("\n");

  expect(JSON.parse(line)).toEqual({ ...entry, caller: "[left out]" });
  expect(plain).toBe('FATAL: role "[left out]" does not exist');
});

test("[SR71] figures of metrics and reports are not masked, and their labels and texts are", () => {
  expect(maskMetrics('linedesk_x{line="+61255500101"} 1796005077', options)).toBe(
    'linedesk_x{line="[number]"} 1796005077',
  );
  expect(
    maskReport({ checks: [{ text: "Zelda of 0491 570 156", rows: 1796005077 }] }, options),
  ).toEqual({
    checks: [{ text: "[name] of [number]", rows: 1796005077 }],
  });
});

import { expect, test } from "vitest";

import { PartLog } from "./part-log.ts";

function openLog(format: "json" | "text") {
  const written: string[] = [];
  const forwarded: string[] = [];
  const log = new PartLog({
    name: "exchange",
    file: { write: (text) => void written.push(text) },
    format,
    forward: (line) => void forwarded.push(line),
  });
  return { log, written, forwarded };
}

test("[SR92] the journal gets whole lines, however the output of the part is cut", () => {
  const { log, written, forwarded } = openLog("json");

  log.writeOutput('{"msg":"one"}\n{"msg"');
  log.writeOutput(':"two"}\n');

  expect(forwarded).toEqual(['{"msg":"one"}\n', '{"msg":"two"}\n']);
  expect(written.join("")).toBe(forwarded.join(""));
});

test("[SR91] the stack of a crash is one event, in JSON and in text", () => {
  const stack = "Error: out of ports\n    at open (media.js:1:2)\n";
  const json = openLog("json");
  const text = openLog("text");

  json.log.writeError(stack);
  text.log.writeError(stack);
  text.log.writeError("\n");
  text.log.writeEntry(
    '{"level":60,"area":"supervisor","stack":"at a\\nat b","msg":"part hangs"}\n',
  );

  expect(json.forwarded).toEqual(json.written);
  expect(JSON.parse(json.written.join(""))).toMatchObject({
    level: 40,
    part: "exchange",
    msg: stack.trim(),
  });
  expect(text.written).toHaveLength(2);
  expect(text.written[0]).toMatch(
    /^\S+Z warn exchange: Error: out of ports \| at open \(media.js:1:2\)\n$/,
  );
  expect(text.written[1]).toBe('fatal supervisor: part hangs stack="at a\\nat b"\n');
});

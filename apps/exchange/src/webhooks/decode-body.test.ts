import { expect, test } from "vitest";

import { decodeBody } from "./decode-body.ts";

const SPOKEN = "<Say>Grüße, ça va?</Say>";
function declared(encoding: string) {
  return `<?xml version="1.0" encoding="${encoding}"?>${SPOKEN}`;
}
function latin(text: string) {
  return Buffer.from(text, "latin1");
}

test.each([
  ["UTF-8 by default", Buffer.from(SPOKEN), "text/xml", SPOKEN],
  ["the type's charset", latin(SPOKEN), "text/xml; charset=ISO-8859-1", SPOKEN],
  ["the declaration", latin(declared("iso-8859-1")), "text/xml", declared("iso-8859-1")],
  [
    "the type before the declaration",
    Buffer.from(declared("x")),
    'text/xml;charset="utf-8"',
    declared("x"),
  ],
  ["a byte order mark", Buffer.from(`\ufeff${SPOKEN}`, "utf16le"), "text/xml", SPOKEN],
])("[XT23] a body is decoded by %s", (_by, bytes, type, body) => {
  expect(decodeBody(bytes, type)).toEqual({ body });
});

test.each([
  [Buffer.from(SPOKEN), "text/xml; charset=klingon", "klingon"],
  [Buffer.from(declared("EBCDIC-XX")), "text/xml", "EBCDIC-XX"],
])("[XT23] the result names an unknown charset", (bytes, type, unknownCharset) => {
  expect(decodeBody(bytes, type)).toMatchObject({ unknownCharset });
});

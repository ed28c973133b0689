import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { childElements, readText } from "./element.ts";
import { parseTwiml, TwimlError } from "./parse-twiml.ts";

describe("parseTwiml", () => {
  test("reads verbs, attributes, text and nesting in order", () => {
    const response = parseTwiml(
      `<?xml version="1.0"?><Response><Say loop="2">Hi &amp; bye</Say><Dial><Number>+61</Number></Dial></Response>`,
    );

    const [say, dial] = childElements(response);
    expect(say).toMatchObject({ name: "Say", attributes: { loop: "2" } });
    expect(say && readText(say)).toBe("Hi & bye");
    expect(dial && childElements(dial)[0]?.name).toBe("Number");
  });

  test.each([
    ["", "empty"],
    ["hello", "text"],
    ["<Response><Say></Response>", "not well-formed"],
    ["<Answer/>", "another root"],
    ["<Response/><Response/>", "two roots"],
    [`<!DOCTYPE x [<!ENTITY e "x">]><Response>&e;</Response>`, "a document type"],
    ["<Response>&nbsp;</Response>", "an entity that XML does not define"],
    [`<Response>${"<a>".repeat(20)}${"</a>".repeat(20)}</Response>`, "too deep"],
    [`<Response>${"<a/>".repeat(3000)}</Response>`, "too many elements"],
    [`<Response>${"x".repeat(70_000)}</Response>`, "too long"],
  ])("[XT23][XW19] refuses %s with 12100", (text) => {
    expect(() => parseTwiml(text)).toThrow(TwimlError);
  });

  test("[XT23] reads or refuses any document, and never throws another error", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "/",
      "Response",
      "Say",
      "&",
      ";",
      '"',
      "<!--",
      "]]>",
      "=",
    );
    const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 30 });

    fc.assert(
      fc.property(text, (pieces) => {
        for (const body of [pieces.join(""), `<Response>${pieces.join("")}</Response>`]) {
          try {
            expect(parseTwiml(body).name).toBe("Response");
          } catch (error) {
            expect(error).toBeInstanceOf(TwimlError);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("returns text with any characters; only white space is collapsed", () => {
    function escape(text: string) {
      return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    }
    const printable = fc.string({ unit: "grapheme", maxLength: 60 });

    fc.assert(
      fc.property(printable, (text) => {
        const [say] = childElements(parseTwiml(`<Response><Say>${escape(text)}</Say></Response>`));
        expect(say && readText(say)).toBe(text.replace(/\s+/g, " ").trim());
      }),
    );
  });
});

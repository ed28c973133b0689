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
    ["no content", ""],
    ["plain text", "hello"],
    ["a missing end tag", "<Response><Say></Response>"],
    ["another root", "<Answer/>"],
    ["two roots", "<Response/><Response/>"],
    ["a document type", `<!DOCTYPE x [<!ENTITY e "x">]><Response>&e;</Response>`],
    ["an entity that XML does not define", "<Response>&nbsp;</Response>"],
    ["more than 10 levels", `<Response>${"<a>".repeat(20)}${"</a>".repeat(20)}</Response>`],
    ["more than 2,000 elements", `<Response>${"<a/>".repeat(3000)}</Response>`],
    ["more than 65,536 characters", `<Response>${"x".repeat(70_000)}</Response>`],
  ])("[XT23][XW19] refuses a document with %s with 12100", (_what, text) => {
    expect(() => parseTwiml(text)).toThrow(TwimlError);
    expect(() => parseTwiml(text)).toThrow(expect.objectContaining({ twilioCode: 12100 }));
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

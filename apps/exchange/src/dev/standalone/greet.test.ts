import { describe, expect, test } from "vitest";

import { parseTwiml } from "../../twiml/document/parse-twiml.ts";
import { afterDial, choose, greet } from "./greet.ts";

const number = "+61255500100";
function verbs(document: string): string[] {
  return [...document.matchAll(/<(\w+)/g)].map(([, name]) => name ?? "");
}

describe("the sample's documents", () => {
  test("greet with a chime, say the choices, and give up after three rounds", () => {
    const first = greet({ From: "+61491570006", To: number }, 1, number);

    expect(verbs(first)).toEqual(["Response", "Gather", "Play", "Say", "Redirect"]);
    expect(first).toContain("/voice?round=2");
    expect(verbs(greet({}, 4, number))).toEqual(["Response", "Say", "Hangup"]);
  });

  test.each([
    ["1", ["Response", "Play"]],
    ["2", ["Response", "Dial", "Conference"]],
    ["3", ["Response", "Dial", "Client"]],
    ["9", ["Response", "Say", "Hangup"]],
    ["7", ["Response", "Redirect"]],
  ])("key %s: %j", (Digits, expected) => {
    expect(verbs(choose({ Digits }))).toEqual(expected);
  });

  test("go back to the menu when nobody was at the softphone", () => {
    expect(verbs(afterDial({ DialCallStatus: "no-answer" }))).toEqual([
      "Response",
      "Say",
      "Redirect",
    ]);
    expect(verbs(afterDial({ DialCallStatus: "completed" }))).toEqual([
      "Response",
      "Say",
      "Hangup",
    ]);
  });

  test.each([
    ["client:bob", "<Client>bob</Client>"],
    ["bob", "<Client>bob</Client>"],
    ["+61255500101", "<Number>+61255500101</Number>"],
    ["sip:a@127.0.0.1", "<Sip>sip:a@127.0.0.1</Sip>"],
    ['<Hangup/>"&', "&lt;Hangup/&gt;&quot;&amp;"],
  ])("dial %s for the softphone", (To, expected) => {
    const document = greet({ From: "client:demo", To }, 1, number);

    expect(document).toContain(expected);
    expect(() => parseTwiml(document)).not.toThrow();
  });
});

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { describe, expect, test } from "vitest";

import { CoreUnderTest, aCallInto } from "../testing/core-under-test.ts";
import { APP } from "../testing/scripted-web.ts";

const page = readFileSync(new URL("../../../../docs/exchange-twiml.md", import.meta.url), "utf8");
const types = readFileSync(
  createRequire(import.meta.url).resolve("twilio/lib/twiml/VoiceResponse.d.ts"),
  "utf8",
);

const rows = page
  .split("|---|---|---|\n", 2)[1]
  ?.split("\n\n", 1)[0]
  ?.split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()));
const table = new Map(rows?.map(([, names = "", works = ""]) => [names, attributesIn(works)]));

function attributesIn(cell: string): string[] {
  return [...cell.matchAll(/`([a-z][A-Za-z]*)(="\w+")?`/g)].map(([, name = ""]) => name);
}

/** Returns the attributes of an element that Twilio's client can write. */
function attributesOf(word: string): string[] {
  const [, body = ""] =
    new RegExp(`interface ${word}Attributes \\{([^}]*?)\\n    \\}`).exec(types) ?? [];
  return [...body.matchAll(/^\s+(\w+)\??:/gm)].map(([, name = ""]) => name);
}

const writable = [...types.matchAll(/^ {4}([a-z]\w*)\([^)]*\): VoiceResponse\.(\w+);/gm)];
const verbs = new Set(writable.map(([, , name = ""]) => name));
const nouns = ["Number", "Client", "Sip", "Conference"];

function documentWith(word: string, attribute: string): string {
  const inside: Record<string, string> = {
    Say: "hello",
    Play: `${APP}/x.wav`,
    Enqueue: "waiting",
    Number: "+61491570156",
    Client: "alice",
    Sip: "sip:a@b.example",
    Conference: "desk",
    Redirect: "/next",
  };
  const element = `<${word} ${attribute}="x">${inside[word] ?? ""}</${word}>`;
  return nouns.includes(word) ? `<Dial>${element}</Dial>` : element;
}

async function noted(document: string): Promise<string[]> {
  const it = new CoreUnderTest();
  it.web.respondWith("/next", "").respondWith("/wait", document);
  const isWaiting = document.startsWith("<Leave");
  const { sid } = await it.ringInto(
    isWaiting ? '<Enqueue waitUrl="/wait">waiting</Enqueue>' : document,
  );
  return it.messagesOf(sid);
}

describe("the page of TwiML", () => {
  test("[XT61] names every verb that Twilio's client can write", () => {
    const named = [...table.keys()].flatMap((names) => names.split(", "));

    expect(verbs.size).toBeGreaterThan(18);
    expect([...verbs].filter((verb) => !named.includes(verb))).toEqual([]);
  });

  const words = [...table].filter(([names]) => !names.includes(","));

  test.each(words)(
    "[XT61] names the supported attributes of %s, and others create 12200",
    async (word, works) => {
      const names = new Set([...works, ...attributesOf(word), "nonsense"]);
      const supported: string[] = [];
      for (const name of names) {
        const notes = await noted(documentWith(word, name));
        if (!notes.some((note) => note.endsWith(`${name} is not supported`))) {
          supported.push(name);
        }
      }

      expect(supported.sort()).toEqual(works.toSorted());
    },
  );

  const unsupported = [...table.keys()].filter((names) => names.includes(",")).join(", ");

  test.each(unsupported.split(", "))(
    "[XT61] names %s as unsupported: it creates 12200, and the next verb runs",
    async (verb) => {
      const { it, call } = await aCallInto(`<${verb}>x</${verb}><Play>${APP}/after.wav</Play>`);

      expect(it.errorsOf(call.sid)).toEqual([12200]);
      expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
    },
  );
});

describe("nouns that a Dial does not call", () => {
  test.each([
    ["<Sim>DE1</Sim><Client>alice</Client>", ["Dial does not accept Sim here"]],
    ["<Queue>q</Queue><Client>alice</Client>", ["Dial does not accept Queue here"]],
    [
      "<Client>alice</Client><Conference>desk</Conference>",
      ["Dial does not accept Conference here"],
    ],
    ["<Client><Identity>alice</Identity><Name/></Client>", ["Client does not accept Name"]],
    [
      "<Client>alice<Parameter name='a' value='b' x='y'/></Client>",
      ["Parameter: x is not supported"],
    ],
  ])("[XT39] create a notification in %s, and the other nouns ring", async (inside, messages) => {
    const it = new CoreUnderTest();

    const { sid } = await it.ringInto(`<Dial>${inside}</Dial>`);

    expect(it.client.dialled.map(({ request }) => request.to)).toEqual(["client:alice"]);
    expect(it.errorsOf(sid)).toEqual([12200]);
    expect(it.messagesOf(sid)).toEqual(messages);
  });

  test("[XT39] beside a Conference create a notification, and the conference is joined", async () => {
    const { it, call } = await aCallInto(
      "<Dial><Conference>desk</Conference><Client>a</Client></Dial>",
    );

    expect(it.errorsOf(call.sid)).toEqual([12200]);
    expect(it.core.conferences.list({ friendlyName: "desk" })).toHaveLength(1);
    expect(it.client.dialled).toEqual([]);
  });

  test.each(["", "<Sim>DE1</Sim>"])(
    "[XT39] leave a Dial of '%s' without a noun to call, and it fails with 13224",
    async (inside) => {
      const it = new CoreUnderTest();
      it.web.respondWith("/done", "<Pause/>");

      const { sid } = await it.ringInto(`<Dial action="/done">${inside}</Dial>`);

      expect(it.errorsOf(sid)).toContain(13224);
      expect(it.web.requestsTo("/done")[0]).toMatchObject({
        DialCallStatus: "failed",
        ErrorCode: "13224",
      });
    },
  );
});

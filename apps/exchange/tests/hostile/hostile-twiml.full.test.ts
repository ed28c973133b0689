import { createServer, type Server, type ServerResponse } from "node:http";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { damagedText, ring, type SipListener } from "@linedesk/testkit";
import { accountSid, AttackedExchange, caller } from "./attacked-exchange.ts";

let attacked: AttackedExchange;
let hostileWeb: HostileWeb;
const number = "+61255500193";

type Answer = (response: ServerResponse) => void;

class HostileWeb {
  readonly #server: Server;
  requests = 0;
  answer: Answer = (response) => response.end();

  constructor() {
    this.#server = createServer((request, response) => {
      this.requests += 1;
      request.resume();
      response.on("error", () => undefined);
      this.answer(response);
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

beforeAll(async () => {
  attacked = await AttackedExchange.start();
  hostileWeb = await new HostileWeb().listen();
  const form = { PhoneNumber: number, VoiceUrl: `${hostileWeb.url}/doc` };
  await attacked.request("/IncomingPhoneNumbers", form);
});
afterAll(async () => {
  await attacked?.close();
  await hostileWeb?.close();
});

function xml(text: string): Answer {
  return (response) => {
    response.setHeader("content-type", "text/xml");
    response.end(text);
  };
}

function documents() {
  return [
    `<Response><Say voice="alice" loop="2">hello</Say><Pause length="1"/><Redirect/></Response>`,
    `<Response><Play loop="0" digits="1w2">${hostileWeb.url}/sound.wav</Play></Response>`,
    `<Response><Gather numDigits="3" timeout="1" finishOnKey="#" action="/a"><Say>x</Say></Gather></Response>`,
    `<Response><Enqueue waitUrl="${hostileWeb.url}/wait" action="/b">nobody</Enqueue></Response>`,
    `<Response><Dial timeout="1" timeLimit="2" callerId="${number}" action="/c"><Client><Identity>nobody</Identity><Parameter name="a" value="b"/></Client><Number>+61255500199</Number></Dial></Response>`,
    `<Response><Dial><Conference startConferenceOnEnter="false" waitUrl="" maxParticipants="2" statusCallback="${hostileWeb.url}/s" statusCallbackEvent="start end join">elsewhere</Conference></Dial></Response>`,
    `<Response><Dial><Queue url="/w">nobody</Queue></Dial><Dial><Sip>sip:a@127.0.0.1:9;x=y?h=v</Sip></Dial></Response>`,
    `<Response><Reject reason="busy"/><Leave/><Hangup/></Response>`,
  ];
}

const bombs = [
  `<!DOCTYPE r [<!ENTITY a "${"x".repeat(100)}"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><Response><Say>&b;&b;</Say></Response>`,
  `<!DOCTYPE r SYSTEM "file:///etc/passwd"><Response><Say>&r;</Say></Response>`,
  `<Response>${"<Gather>".repeat(2000)}`,
  `<Response>${"<Say>x</Say>".repeat(3000)}</Response>`,
  `<Response ${Array.from({ length: 2000 }, (_, n) => `a${n}="1"`).join(" ")}/>`,
  `<Response><Say>${"y".repeat(63_000)}</Say></Response>`,
  `<Response><Pause length="99999999999999"/><Play loop="-1"/></Response>`,
];

/** A form of the REST API has 64 KB at most. */
function fitsForm(Twiml: string): boolean {
  return new URLSearchParams({ Twiml }).toString().length < 65_000;
}

async function aVictim(): Promise<{ listener: SipListener; sid: string }> {
  hostileWeb.answer = xml("<Response><Pause length='60'/></Response>");
  const listener = await ring({ exchange: attacked.sip, from: caller.number, to: number });
  await listener.answered;
  const url = `${attacked.url}/2010-04-01/Accounts/${accountSid}/Calls.json?Status=in-progress`;
  const headers = { authorization: attacked.authorization };
  const { calls } = (await (await fetch(url, { headers })).json()) as {
    calls: { sid: string; to: string }[];
  };
  return { listener, sid: calls.find((call) => call.to === number)?.sid ?? "" };
}

describe("hostile documents and answers", () => {
  test("[XT23] [XW19] end no other call when one call runs hundreds of them", async () => {
    await attacked.survives(async (round) => {
      const numRuns = 300;
      const samples = fc.sample(damagedText(...documents()), { numRuns, seed: 900 + round });
      let victim = await aVictim();
      for (const Twiml of [...bombs, ...samples].filter(fitsForm)) {
        const answer = await attacked.request(`/Calls/${victim.sid}`, { Twiml });
        const isOurs = answer.status >= 500;
        expect({ Twiml, isOurs }).toEqual({ Twiml, isOurs: false });
        if (victim.listener.status !== "ended") {
          continue;
        }
        await victim.listener.close();
        victim = await aVictim();
      }
      await victim.listener.hangUp();
      await victim.listener.close();
    });
  }, 200_000);

  const cases: [string, () => Answer][] = [
    ["a redirect to itself", () => xml("<Response><Redirect>/doc</Redirect></Response>")],
    ["an entity bomb", () => xml(bombs[0] ?? "")],
    ["a local file as an entity", () => xml(bombs[1] ?? "")],
    ["a document nested too deeply", () => xml(bombs[2] ?? "")],
    ["a document of too many parts", () => xml(bombs[3] ?? "")],
    ["an HTML page", () => (response) => response.end("<html><p>no")],
    [
      "an endless answer",
      () => (response) => {
        const timer = setInterval(() => response.write("x".repeat(16_384)), 1);
        response.on("close", () => clearInterval(timer));
      },
    ],
    [
      "a broken connection",
      () => (response) => {
        response.write("<Response>");
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      "an HTTP redirect into a private network",
      () => (response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    ],
    [
      "a header of 60 KB",
      () => (response) => response.writeHead(200, { x: "y".repeat(60_000) }).end(),
    ],
  ];

  // The cases run in parallel, because the exchange repeats some requests for 45 s.
  test("[XT23] [XW7] [XW18] [XW19] make the exchange hang up after a limited number of requests", async () => {
    const ends = cases.map(async ([what, answer], n) => {
      const own = await new HostileWeb().listen();
      own.answer = answer();
      const to = `+6125550040${n}`;
      await attacked.request("/IncomingPhoneNumbers", {
        PhoneNumber: to,
        VoiceUrl: `${own.url}/doc`,
      });
      const listener = await ring({ exchange: attacked.sip, from: caller.number, to });
      await listener.answered;
      const { by } = await listener.ended;
      await listener.close();
      await own.close();
      return { what, by, isBounded: own.requests < 120 };
    });

    expect(await Promise.all(ends)).toEqual(
      cases.map(([what]) => ({ what, by: "exchange", isBounded: true })),
    );
    attacked.checkUnharmed();
  }, 150_000);
});

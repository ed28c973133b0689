import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";
import { spokenAfter } from "./spoken.ts";

// Real RTP in PCMU, our voice detection, and pocketsphinx as a process.

const TIMEOUT_MS = 60_000;
const STATION = "+61255500101";

const cleanup = new Cleanup();
let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/voice");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: STATION, voiceUrl });
}, TIMEOUT_MS);
beforeEach(() => {
  booted.web.clear();
  booted.web.answer("/said", `<Pause length="60"/>`);
  booted.web.answer("/nothing", `<Pause length="60"/>`);
});
afterEach(() => cleanup.run());
afterAll(() => booted.close());

/** A listener who says this to a Gather; what its action is told. */
async function paramsSpeaking(
  text: string,
  gather: string,
  more: { voice?: string; quietMs?: number } = {},
) {
  booted.web.answer("/voice", `${gather}<Redirect>/nothing</Redirect>`);
  const sends = spokenAfter(cleanup, { text, ...more });
  await aListener(cleanup, { address: booted.exchange.sip }, { to: STATION, sends });
  return (await booted.web.waitForRequest("/said")).params;
}

test(
  "free text over PCMU comes to the action with its Confidence",
  async () => {
    const params = await paramsSpeaking(
      "my name is peter and I am calling from the airport",
      `<Gather input="speech" action="/said" speechTimeout="1"/>`,
    );

    expect(params["SpeechResult"]).toContain("calling from the airport");
    expect(Number(params["Confidence"])).toBeGreaterThan(0.3);
    expect(params["Language"]).toBe("en-US");
  },
  TIMEOUT_MS,
);

test(
  "hints are heard first, over PCMU and from a word that no dictionary has",
  async () => {
    const params = await paramsSpeaking(
      "operator please",
      `<Gather input="speech" action="/said" speechTimeout="1" hints="Sales, Technical Support, Operator please, Xyzzyq"/>`,
      { voice: "slt" },
    );

    expect(params["SpeechResult"]).toBe("Operator please");
    expect(Number(params["Confidence"])).toBeGreaterThan(0.6);
  },
  TIMEOUT_MS,
);

test(
  "who speaks ends the prompt, is told of as they speak, and is cut at maxSpeechTime",
  async () => {
    const params = await paramsSpeaking(
      "my name is peter and I am calling from the airport and I would like to talk about the weather",
      `<Gather input="speech" action="/said" speechTimeout="5" maxSpeechTime="3" partialResultCallback="/part">
        <Say>${"This prompt is long. ".repeat(20)}</Say>
      </Gather>`,
    );
    const partial = (await booted.web.waitForRequest("/part")).params;

    expect(params["SpeechResult"]).toContain("name is peter");
    expect(params["SpeechResult"]).not.toContain("weather");
    expect(partial["SequenceNumber"]).toBe("0");
    expect(partial["UnstableSpeechResult"]).not.toBe("");
  },
  TIMEOUT_MS,
);

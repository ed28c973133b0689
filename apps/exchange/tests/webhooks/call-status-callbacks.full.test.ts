import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { TwimlScene } from "../support/twiml-scene.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(() => booted.close());

function names(text: string): string[] {
  return text.trim().split(/\s+/);
}
function sorted(...lists: string[][]): string[] {
  return lists.flat().sort();
}
const PARTY = names("AccountSid ApiVersion CallSid CallStatus Direction From To Caller Called");
const GEOGRAPHY = ["From", "To", "Caller", "Called"].flatMap((who) =>
  ["City", "State", "Zip", "Country"].map((what) => who + what),
);
const REPORT = names("Timestamp CallbackSource SequenceNumber");
const ENDED = names("CallDuration Duration SipResponseCode");
const everything = ["initiated", "ringing", "answered", "completed"];

describe.concurrent("[XW3] a voice request carries its parameters whole and no others", () => {
  test("[XW3] of a telephone's call, with what came over SIP", async () => {
    await using scene = await TwimlScene.open(booted);

    await scene.connect("<Pause length='9'/>", {
      from: "0491570157",
      name: "Zed",
      headers: [
        ["X-Team", "news"],
        ["Subject", "x"],
      ],
    });

    const request = await scene.requests("incoming");
    const sip = names("SipDomain SipCallId SipSourceIp SipHeader_X-Team");
    expect(Object.keys(request).sort()).toEqual(sorted(PARTY, GEOGRAPHY, sip, names("CallerName")));
    expect(request).toMatchObject({
      From: "+61491570157",
      To: scene.number,
      CallStatus: "ringing",
      Direction: "inbound",
      ApiVersion: "2010-04-01",
      CallerName: "Zed",
      FromCountry: "AU",
      SipSourceIp: "127.0.0.1",
      "SipHeader_X-Team": "news",
    });
  });
});

describe.concurrent("how a call gets on", () => {
  test.each([
    [
      "answered and over",
      { type: "answer" },
      names("initiated ringing in-progress completed"),
      "200",
    ],
    [
      "busy",
      { type: "refuse", status: 486, reason: "Busy" },
      names("initiated ringing busy"),
      "486",
    ],
    ["unknown", { type: "refuse", status: 404, reason: "Gone" }, names("initiated failed"), "404"],
    ["not answered", { type: "ring" }, names("initiated ringing no-answer"), "487"],
  ] as const)("[XW9][XW3] of one who is %s", async (_what, does, statuses, code) => {
    await using scene = await TwimlScene.open(booted);
    const { uri } = await scene.telephone({ does });

    const { sid } = await booted.rest.calls.create({
      to: uri,
      from: scene.number,
      twiml: "<Response><Pause/></Response>",
      // One that answers is not to be given up on by a machine that is busy.
      timeout: does.type === "ring" ? 1 : 20,
      statusCallback: scene.url("told"),
      statusCallbackEvent: everything,
    });

    function isLast({ params }: { params: Record<string, string> }) {
      return "CallDuration" in params;
    }
    const last = await scene.requests("told", isLast);
    const callbacks = scene.paramsOf("told");
    const seen = callbacks.map(({ CallStatus }) => CallStatus);
    // A telephone that refuses at once may have rung or not.
    function rang(list: readonly (string | undefined)[]) {
      return list.filter((it) => it !== "ringing");
    }
    expect(rang(seen)).toEqual(rang(statuses));
    expect(callbacks.map(({ SequenceNumber }) => Number(SequenceNumber))).toEqual(
      callbacks.map((_, i) => i),
    );
    for (const params of callbacks) {
      expect(params).toMatchObject({
        CallSid: sid,
        CallbackSource: "call-progress-events",
        Timestamp: expect.stringMatching(/\+0000$/),
        Direction: "outbound-api",
      });
    }
    const geography = GEOGRAPHY.filter((name) => /^(?:From|Caller)/.test(name));
    const sip = names("SipDomain SipCallId");
    expect(Object.keys(last).sort()).toEqual(sorted(PARTY, geography, sip, REPORT, ENDED));
    expect(last).toMatchObject({ SipResponseCode: code, SipDomain: "127.0.0.1" });
  });
});

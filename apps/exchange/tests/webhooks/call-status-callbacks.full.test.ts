import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { rootMeanSquare } from "@linedesk/audio";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
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
/** Nobody listens there. */
const NOWHERE = "http://127.0.0.1:9/voice#ct=200";

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
    expect(Object.keys(request).sort()).toEqual(
      sorted(PARTY, GEOGRAPHY, sip, names("CallerName CallToken")),
    );
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

  test("[XW3] of a browser's call, with its application and its own parameters", async () => {
    booted.web.answer("/voice", "<Pause length='9'/>");
    const alice = await booted.device("alice");

    const call = await alice.connect({ params: { team: "news", To: "studio" } });
    await call.waitFor("accept");

    const { params } = await booted.web.waitForRequest("/voice");
    expect(params).toMatchObject({
      From: "client:alice",
      Caller: "client:alice",
      ApplicationSid: booted.applicationSid,
      team: "news",
      To: "studio",
    });
    await call.disconnect();
    expect((await booted.web.waitForRequest("/status")).params).toMatchObject({
      CallStatus: "completed",
      CallSid: params["CallSid"],
      team: "news",
    });
  });
});

describe.concurrent("a document that cannot be had", () => {
  test("[XW7] is asked for at the fallback URL, which is told why", async () => {
    await using scene = await TwimlScene.open(booted);
    await scene.change({ voiceUrl: NOWHERE, voiceFallbackUrl: scene.url("fallback") });
    scene.answer("fallback", "<Hangup/>");

    const caller = await scene.ringAgain();
    await caller.ended;

    expect(await scene.requests("fallback")).toMatchObject({
      To: scene.number,
      CallStatus: "ringing",
      ErrorCode: "11205",
      ErrorUrl: NOWHERE.split("#")[0],
    });
  });

  test("[XW7] without a fallback there is an apology, and the call ends", async () => {
    await using scene = await TwimlScene.open(booted);

    const caller = await scene.connect("<broken");
    await caller.ended;

    expect(rootMeanSquare(caller.receivedAudio(1500))).toBeGreaterThan(300);
    expect(await scene.requests("status")).toMatchObject({ CallStatus: "completed" });
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

  test("[XW9] cancelled by REST while it rings, and only the end where no event is named", async () => {
    await using scene = await TwimlScene.open(booted);
    const { uri, telephone } = await scene.telephone({ does: { type: "ring" } });
    const { sid } = await booted.rest.calls.create({
      to: uri,
      from: scene.number,
      twiml: "<Response/>",
      statusCallback: scene.url("told"),
    });
    await telephone.nextCall();

    await booted.rest.calls(sid).update({ status: "canceled" });

    expect(await scene.requests("told")).toMatchObject({
      CallStatus: "canceled",
      SequenceNumber: "0",
    });
    expect(scene.paramsOf("told")).toHaveLength(1);
  });

  test("[XW16] a callback is told again until the application takes it", async () => {
    await using scene = await TwimlScene.open(booted);
    const tokens: string[] = [];
    const application = createServer((request, response) => {
      tokens.push(String(request.headers["i-twilio-idempotency-token"]));
      if (tokens.length < 3) {
        request.socket.destroy();
      } else {
        response.end();
      }
    });
    await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
    const { port } = application.address() as AddressInfo;
    await scene.change({ statusCallback: `http://127.0.0.1:${port}/` });

    await scene.ring("<Reject/>");
    await eventually(
      async () => tokens.length,
      (count) => count >= 3,
    );
    await new Promise((resolve) => application.close(resolve));

    expect(new Set(tokens).size).toBe(1);
  });
});

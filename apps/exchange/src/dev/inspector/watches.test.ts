import { describe, expect, test } from "vitest";

import { HttpSendError, type HttpRequest, type HttpSender } from "../../webhooks/http-sender.ts";
import type { FrameView, SipView, WebhookView } from "./feed-events.ts";
import { FrameRecorder } from "./frame-recorder.ts";
import { Redaction } from "./redaction.ts";
import { SipRecorder } from "./sip-recorder.ts";
import { WebhookRecorder } from "./webhook-recorder.ts";

const common = { redaction: new Redaction([]), now: () => 1_800_000_000_000 };

function aRequest(more: Partial<HttpRequest> = {}): HttpRequest {
  return {
    url: "http://app.example/voice",
    method: "POST",
    headers: { "I-Twilio-Idempotency-Token": "t-1", "X-Twilio-Signature": "c2lnbmVk" },
    body: "CallSid=CA1&From=%2B61491570006&CallStatus=ringing&CallToken=abcdefgh",
    connectTimeoutMs: 1,
    readTimeoutMs: 1,
    totalTimeoutMs: 1,
    namesServer: true,
    maxBytes: 1,
    ...more,
  };
}

describe("webhooks that are watched", () => {
  const views: WebhookView[] = [];
  function aWatch() {
    return new WebhookRecorder({ ...common, onChange: (one) => void views.push(one) });
  }
  const reply = { status: 200, contentType: "text/xml", body: "<Response/>" };

  test("are told with parameters, answer, time taken and every attempt", async () => {
    const watch = aWatch();
    let turn = 0;
    const send: HttpSender = async () => {
      turn += 1;
      if (turn === 1) {
        throw new HttpSendError("connect", "connect ECONNREFUSED");
      }
      return reply;
    };
    const watched = watch.watch(send);

    await watched(aRequest()).catch(() => undefined);
    const answer = await watched(aRequest());

    const [webhook] = watch.list();
    expect(answer).toBe(reply);
    expect(watch.list()).toHaveLength(1);
    expect(webhook).toMatchObject({
      method: "POST",
      url: "http://app.example/voice",
      callSid: "CA1",
      about: "ringing",
      attempts: [
        { status: null, error: "connect ECONNREFUSED" },
        { status: 200, contentType: "text/xml", body: "<Response/>", error: null },
      ],
    });
    expect(webhook?.params).toContainEqual(["From", "+61491570006"]);
    expect(webhook?.attempts.every(({ tookMs }) => tookMs !== null && tookMs >= 0)).toBe(true);
  });

  test("are told alike when they are JSON", async () => {
    const watch = aWatch();
    const body = '{"CallSid":"CA1","CallStatus":"completed","CallToken":"abcdefgh","Digits":[1]}';

    await watch.watch(async () => reply)(aRequest({ body }));

    expect(watch.list()[0]).toMatchObject({ callSid: "CA1", about: "[1]" });
    expect(watch.list()[0]?.params).toContainEqual(["CallToken", "(hidden)"]);
  });

  test("[XS126] are told of a client notification by its call, without the token", async () => {
    const watch = aWatch();
    const notification = {
      twi_call_sid: "CA7",
      twi_message_type: "twilio.voice.call",
      twi_to: "client:a",
    };
    const body = JSON.stringify({ ...notification, twi_bridge_token: "abcdefgh" });

    await watch.watch(async () => reply)(aRequest({ body }));

    expect(watch.list()[0]).toMatchObject({ callSid: "CA7", about: "twilio.voice.call" });
    expect(watch.list()[0]?.params).toContainEqual(["twi_to", "client:a"]);
    expect(watch.list()[0]?.params).toContainEqual(["twi_bridge_token", "(hidden)"]);
    expect(JSON.stringify(watch.list())).not.toContain("abcdefgh");
  });

  test("show neither signature nor token", async () => {
    const watch = aWatch();

    await watch.watch(async () => reply)(aRequest());

    expect(JSON.stringify(watch.list())).not.toMatch(/c2lnbmVk|abcdefgh|t-1/);
  });

  test("are kept up to two hundred", async () => {
    const watch = aWatch();
    const send = watch.watch(async () => reply);

    for (let i = 0; i < 250; i += 1) {
      await send(aRequest({ headers: { "I-Twilio-Idempotency-Token": `t-${i}` } }));
    }

    expect(watch.list()).toHaveLength(200);
    expect(watch.list()[0]?.id).toBe(51);
  });
});

describe("signalling that is watched", () => {
  function aWatch() {
    const frames: FrameView[] = [];
    const watch = new FrameRecorder({ ...common, onFrame: (frame) => void frames.push(frame) });
    return { watch, frames };
  }
  function frame(type: string, callsid: string) {
    return JSON.stringify({ type, payload: { callsid } });
  }

  test("is told both ways, without heartbeats and tokens", () => {
    const { watch, frames } = aWatch();
    const socket = watch.open();

    watch.record(socket, "in", '{"type":"listen","payload":{"token":"abc.def.ghi"}}');
    watch.record(socket, "out", "\n");
    watch.record(socket, "in", "no frame at all");

    expect(frames.map(({ type, direction }) => `${type} ${direction}`)).toEqual([
      "listen in",
      "not a frame in",
    ]);
    expect(frames[0]?.text).not.toContain("abc.def");
  });

  test("names the call also in what was said before the call had its sid", () => {
    const { watch } = aWatch();
    const socket = watch.open();

    watch.record(socket, "in", frame("invite", "TJS1"));
    watch.record(socket, "out", frame("ringing", "CA1"));
    watch.record(socket, "in", frame("hangup", "TJS1"));

    expect(watch.list().map(({ callSid }) => callSid)).toEqual(["CA1", "CA1", "CA1"]);
  });

  test("is kept up to four hundred frames", () => {
    const { watch } = aWatch();
    const socket = watch.open();

    for (let i = 0; i < 500; i += 1) {
      watch.record(socket, "in", frame("dtmf", "CA1"));
    }

    expect(watch.list()).toHaveLength(400);
  });
});

describe("SIP that is watched", () => {
  const far = { address: "192.0.2.7", port: 5060 };
  function aWatch() {
    const views: SipView[] = [];
    const watch = new SipRecorder({ ...common, onMessage: (message) => void views.push(message) });
    function note(direction: "in" | "out", ...lines: string[]) {
      return watch.record(direction, Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), far);
    }
    return { watch, views, note };
  }

  test("is told both ways with its dialog, and the call as soon as one message names it", () => {
    const { watch, views, note } = aWatch();

    note("in", "INVITE sip:1@x SIP/2.0", "i: abc");
    note("out", "SIP/2.0 180 Ringing", "Call-ID: abc", "X-Twilio-CallSid: CA1");

    expect(views.map(({ firstLine, far: from }) => [firstLine, from])).toEqual([
      ["INVITE sip:1@x SIP/2.0", "192.0.2.7:5060/udp"],
      ["SIP/2.0 180 Ringing", "192.0.2.7:5060/udp"],
    ]);
    expect(watch.list().map(({ callSid }) => callSid)).toEqual(["CA1", "CA1"]);
  });

  test.each(["", "\u0080\u0000\u0012stray sound", "GET / HTTP/1.1"])(
    "keeps its places for SIP: '%s' takes none",
    (firstLine) => {
      const { watch, note } = aWatch();
      note("in", firstLine, "Call-ID: abc", "via: SIP/2.0/UDP x");
      note("in", "INVITE sip:1@x sip/3.0", "Call-ID: abc");

      expect(watch.list().map((message) => message.firstLine)).toEqual(["INVITE sip:1@x sip/3.0"]);
    },
  );

  test("believes nobody else who says whose call it is", () => {
    const { watch, note } = aWatch();

    note("in", "INVITE sip:1@x SIP/2.0", "Call-ID: abc", "X-Twilio-CallSid: CA9");

    expect(watch.list()[0]?.callSid).toBeNull();
  });

  test("shows no proof, not even one on a continued line", () => {
    const { views, note } = aWatch();

    note("in", "REGISTER sip:x SIP/2.0", "Authorization: Digest", '  response="beefbeef"', "A: b");

    expect(views[0]?.text).not.toContain("beefbeef");
    expect(views[0]?.text).toContain("A: b");
  });

  test("is kept up to six hundred messages, each cut", () => {
    const { watch, note } = aWatch();

    for (let i = 0; i < 700; i += 1) {
      note("in", "OPTIONS sip:x SIP/2.0", `X: ${"y".repeat(9000)}`);
    }

    expect(watch.list()).toHaveLength(600);
    expect(watch.list()[0]?.text.length).toBeLessThan(4_200);
  });
});

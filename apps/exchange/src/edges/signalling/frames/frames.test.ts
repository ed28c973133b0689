import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readFrame, readParams, type ServerFrame, writeFrame, writeParams } from "./frames.ts";

describe("frames of a client", () => {
  test.each([
    ["", 31100],
    ["{", 31100],
    ["null", 31100],
    ["[]", 31100],
    ['{"type":"roster","payload":{}}', 31100],
    ['{"type":"register","payload":{"media":{}}}', 31100],
    ['{"type":"dtmf","payload":{"callsid":"CA1","dtmf":"1;DROP"}}', 31100],
  ])("with an unknown shape are malformed: %s", (text, code) => {
    expect(readFrame(text)).toMatchObject({ ok: false, code });
  });

  test.each([{}, { callsid: "CA1" }, { sdp: "v=0" }, { callsid: 7, sdp: "v=0" }])(
    "[XS70] that contain an invite without callsid or sdp are a bad request: %o",
    (payload) => {
      const reading = readFrame(JSON.stringify({ type: "invite", version: "1.6", payload }));

      expect(reading).toMatchObject({ ok: false, code: 31400 });
    },
  );

  test("that are unreadable keep the call's sid for the refusal", () => {
    const reading = readFrame('{"type":"answer","payload":{"callsid":"CA1"}}');

    expect(reading).toEqual({ ok: false, code: 31100, callsid: "CA1" });
  });
});

describe("the frames of both sides", () => {
  const callsid = "CA1";
  const invite = { callsid, sdp: "v=0" };
  const message = { callsid, content: {}, messagetype: "user", voiceeventsid: "KX1" };

  test.each<[string, object]>([
    ["listen", { token: "t", reconnectTimeout: 30 }],
    ["register", { media: { audio: true } }],
    ["invite", invite],
    ["invite", { ...invite, reconnect: "token" }],
    ["answer", invite],
    ["dtmf", { callsid, dtmf: "5" }],
    ["hangup", { callsid }],
    ["reject", { callsid }],
    ["reinvite", invite],
    ["message", message],
  ])("[XS30] %s is accepted: %o", (type, payload) => {
    const reading = readFrame(JSON.stringify({ type, version: "1.6", payload }));

    expect(reading).toMatchObject({ ok: true, frame: { type, payload } });
  });

  const error = { code: 31000, message: "General error" };
  const contenttype = "application/json";
  /** The type requires exactly one entry for each frame. */
  const sent: Record<ServerFrame["type"], object> = {
    connected: { edge: "local", region: "local", token: { identity: "alice", ttl: 3600 } },
    ready: {},
    offline: {},
    invite: { ...invite, reconnect: "token", parameters: {} },
    ringing: { callsid },
    answer: { ...invite, reconnect: "token" },
    hangup: { callsid },
    cancel: { callsid },
    error: { error },
    message: { ...message, contenttype },
    ack: { acktype: "message", callsid, voiceeventsid: "KX1" },
    close: {},
  };

  test.each(Object.entries(sent))("[XS30] %s is sent with version 1.6", (type, payload) => {
    const text = writeFrame({ type, payload } as ServerFrame);

    expect(JSON.parse(text)).toEqual({ type, payload, version: "1.6" });
  });
});

describe("parameters", () => {
  test("[XS18] are read in the SDK's encoding", () => {
    const text = `To=${encodeURIComponent("+61 2")}&name=${encodeURIComponent("山田 & co")}&a=b+c`;

    expect(readParams(text)).toEqual([
      ["To", "+61 2"],
      ["name", "山田 & co"],
      ["a", "b c"],
    ]);
  });

  /** Copies `queryToJson` of the SDK. */
  function sdkReads(text: string) {
    return Object.fromEntries(
      text.split("&").map((pair) => {
        const [key = "", value = ""] = pair.split("=");
        return [key, decodeURIComponent(value.replace(/\+/g, "%20"))];
      }),
    );
  }

  test("[XS18] reach the SDK unchanged, with spaces, plus signs and CJK", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        expect(sdkReads(writeParams([["note", value]]))).toEqual({ note: value });
      }),
      { numRuns: 500 },
    );
  });

  test("[XS18] reach the SDK under their own names, and no name can forge another parameter", () => {
    const params = [
      ["custom + param", "我不吃蛋"],
      ["100 %", "+"],
      ["名 前", "x"],
      ["a&To=b", "y"],
    ] as const;

    expect(sdkReads(writeParams(params))).toEqual({
      "custom + param": "我不吃蛋",
      "100 %": "+",
      "名 前": "x",
      "a%26To%3Db": "y",
    });
  });

  test("with half a surrogate pair are written with a replacement character", () => {
    expect(sdkReads(writeParams([["note", "\ud800"]]))).toEqual({ note: "\ufffd" });
  });
});

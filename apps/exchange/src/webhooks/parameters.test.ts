import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, ends, answers } from "../testing/core-under-test.ts";

function names(text: string): string[] {
  return text.trim().split(/\s+/);
}
function keysOf(params: object | undefined): string[] {
  return Object.keys(params ?? {}).sort();
}

const CALL = names(
  "AccountSid ApiVersion CallSid CallStatus Direction From To Caller Called " +
    "FromCity FromState FromZip FromCountry ToCity ToState ToZip ToCountry " +
    "CallerCity CallerState CallerZip CallerCountry CalledCity CalledState CalledZip CalledCountry",
);
const REPORT = names("Timestamp CallbackSource SequenceNumber");
const ENDED = names("CallDuration Duration SipResponseCode");
const QUEUE = names("QueueSid QueuePosition QueueTime AvgQueueTime CurrentQueueSize MaxQueueSize");
const RECORDING = names("RecordingSid RecordingUrl RecordingDuration");

function sorted(...lists: string[][]): string[] {
  return lists.flat().sort();
}

describe("[XW3] the parameters of a request", () => {
  test("are complete for an incoming call, and for the legs and the end of its Dial", async () => {
    const it = new CoreUnderTest();
    const eventNames = "initiated ringing answered completed";
    const noun = `<Number statusCallback="/leg" statusCallbackEvent="${eventNames}">+61491570156</Number>`;
    it.web.respondWith("/incoming", `<Dial action="/done">${noun}</Dial>`);
    it.web.respondWith("/done", "").on("/leg", "");

    await it.ring({ callerName: "Zed", forwardedFrom: "+61255500999", stirStatus: "A" });
    it.sip.last.sink.onRinging();
    await answers(it.sip.last);
    await ends(it.sip.last);

    const [incoming, done] = ["/incoming", "/done"].map((path) =>
      keysOf(it.web.requestsTo(path)[0]),
    );
    const inbound = sorted(CALL, names("CallerName ForwardedFrom StirVerstat"));
    const child = sorted(CALL, names("CallerName ForwardedFrom ParentCallSid"));
    const dialled = names("DialCallStatus DialCallSid DialCallDuration DialBridged");
    expect(incoming).toEqual(inbound);
    expect(done).toEqual(sorted(inbound, dialled));
    expect(it.web.requestsTo("/leg").map(keysOf)).toEqual([
      sorted(child, REPORT),
      sorted(child, REPORT),
      sorted(child, REPORT),
      sorted(child, REPORT, ENDED),
    ]);
  });

  test.each([
    ["answers the call", { responseCode: 200, does: "answer" }, "completed", "200"],
    ["refuses it", { responseCode: 486, does: "refuse" }, "busy", "486"],
    ["never answers", { responseCode: null, does: "wait" }, "no-answer", "487"],
  ] as const)(
    "[XT15] are complete for a Sip that %s",
    async (_what, { responseCode, does }, status, code) => {
      const it = new CoreUnderTest();
      it.web.respondWith("/done", "").on("/leg", "");
      const callbackAttributes = 'statusCallback="/leg" statusCallbackEvent="initiated completed"';
      await it.ringInto(
        `<Dial timeout="5" action="/done"><Sip ${callbackAttributes}>sip:x@pbx.test:5070?X-A=1</Sip></Dial>`,
      );
      const headers: [string, string][] = responseCode === null ? [] : [["SipHeader_X-Desk", "7"]];
      it.sip.last.leg.sip = { callId: "id-of-sip", responseCode, headers };

      if (does === "answer") {
        await answers(it.sip.last);
      }
      if (does === "wait") {
        await it.clock.advance(5_100);
      } else {
        it.sip.last.sink.onEnded({ cause: does === "answer" ? "hangup" : "busy" });
      }
      await settled();

      const [done] = it.web.requestsTo("/done");
      expect(done).toMatchObject({
        DialCallStatus: status,
        DialSipCallId: "id-of-sip",
        DialSipResponseCode: code,
      });
      expect(done?.["DialSipHeader_X-Desk"]).toBe(responseCode === null ? undefined : "7");
      const [initiated, completed] = it.web.requestsTo("/leg");
      expect(initiated).toMatchObject({ SipDomain: "pbx.test" });
      expect(completed).toMatchObject({ SipDomain: "pbx.test", SipCallId: "id-of-sip" });
      expect(keysOf(completed)).toEqual(
        sorted(
          CALL.filter((name) => !/^(?:To|Called)(?:City|State|Zip|Country)$/.test(name)),
          names("ParentCallSid ForwardedFrom SipDomain SipCallId"),
          REPORT,
          ENDED,
        ),
      );
    },
  );

  test("[XT15] have nothing about SIP except SipResponseCode for a number over SIP", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/done", "").on("/leg", "");
    await it.ringInto(
      '<Dial action="/done"><Number statusCallback="/leg">+61491570156</Number></Dial>',
    );
    it.sip.last.leg.sip = { callId: "id-of-sip", responseCode: 486, headers: [] };
    await ends(it.sip.last, { cause: "busy" });

    for (const path of ["/done", "/leg"]) {
      expect(keysOf(it.web.requestsTo(path)[0]).filter((name) => name.includes("Sip"))).toEqual(
        path === "/leg" ? ["SipResponseCode"] : [],
      );
    }
  });

  test("are complete for a call of the SDK: its own parameters, its application, no places", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/app", "<Pause/>");
    const { sid } = it.core.directory.applications.create({ voiceUrl: "http://app.test/app" });

    await it.ring({
      from: "client:alice",
      to: "",
      applicationSid: sid,
      params: [
        ["team", "news"],
        ["CallSid", "forged"],
      ],
    });

    const [request] = it.web.requestsTo("/app");
    const geography = CALL.filter((name) => /City|State|Zip|Country/.test(name));
    const expected = CALL.filter((name) => !geography.includes(name));
    expect(keysOf(request)).toEqual(sorted(expected, names("ApplicationSid team")));
    expect(request?.["CallSid"]).toMatch(/^CA/);
  });

  test.each([
    ["+61491570006", "AU"],
    ["+12125550123", "US"],
    ["+14165550123", "CA"],
    ["+881612345678", ""],
    ["+9991234567", ""],
  ])("[XW3] for a call from %s have the country '%s'", async (from, country) => {
    const it = new CoreUnderTest();

    await it.ring({ from });

    const [request] = it.web.requestsTo("/incoming");
    expect(request).toMatchObject({
      FromCountry: country,
      CallerCountry: country,
      ToCountry: "AU",
    });
  });

  test("are complete for a queue: its wait document, and the end", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/wait", "<Pause length='60'/>").respondWith("/left", "<Pause/>");
    const caller = await it.ringInto('<Enqueue waitUrl="/wait" action="/left">q</Enqueue>');
    await ends(caller);

    expect(keysOf(it.web.requestsTo("/wait")[0])).toEqual(sorted(CALL, QUEUE));
    expect(keysOf(it.web.requestsTo("/left")[0])).toEqual(sorted(CALL, QUEUE, ["QueueResult"]));
  });

  test("are complete for Gather, Record and a recording's callback", async () => {
    const it = new CoreUnderTest();
    it.web
      .respondWith("/keys", "<Pause/>")
      .respondWith("/recorded", "<Pause/>")
      .on("/callback", "");
    const call = await it.ringInto('<Gather action="/keys"/>');
    call.sink.onDigit("1");
    call.sink.onDigit("#");
    await settled();
    const callback = 'recordingStatusCallback="/callback"';
    await it.ringInto(`<Record playBeep="false" action="/recorded" ${callback}/>`);
    it.media.recordings.emitQuiet();
    await settled();

    const file = names(
      "RecordingStatus RecordingChannels RecordingStartTime RecordingSource RecordingTrack ErrorCode",
    );
    expect(keysOf(it.web.requestsTo("/keys")[0])).toEqual(
      sorted(CALL, names("Digits FinishedOnKey msg")),
    );
    expect(keysOf(it.web.requestsTo("/recorded")[0])).toEqual(sorted(CALL, RECORDING, ["Digits"]));
    expect(keysOf(it.web.requestsTo("/callback")[0])).toEqual(
      sorted(RECORDING, file, names("AccountSid CallSid")),
    );
  });
});

import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "../testing/core-under-test.ts";

type Drive = (it: CoreUnderTest, call: { sink: { onDigit(digit: string): void } }) => unknown;

const answered: Drive = (it) => it.client.last.sink.onAnswered();
const recorded: Drive = (it) => it.media.recordings.emitQuiet();
const bridgedAndOver: Drive = async (it) => {
  it.client.last.sink.onAnswered();
  await settled();
  it.client.last.sink.onEnded({ cause: "hangup" });
};

/** `M` is where the method stands, `/asked` the address that is asked by it. */
const cases: [what: string, attribute: string, document: string, drive?: Drive][] = [
  ["Enqueue's action", "method", '<Enqueue waitUrl="/leave" action="/asked" M>q</Enqueue>'],
  ["Enqueue's waitUrl", "waitUrlMethod", '<Enqueue waitUrl="/asked" M>q</Enqueue>'],
  ["Dial's action", "method", '<Dial action="/asked" M><Number>nobody</Number></Dial>'],
  ["a Client's url", "method", '<Dial><Client url="/asked" M>bob</Client></Dial>', answered],
  [
    "a Client's statusCallback",
    "statusCallbackMethod",
    '<Dial><Client statusCallback="/asked" statusCallbackEvent="answered" M>bob</Client></Dial>',
    answered,
  ],
  ["a room's waitUrl", "waitMethod", '<Dial><Conference waitUrl="/asked" M>r</Conference></Dial>'],
  [
    "a room's statusCallback",
    "statusCallbackMethod",
    '<Dial><Conference beep="false" statusCallback="/asked" statusCallbackEvent="join" M>r</Conference></Dial>',
  ],
  [
    "Gather's action",
    "method",
    '<Gather numDigits="1" action="/asked" M/>',
    (_it, call) => call.sink.onDigit("1"),
  ],
  ["Record's action", "method", '<Record playBeep="false" action="/asked" M/>', recorded],
  [
    "Record's callback",
    "recordingStatusCallbackMethod",
    '<Record playBeep="false" recordingStatusCallback="/asked" M/>',
    recorded,
  ],
  [
    "Dial's recording",
    "recordingStatusCallbackMethod",
    '<Dial record="true" recordingStatusCallback="/asked" M><Client>bob</Client></Dial>',
    bridgedAndOver,
  ],
  ["Redirect", "method", "<Redirect M>/asked</Redirect>"],
];

describe("the method of a request", () => {
  test.each(cases)(
    "[XT63] for %s stands in %s; POST without",
    async (_what, attribute, document, drive) => {
      for (const [written, method] of [
        ["", "POST"],
        [`${attribute}="get"`, "GET"],
        [`${attribute}="POST"`, "POST"],
        [`${attribute}="PUT"`, "POST"],
      ] as const) {
        const it = new CoreUnderTest();
        it.web.respondWith("/asked", "<Pause length='60'/>").respondWith("/leave", "<Leave/>");

        const call = await it.ringInto(document.replace("M", written));
        await drive?.(it, call);
        await settled();

        const [request] = it.web.requests.filter(({ path }) => path === "/asked");
        expect([written, request?.method]).toEqual([written, method]);
      }
    },
  );
});

describe("a noun's attributes", () => {
  test.each(["Client", "Sip", "Number"])(
    "[XT13] of %s: keys are sent, its url is heard, its events are told",
    async (noun) => {
      const it = new CoreUnderTest();
      it.web.respondWith("/whisper", "<Pause length='5'/>").respondWith("/leg", "");
      const to = { Client: "bob", Sip: "sip:a@b.example", Number: "+61491570156" }[noun];
      const callbackAttributes = 'statusCallback="/leg" statusCallbackEvent="ringing answered"';

      await it.ringInto(
        `<Dial><${noun} sendDigits="12" url="/whisper" ${callbackAttributes}>${to}</${noun}></Dial>`,
      );
      const dialled = noun === "Client" ? it.client : it.sip;
      dialled.last.sink.onRinging();
      dialled.last.sink.onAnswered();
      await settled();
      const keyed = it.media.playing.get(dialled.last.leg.id)?.source;
      await it.finish(dialled.last);
      await it.clock.advance(1_000);

      if (noun === "Client") {
        expect(keyed).toEqual({ type: "tones", digits: "12" });
      } else {
        expect(it.media.sentDigits.join("")).toBe("12");
      }
      expect(it.web.requestsTo("/whisper")).toHaveLength(1);
      expect(it.web.requestsTo("/leg").map(({ CallStatus }) => CallStatus)).toEqual([
        "ringing",
        "in-progress",
      ]);
    },
  );

  test("[XR67] a Number's byoc names its trunk", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/done", "<Pause/>");
    function dial(byoc: string) {
      return it.ringInto(
        `<Dial action="/done"><Number byoc="${byoc}">+61491570156</Number></Dial>`,
      );
    }

    await dial("BY1");

    expect(it.sip.last.request.byoc).toBe("BY1");
  });
});

describe("a recording's attributes", () => {
  test.each([
    ["recordingTrack", 'recordingTrack="inbound"', { track: "inbound" }],
    ["none", "", { track: "both", trimsSilence: false }],
    ["trim", 'trim="trim-silence"', { trimsSilence: true }],
  ])("[XT30] of a Dial: %s", async (_what, attributes, plan) => {
    const it = new CoreUnderTest();

    await it.ringInto(`<Dial record="true" ${attributes}><Client>bob</Client></Dial>`);
    it.client.last.sink.onAnswered();
    await settled();

    expect(it.media.recordings.plans).toMatchObject([plan]);
  });

  test.each([
    ["", true],
    ['trim="do-not-trim"', false],
  ])("[XT30] of a Conference: '%s' trims silence: %s", async (attributes, trimsSilence) => {
    const it = new CoreUnderTest();
    it.web.on("/rec", "");
    const noun = `<Conference beep="false" record="record-from-start" ${attributes} recordingStatusCallback="/rec" recordingStatusCallbackMethod="GET" recordingStatusCallbackEvent="in-progress">r</Conference>`;

    await it.ringInto(`<Dial>${noun}</Dial>`);
    await it.ringInto(`<Dial>${noun}</Dial>`);
    await settled();

    expect(it.media.recordings.plans).toMatchObject([{ trimsSilence }]);
    const requests = it.web.requests.filter(({ path }) => path === "/rec");
    expect(requests).toMatchObject([{ method: "GET", params: { RecordingStatus: "in-progress" } }]);
  });

  test("[XR31] events that a Record asks for are told, and no others", async () => {
    const it = new CoreUnderTest();
    it.web.on("/rec", "").respondWith("/next", "<Pause/>");

    await it.ringInto(
      '<Record playBeep="false" action="/next" recordingStatusCallback="/rec" recordingStatusCallbackEvent="in-progress"/>',
    );
    it.media.recordings.emitQuiet();
    await settled();

    const statuses = it.web.requestsTo("/rec").map(({ RecordingStatus }) => RecordingStatus);
    expect(statuses).toEqual(["in-progress"]);
  });
});

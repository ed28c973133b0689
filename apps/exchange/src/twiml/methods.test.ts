import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "../testing/core-under-test.ts";

type Drive = (it: CoreUnderTest, call: { sink: { onDigit(digit: string): void } }) => unknown;

const answered: Drive = (it) => it.client.last.sink.onAnswered();
const recorded: Drive = (it) => it.media.recordings.emitQuiet();

/** `M` is the place of the method, and `/asked` is the URL that uses it. */
const cases: [what: string, attribute: string, document: string, drive?: Drive][] = [
  ["Enqueue's action", "method", '<Enqueue waitUrl="/leave" action="/asked" M>q</Enqueue>'],
  ["Enqueue's waitUrl", "waitUrlMethod", '<Enqueue waitUrl="/asked" M>q</Enqueue>'],
  ["Dial's action", "method", '<Dial action="/asked" M><Number>nobody</Number></Dial>'],
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
  ["Redirect", "method", "<Redirect M>/asked</Redirect>"],
];

describe("the method of a request", () => {
  test.each(cases)(
    "[XT63] for %s is the value of %s, and POST without it",
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
  test("[XR67] include a Number's byoc, which names its trunk", async () => {
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
  test("[XR31] name the events that are reported, and no others", async () => {
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

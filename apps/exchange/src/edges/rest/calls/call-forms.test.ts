import { describe, expect, test } from "vitest";

import { readForm } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";
import { readNewCallForm, readCallUpdateForm } from "./call-forms.ts";

const URL_ = "http://app.test";

function formOf(values: object): Pick<RestRequest, "form"> {
  return { form: (shape, options) => readForm(shape, values, options) };
}

const parties = { To: "client:a", From: "client:b" };
const recording = {
  RecordingChannels: "dual",
  RecordingTrack: "inbound",
  RecordingStatusCallback: `${URL_}/rec`,
  RecordingStatusCallbackMethod: "GET",
  RecordingStatusCallbackEvent: "in-progress absent",
};
const machine = { MachineDetection: "DetectMessageEnd", MachineDetectionTimeout: "soon" };

describe("the form of a new call", () => {
  test("[XR10] means what each of its parameters says", () => {
    const request = readNewCallForm(
      formOf({
        ...parties,
        ...recording,
        ...machine,
        Url: `${URL_}/voice`,
        Method: "GET",
        FallbackUrl: `${URL_}/fallback`,
        FallbackMethod: "GET",
        Twiml: "<Response/>",
        StatusCallback: `${URL_}/status`,
        StatusCallbackMethod: "GET",
        StatusCallbackEvent: ["ringing", "answered"],
        SendDigits: "1ww2",
        Timeout: "7",
        TimeLimit: "8",
        CallerId: "+61255500101",
        Record: "true",
        Trim: "do-not-trim",
        AsyncAmd: "true",
        AsyncAmdStatusCallback: `${URL_}/amd`,
        AsyncAmdStatusCallbackMethod: "GET",
        SipAuthUsername: "ann",
        SipAuthPassword: "s t",
        CallReason: "news",
        CallToken: "token",
        Byoc: "BY1",
        ClientNotificationUrl: `${URL_}/notify#rc=2`,
      }),
    );

    expect(request).toEqual({
      to: "client:a",
      from: "client:b",
      program: {
        type: "url",
        url: `${URL_}/voice`,
        method: "GET",
        fallbackUrl: `${URL_}/fallback`,
        fallbackMethod: "GET",
      },
      statusCallback: { url: `${URL_}/status`, method: "GET", events: ["ringing", "answered"] },
      sendDigits: "1ww2",
      timeoutS: 7,
      timeLimitS: 8,
      callerId: "+61255500101",
      record: {
        channels: 2,
        track: "inbound",
        trimsSilence: false,
        callback: { url: `${URL_}/rec`, method: "GET", events: ["in-progress", "absent"] },
      },
      credentials: { username: "ann", password: "s t" },
      reason: "news",
      callToken: "token",
      byoc: "BY1",
    });
  });

  test("[XR10] has defaults for what it leaves out", () => {
    const request = readNewCallForm(
      formOf({
        ...parties,
        Url: `${URL_}/voice`,
        FallbackUrl: `${URL_}/fallback`,
        StatusCallback: `${URL_}/status`,
        Record: "true",
        RecordingStatusCallback: `${URL_}/rec`,
      }),
    );

    expect(request).toMatchObject({
      program: { method: "POST", fallbackUrl: `${URL_}/fallback` },
      statusCallback: { method: "POST", events: [] },
      record: {
        channels: 1,
        track: "both",
        trimsSilence: true,
        callback: { method: "POST", events: [] },
      },
    });
  });

  test("[XR10] brings its own callbacks where it names an application", () => {
    const request = readNewCallForm(
      formOf({ ...parties, ApplicationSid: "AP1", Url: URL_, StatusCallback: URL_, Twiml: "<x/>" }),
    );

    expect(request).toEqual({
      to: "client:a",
      from: "client:b",
      program: { type: "application", applicationSid: "AP1" },
    });
  });
});

test.each(["Method", "FallbackMethod", "StatusCallbackMethod", "RecordingStatusCallbackMethod"])(
  "[XR10] %s without its URL is nothing to a new call",
  (name) => {
    const plain = {
      ...parties,
      ...machine,
      Twiml: "<Response/>",
      AsyncAmd: "true",
      Record: "true",
    };

    expect(readNewCallForm(formOf({ ...plain, [name]: "GET" }))).toEqual(
      readNewCallForm(formOf(plain)),
    );
  },
);

describe("the form that changes a call", () => {
  test("[XR10] means what each of its parameters says", () => {
    const change = readCallUpdateForm(
      formOf({
        Url: `${URL_}/voice`,
        Method: "GET",
        FallbackUrl: `${URL_}/fallback`,
        FallbackMethod: "GET",
        StatusCallback: `${URL_}/status`,
        StatusCallbackMethod: "GET",
        TimeLimit: "9",
        Status: "Completed",
      }),
    );

    expect(change).toEqual({
      status: "completed",
      program: {
        type: "url",
        url: `${URL_}/voice`,
        method: "GET",
        fallbackUrl: `${URL_}/fallback`,
        fallbackMethod: "GET",
      },
      statusCallback: { url: `${URL_}/status`, method: "GET", events: [] },
      timeLimitS: 9,
      fallback: { url: `${URL_}/fallback`, method: "GET" },
    });
  });

  test.each([
    [{ FallbackMethod: "GET" }, { fallback: { method: "GET" } }],
    [{ StatusCallbackMethod: "GET" }, { statusCallback: { method: "GET" } }],
    [{ StatusCallbackEvent: "ringing" }, { statusCallback: { events: ["ringing"] } }],
    [{ FallbackUrl: URL_ }, { fallback: { url: URL_, method: "POST" } }],
    [{ Method: "GET" }, {}],
  ])("[XR10] %o is %o", (values, change) => {
    expect(readCallUpdateForm(formOf(values))).toEqual(change);
  });

  test.each([
    [{ Url: URL_, Twiml: "<Response/>" }, "mutually exclusive"],
    [{ Status: "in-progress" }, "'Status'"],
    [{ ApplicationSid: "AP1" }, "'ApplicationSid' is not supported"],
  ])("[XR10] refuses %o", (values, words) => {
    expect(() => readCallUpdateForm(formOf(values))).toThrow(
      expect.objectContaining({ twilioCode: 20001, message: expect.stringContaining(words) }),
    );
  });
});

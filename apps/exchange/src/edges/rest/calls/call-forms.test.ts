import { describe, expect, test } from "vitest";

import { readForm } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";
import { readNewCallForm, readCallUpdateForm } from "./call-forms.ts";

const URL_ = "http://app.test";

function formOf(values: object): Pick<RestRequest, "form"> {
  return { form: (shape, options) => readForm(shape, values, options) };
}

const parties = { To: "client:a", From: "client:b" };

describe("the form of a new call", () => {
  test("[XR10] becomes a request with each parameter's value", () => {
    const request = readNewCallForm(
      formOf({
        ...parties,
        Url: `${URL_}/voice`,
        Method: "GET",
        FallbackUrl: `${URL_}/fallback`,
        FallbackMethod: "GET",
        Twiml: "<Response/>",
        StatusCallback: `${URL_}/status`,
        StatusCallbackMethod: "GET",
        StatusCallbackEvent: ["ringing", "answered"],
        Timeout: "7",
        TimeLimit: "8",
        SipAuthUsername: "ann",
        SipAuthPassword: "s t",
        Byoc: "BY1",
        MachineDetection: "Enable",
      }),
    );

    expect(request).toEqual({
      to: "client:a",
      from: "client:b",
      program: { type: "url", url: `${URL_}/voice`, method: "GET" },
      fallback: { url: `${URL_}/fallback`, method: "GET" },
      statusCallback: { url: `${URL_}/status`, method: "GET", events: ["ringing", "answered"] },
      timeoutS: 7,
      timeLimitS: 8,
      credentials: { username: "ann", password: "s t" },
      byoc: "BY1",
    });
  });

  test("[XR10] has defaults for missing parameters", () => {
    const urls = { Url: `${URL_}/v`, FallbackUrl: `${URL_}/f`, StatusCallback: `${URL_}/s` };

    expect(readNewCallForm(formOf({ ...parties, ...urls }))).toMatchObject({
      program: { method: "POST" },
      fallback: { method: "POST" },
      statusCallback: { method: "POST", events: [] },
    });
  });

  test.each(["Method", "FallbackMethod", "StatusCallbackMethod"])(
    "[XR10] ignores %s without its URL",
    (name) => {
      const plain = { ...parties, Twiml: "<Response/>" };

      expect(readNewCallForm(formOf({ ...plain, [name]: "GET" }))).toEqual(
        readNewCallForm(formOf(plain)),
      );
    },
  );
});

describe("the form that changes a call", () => {
  test("[XR10] becomes a change with each parameter's value", () => {
    const form = formOf({
      Url: `${URL_}/voice`,
      Method: "GET",
      TimeLimit: "9",
      Status: "Completed",
    });

    expect(readCallUpdateForm(form)).toEqual({
      status: "completed",
      program: { type: "url", url: `${URL_}/voice`, method: "GET" },
      timeLimitS: 9,
    });
    expect(readCallUpdateForm(formOf({ Method: "GET" }))).toEqual({});
  });

  test.each([
    [{ Url: URL_, Twiml: "<Response/>" }, "mutually exclusive"],
    [{ Status: "in-progress" }, "'Status'"],
  ])("[XR10] refuses %o", (values, words) => {
    expect(() => readCallUpdateForm(formOf(values))).toThrow(
      expect.objectContaining({ twilioCode: 20001, message: expect.stringContaining(words) }),
    );
  });
});

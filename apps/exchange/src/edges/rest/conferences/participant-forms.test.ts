import { expect, test } from "vitest";

import { readForm } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";
import { readNewParticipantForm, readParticipantUpdateForm } from "./participant-forms.ts";

const URL_ = "http://app.test";

function formOf(values: object): Pick<RestRequest, "form"> {
  return { form: (shape, options) => readForm(shape, values, options) };
}

const parties = { To: "client:a", From: "client:b" };

test("[XR10] [XM173] the form of a new participant becomes a request with each parameter's value", () => {
  const request = readNewParticipantForm(
    formOf({
      ...parties,
      Label: "guest",
      Timeout: "7",
      TimeLimit: "8",
      Muted: "true",
      StartConferenceOnEnter: "false",
      EndConferenceOnExit: "true",
      EarlyMedia: "false",
      WaitUrl: `${URL_}/wait`,
      WaitMethod: "GET",
      StatusCallback: `${URL_}/leg`,
      StatusCallbackMethod: "GET",
      StatusCallbackEvent: "ringing answered",
      ProgrammeUrl: `${URL_}/live`,
      SipAuthUsername: "ann",
      SipAuthPassword: "s t",
      Byoc: "BY1",
      Coaching: "true",
    }),
  );

  expect(request).toEqual({
    to: "client:a",
    from: "client:b",
    timeoutS: 7,
    timeLimitS: 8,
    earlyMedia: false,
    statusCallback: { url: `${URL_}/leg`, method: "GET", events: ["ringing", "answered"] },
    credentials: { username: "ann", password: "s t" },
    byoc: "BY1",
    join: {
      label: "guest",
      muted: true,
      startOnEnter: false,
      endOnExit: true,
      waitUrl: `${URL_}/wait`,
      waitMethod: "GET",
      programmeUrl: `${URL_}/live`,
    },
  });
  expect(readNewParticipantForm(formOf(parties))).toEqual({
    to: "client:a",
    from: "client:b",
    join: {},
  });
});

test("[XR10] the form that changes a participant becomes a change with each parameter's value", () => {
  const change = readParticipantUpdateForm(
    formOf({
      Muted: "false",
      Hold: "true",
      HoldUrl: `${URL_}/hold`,
      HoldMethod: "POST",
      AnnounceUrl: `${URL_}/news`,
      AnnounceMethod: "GET",
    }),
  );

  expect(change).toEqual({
    muted: false,
    hold: true,
    holdUrl: `${URL_}/hold`,
    holdMethod: "POST",
    announceUrl: `${URL_}/news`,
    announceMethod: "GET",
  });
});

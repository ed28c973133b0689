import { describe, expect, test } from "vitest";

import { readForm } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";
import { readNewParticipantForm, readParticipantUpdateForm } from "./participant-forms.ts";

const URL_ = "http://app.test";

function formOf(values: object): Pick<RestRequest, "form"> {
  return { form: (shape, options) => readForm(shape, values, options) };
}

const parties = { To: "client:a", From: "client:b" };

describe("the form of a new participant", () => {
  test("[XR10] [XM173] means what each of its parameters says", () => {
    const request = readNewParticipantForm(
      formOf({
        ...parties,
        Label: "guest",
        Timeout: "7",
        TimeLimit: "8",
        Muted: "true",
        Beep: "onEnter",
        StartConferenceOnEnter: "false",
        EndConferenceOnExit: "true",
        WaitUrl: `${URL_}/wait`,
        WaitMethod: "GET",
        EarlyMedia: "false",
        MaxParticipants: "3",
        Coaching: "true",
        CallSidToCoach: "CA1",
        CallerId: "+61255500101",
        CallerDisplayName: "The desk",
        StatusCallback: `${URL_}/leg`,
        StatusCallbackMethod: "GET",
        StatusCallbackEvent: "ringing answered",
        ProgrammeUrl: `${URL_}/live`,
        ConferenceStatusCallback: `${URL_}/room`,
        ConferenceStatusCallbackMethod: "GET",
        ConferenceStatusCallbackEvent: ["join", "leave"],
        Record: "true",
        RecordingChannels: "dual",
        RecordingStatusCallback: `${URL_}/rec`,
        ConferenceRecord: "record-from-start",
        ConferenceTrim: "do-not-trim",
        ConferenceRecordingStatusCallback: `${URL_}/roomrec`,
        ConferenceRecordingStatusCallbackMethod: "GET",
        ConferenceRecordingStatusCallbackEvent: "absent",
        MachineDetection: "Enable",
        AmdStatusCallback: `${URL_}/amd`,
        AmdStatusCallbackMethod: "GET",
        SipAuthUsername: "ann",
        SipAuthPassword: "s t",
        CallReason: "news",
        CallToken: "token",
        Byoc: "BY1",
        ClientNotificationUrl: `${URL_}/notify#rc=2`,
        JitterBufferSize: "small",
        Region: "au1",
        AsyncAmd: "false",
      }),
    );

    expect(request).toMatchObject({
      to: "client:a",
      from: "client:b",
      timeoutS: 7,
      timeLimitS: 8,
      earlyMedia: false,
      coaching: true,
      callerId: "+61255500101",
      callerName: "The desk",
      statusCallback: { url: `${URL_}/leg`, method: "GET", events: ["ringing", "answered"] },
      record: { channels: 2, trimsSilence: true, callback: { url: `${URL_}/rec` } },
      credentials: { username: "ann", password: "s t" },
      reason: "news",
      callToken: "token",
      byoc: "BY1",
    });
    expect(request.join).toEqual({
      label: "guest",
      muted: true,
      beep: "onEnter",
      startOnEnter: false,
      endOnExit: true,
      waitUrl: `${URL_}/wait`,
      waitMethod: "GET",
      maxParticipants: 3,
      callSidToCoach: "CA1",
      programmeUrl: `${URL_}/live`,
      statusCallback: { url: `${URL_}/room`, method: "GET", events: ["join", "leave"] },
      record: {
        channels: 1,
        track: "both",
        trimsSilence: false,
        callback: { url: `${URL_}/roomrec`, method: "GET", events: ["absent"] },
      },
    });
  });

  test("[XR10] says nothing of what it leaves out; an empty WaitUrl is silence", () => {
    const request = readNewParticipantForm(
      formOf({ ...parties, WaitUrl: "", Coaching: "false", CallSidToCoach: "CA1" }),
    );

    expect(request).toEqual({
      to: "client:a",
      from: "client:b",
      coaching: false,
      join: { waitUrl: "" },
    });
  });
});

test("[XR10] the form that changes a participant means what each of its parameters says", () => {
  const change = readParticipantUpdateForm(
    formOf({
      Muted: "false",
      Hold: "true",
      HoldUrl: `${URL_}/hold`,
      HoldMethod: "POST",
      AnnounceUrl: `${URL_}/news`,
      AnnounceMethod: "GET",
      WaitUrl: "",
      WaitMethod: "GET",
      BeepOnExit: "true",
      EndConferenceOnExit: "false",
      Coaching: "true",
      CallSidToCoach: "CA1",
    }),
  );

  expect(change).toEqual({
    muted: false,
    hold: true,
    holdUrl: `${URL_}/hold`,
    holdMethod: "POST",
    announceUrl: `${URL_}/news`,
    announceMethod: "GET",
    waitUrl: "",
    waitMethod: "GET",
    beepOnExit: true,
    endOnExit: false,
    coaching: true,
    callSidToCoach: "CA1",
  });
});

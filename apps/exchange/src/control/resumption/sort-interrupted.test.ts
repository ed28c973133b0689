import { pino } from "pino";
import { expect, test } from "vitest";

import { storedCall, type StoredCall } from "../../calls/live/stored-call.ts";
import { answeredLeg, source } from "../../testing/stored-legs.ts";
import { sortInterrupted } from "./sort-interrupted.ts";

const NOW = 1_700_000_000_000;
const course = {
  timeLimitS: 14_400,
  callback: null,
  fallback: null,
  document: null,
  dial: null,
  partner: null,
};

function aCall(over: object = {}): StoredCall {
  return storedCall.parse({
    record: {
      sid: "CA1",
      accountSid: "AC1",
      parentCallSid: null,
      from: "+61491570006",
      to: "+61255500101",
      callerName: null,
      forwardedFrom: null,
      phoneNumberSid: null,
      applicationSid: null,
      direction: "inbound",
      status: "in-progress",
      createdAt: NOW,
      updatedAt: NOW,
      startedAt: NOW,
      answeredAt: NOW,
      endedAt: null,
      durationS: null,
      queueTimeMs: 0,
      end: null,
    },
    stirStatus: null,
    appParams: [],
    owed: null,
    leg: answeredLeg,
    course,
    ...over,
  });
}

function check(
  call: StoredCall,
  rules: { keepCalls?: boolean; poisoned?: string[]; ageMs?: number },
) {
  const { keepCalls = true, poisoned = [], ageMs = 1_000 } = rules;
  const lines: string[] = [];
  const logger = pino({ level: "error" }, { write: (line: string) => lines.push(line) });
  const { continuing, lost, poisonous } = sortInterrupted(
    [call],
    { keepCalls, poisoned: new Set(poisoned), stoppedAt: new Date(NOW - ageMs) },
    { clock: { now: () => NOW }, logger },
  );
  expect(continuing.length + lost.length).toBe(1);
  return { continues: continuing.length === 1, log: lines.join(""), poisonous };
}

test("[XR274] all calls end after a crash that is older than 60 s, and with KEEP_CALLS=off after any crash", () => {
  expect(check(aCall(), { ageMs: 59_000 }).continues).toBe(true);
  expect(check(aCall(), { ageMs: 60_000 }).continues).toBe(false);
  expect(check(aCall(), { keepCalls: false }).continues).toBe(false);
});

test("[XR275] a call that was being processed at three crashes ends, and the log names it", () => {
  expect(check(aCall(), { poisoned: ["CA2", "leg-2"] })).toEqual({
    continues: true,
    log: "",
    poisonous: [],
  });
  for (const key of ["CA1", "leg"]) {
    const { continues, log, poisonous } = check(aCall(), { poisoned: [key] });
    expect(continues).toBe(false);
    expect(log).toContain('"callSid":"CA1"');
    expect(poisonous).toEqual(["CA1"]);
  }
});

test("[XR274] a call ends if it has no leg, is of an earlier release, or was still ringing at the far end", () => {
  const calling = {
    status: "calling",
    uri: "sip:a@b",
    headers: [],
    target: source,
    branch: "z9",
    sentBy: "c.d",
  };
  expect(check(aCall({ leg: null }), {}).continues).toBe(false);
  expect(check(aCall({ course: null }), {}).continues).toBe(false);
  expect(check(aCall({ leg: calling }), {}).continues).toBe(false);
});

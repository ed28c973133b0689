import fc from "fast-check";
import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, type InboundCall } from "../testing/core-under-test.ts";
import { APP } from "../testing/scripted-web.ts";

const VERBS = [
  `<Gather action="/next" bargeIn="false"><Play>${APP}/a.wav</Play></Gather>`,
  `<Gather numDigits="2" action="/other"/>`,
  `<Enqueue action="/next" waitUrl="/wait">two</Enqueue>`,
  `<Enqueue action="/other">one</Enqueue>`,
  `<Dial action="/next" timeout="5"><Client>bob</Client></Dial>`,
  `<Dial action="/next" answerOnBridge="true" timeLimit="9"><Number>+61491570156</Number><Client>bob</Client></Dial>`,
  `<Dial action="/other"><Conference waitUrl="/wait" statusCallback="/status" statusCallbackEvent="start end join leave">room</Conference></Dial>`,
  `<Record action="/next" maxLength="5" timeout="2"/>`,
  `<Play loop="0">${APP}/b.wav</Play>`,
  `<Say>Goodbye.</Say>`,
  `<Pause length="3"/>`,
  `<Redirect>/other</Redirect>`,
  `<Hangup/>`,
];
const verbs = fc.array(fc.constantFrom(...VERBS), { minLength: 1, maxLength: 3 });

/** Events of one call, or of the party that it has dialled. */
const EVENTS = {
  digit: ({ call }) => call.sink.onDigit("1"),
  star: ({ call }) => call.sink.onDigit("*"),
  sound: ({ it, call }) => it.media.finish(call.leg.id),
  answers: ({ it }) => it.client.dialled.at(-1)?.sink.onAnswered(),
  declines: ({ it }) => it.client.dialled.at(-1)?.sink.onEnded({ cause: "busy" }),
  partnerHangsUp: ({ it }) => it.client.dialled.at(0)?.sink.onEnded({ cause: "hangup" }),
  quiet: ({ it }) => it.media.recordings.emitQuiet(),
  hangsUp: ({ call }) => call.sink.onEnded({ cause: "hangup" }),
  redirected: ({ it, call }) =>
    update(it, call, { program: { type: "url", url: `${APP}/other`, method: "POST" } }),
  ended: ({ it, call }) => update(it, call, { status: "completed" }),
  outage: ({ it }) => void (it.web.isUnreachable = !it.web.isUnreachable),
  later: ({ it }) => it.clock.advance(1_100),
  muchLater: ({ it }) => it.clock.advance(7_000),
} satisfies Record<string, (at: { it: CoreUnderTest; call: InboundCall }) => unknown>;
const event = fc.record({
  name: fc.constantFrom(...(Object.keys(EVENTS) as (keyof typeof EVENTS)[])),
  caller: fc.nat(1),
  isSettled: fc.boolean(),
});

type Change = Parameters<CoreUnderTest["core"]["calls"]["update"]>[1];

function update(it: CoreUnderTest, { sid }: InboundCall, change: Change): void {
  const isOver = it.core.calls.find(sid)?.end !== null;
  if (!isOver) {
    it.core.calls.update(sid, change);
  }
}

function aCore(next: string): CoreUnderTest {
  const it = new CoreUnderTest();
  it.web.respondWith("/wait", `<Play>${APP}/wait.wav</Play>`);
  it.web.respondWith("/next", next).respondWith("/other", "<Pause length='2'/>");
  return it;
}

async function endAll(it: CoreUnderTest, calls: InboundCall[]): Promise<void> {
  for (const { sink } of calls) {
    sink.onEnded({ cause: "hangup" });
  }
  await settled();
  for (const { dialled } of [it.client, it.sip]) {
    for (const { sink } of dialled) {
      sink.onEnded({ cause: "hangup" });
    }
  }
  await settled();
}

/**
 * Returns the resources that still exist when all calls have ended, and the errors of their
 * programs.
 */
function leftOf({ core, media, clock }: CoreUnderTest): unknown[] {
  const { memberships, playing, recordings } = media;
  return [
    core.reports.notifications.list().filter(isFault),
    core.calls.list().filter(({ end }) => end === null),
    core.conferences.list({ status: "in-progress" }),
    core.queues.list().filter(({ currentSize }) => currentSize > 0),
    ...[memberships, playing, recordings.running].map((all) => [...all.keys()]),
    Array.from({ length: clock.waiting }, () => "timer"),
  ].flat();
}

function isFault({ errorCode }: { errorCode: number }): boolean {
  return errorCode === 20_500;
}

test("[XT147] calls end cleanly in their verbs after any events and leave nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(verbs, verbs, verbs),
      fc.array(event, { maxLength: 25 }),
      async ([first, second, next], events) => {
        const it = aCore(next.join(""));
        const calls = [await it.ringInto(first.join("")), await it.ringInto(second.join(""))];

        for (const { name, caller, isSettled } of events) {
          const call = calls[caller];
          if (call !== undefined) {
            await EVENTS[name]({ it, call });
          }
          if (isSettled) {
            await settled();
          }
        }
        // Pending callbacks for an unreachable application have timers, which end when it is
        // reachable.
        it.web.isUnreachable = false;
        if (events.some(({ name }) => name === "outage")) {
          await it.clock.advance(9_000);
        }
        await endAll(it, calls);

        expect(leftOf(it)).toEqual([]);
      },
    ),
    { numRuns: 50 },
  );
}, 120_000);

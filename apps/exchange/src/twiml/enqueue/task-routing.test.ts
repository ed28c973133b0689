import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { parseExpression } from "../../calls/workflows/expression.ts";
import type { Target } from "../../calls/workflows/workflow.ts";
import { CoreUnderTest } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const SID = `WW${"0".repeat(32)}`;
function target(queue: string, more: Partial<Target> = {}): Target {
  return {
    queue,
    priority: null,
    timeoutS: null,
    ...more,
  };
}

function aCore(targets: Target[], defaultTarget: Target | null = target("rest")): CoreUnderTest {
  const filters = [{ fits: parseExpression("language == 'de'"), targets }];
  const workflows = new Map([[SID, { sid: SID, filters, defaultTarget }]]);
  const it = new CoreUnderTest({ workflows });
  it.web.respondWith("/wait", `<Play loop="0">${APP}/music.mp3</Play>`);
  it.web.respondWith("/left", `<Play>${APP}/bye.wav</Play>`);
  return it;
}

/** A call whose Task says so. */
function enqueue(it: CoreUnderTest, task: string, attributes = "", enqueueMore = "") {
  return it.ringInto(
    `<Enqueue workflowSid="${SID}" waitUrl="/wait" action="/left" ${enqueueMore}>
       <Task ${attributes}>${task}</Task>
     </Enqueue>`,
  );
}

/** Who waits in a queue, first to last. */
function waiting(it: CoreUnderTest, name: string): string[] {
  const queue = it.core.queues.list().find(({ friendlyName }) => friendlyName === name);
  return queue ? it.core.queues.members(queue.sid).map(({ callSid }) => callSid) : [];
}

const GERMAN = `{"language": "de"}`;

describe("a call with a Task", () => {
  test("waits in the queue of the filter that fits, else of the default", async () => {
    const it = aCore([target("german")]);

    const german = await enqueue(it, GERMAN);
    const other = await enqueue(it, "");

    expect([waiting(it, "german"), waiting(it, "rest")]).toEqual([[german.sid], [other.sid]]);
    expect(it.web.requestsTo("/wait")[0]).toMatchObject({
      WorkflowSid: SID,
      TaskSid: expect.stringMatching(/^WT[0-9a-f]{32}$/),
      QueuePosition: "1",
    });
  });

  test("is routed by what is known of the call, too", async () => {
    const workflow = {
      sid: SID,
      filters: [{ fits: parseExpression("from CONTAINS '+614'"), targets: [target("mobile")] }],
      defaultTarget: null,
    };
    const it = new CoreUnderTest({ workflows: new Map([[SID, workflow]]) });

    const call = await enqueue(it, `{"direction": "mine"}`);

    expect(waiting(it, "mobile")).toEqual([call.sid]);
  });

  test("is routed by its text as it is written", async () => {
    const filters = [{ fits: parseExpression("show == 'Late  Night'"), targets: [target("late")] }];
    const workflow = { sid: SID, filters, defaultTarget: target("rest") };
    const it = new CoreUnderTest({ workflows: new Map([[SID, workflow]]) });

    const call = await enqueue(it, `\n  {"show":\n "Late  Night"}\n`);

    expect(waiting(it, "late")).toEqual([call.sid]);
  });

  test("goes ahead by the target's priority, else its own, and then by its wait", async () => {
    const it = aCore([target("all", { priority: 5 })], target("all"));

    const plain = await it.ringInto(`<Enqueue waitUrl="/wait">all</Enqueue>`);
    const low = await enqueue(it, "{}", `priority="1"`);
    const high = await enqueue(it, "{}", `priority="9"`);
    const set = await enqueue(it, GERMAN, `priority="7"`);
    const again = await enqueue(it, GERMAN);

    expect(waiting(it, "all")).toEqual([high.sid, set.sid, again.sid, low.sid, plain.sid]);
  });

  test("moves on at each timeout, keeps its age, and ends in the default", async () => {
    const it = aCore([target("one", { timeoutS: 10 }), target("two", { timeoutS: 20 })]);
    const call = await enqueue(it, GERMAN);
    await it.clock.advance(9_000);
    const before = waiting(it, "one");
    await it.clock.advance(1_500);
    const then = [waiting(it, "one"), waiting(it, "two")];
    const later = await it.ringInto(`<Enqueue waitUrl="/wait">rest</Enqueue>`);
    await it.clock.advance(20_000);

    expect([before, ...then]).toEqual([[call.sid], [], [call.sid]]);
    expect(waiting(it, "rest")).toEqual([call.sid, later.sid]);
    expect(it.web.requestsTo("/wait").at(-1)).toMatchObject({ QueueTime: "30" });
    expect(it.soundOf(call)).toBe(`${APP}/music.mp3`);
    expect(it.web.requestsTo("/left")).toEqual([]);
  });

  test.each([
    ["its last target's", [target("one", { timeoutS: 10 })], ""],
    ["its own", [target("one", { timeoutS: 60 })], `timeout="10"`],
  ])("is over with %s timeout, and the call goes on", async (_whose, targets, timeout) => {
    const it = aCore(targets, null);
    const call = await enqueue(it, GERMAN, timeout);

    await it.clock.advance(10_500);

    expect(waiting(it, "one")).toEqual([]);
    expect(it.web.requestsTo("/left")).toEqual([
      expect.objectContaining({ QueueResult: "leave", QueueTime: "10", WorkflowSid: SID }),
    ]);
    expect(it.soundOf(call)).toBe(`${APP}/bye.wav`);
  });

  test("passes over a queue that is full; the last one is told", async () => {
    const it = aCore([target("one", { timeoutS: 5 }), target("two")], null);
    await enqueue(it, GERMAN, "", `maxQueueSize="1"`);
    const second = await enqueue(it, GERMAN, "", `maxQueueSize="1"`);

    await enqueue(it, GERMAN, "", `maxQueueSize="1"`);

    expect(waiting(it, "two")).toEqual([second.sid]);
    expect(it.web.requestsTo("/left").map(({ QueueResult }) => QueueResult)).toEqual([
      "queue-full",
    ]);
  });

  test("is taken by a Dial like any other, and is told that it was bridged", async () => {
    const it = aCore([target("german", { timeoutS: 10 })]);
    const call = await enqueue(it, GERMAN);
    const agent = await it.ringInto(`<Dial><Queue>german</Queue></Dial>`, "client");
    await it.clock.advance(30_000);
    expect(it.soundOf(call)).toBe("room");

    agent.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(it.web.requestsTo("/left")).toEqual([
      expect.objectContaining({ QueueResult: "bridged", WorkflowSid: SID }),
    ]);
  });

  test.each([
    ["a Task that is no JSON", "{", 12200],
    ["a Task that is a list", "[1]", 12200],
    ["a Task that is too long", `{"a": "${"x".repeat(4_096)}"}`, 12200],
    ["no target for it", "{}", 12200],
  ])("%s is an error", async (_what, task, code) => {
    const it = aCore([target("german")], null);

    const call = await enqueue(it, task);

    expect(it.errorsOf(call.sid)).toEqual([code]);
    expect(it.web.requestsTo("/left")[0]).toMatchObject({ QueueResult: "error" });
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";

import { parseExpression } from "../../src/calls/workflows/expression.ts";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { receivesTone, TwimlScene } from "../support/twiml-scene.ts";

const SID = `WW${"0".repeat(31)}1`;
const tones = { german: 440, english: 620, urgent: 800, agent: 1000, next: 1300 };
let booted: BootedExchange;

beforeAll(async () => {
  const german = { queue: "german", priority: 3, timeoutS: null };
  const soon = { queue: "soon", priority: null, timeoutS: 1 };
  const filters = [
    { fits: parseExpression("language == 'de'"), targets: [german] },
    { fits: parseExpression("'brief' IN ways"), targets: [soon] },
  ];
  const defaultTarget = { queue: "rest", priority: null, timeoutS: 2 };
  const workflow = { sid: SID, filters, defaultTarget };
  booted = await BootedExchange.start({}, { workflows: new Map([[SID, workflow]]) });
});
afterAll(() => booted.close());

/** Waits by a Task, and hears the next tone afterwards. */
async function wait(scene: TwimlScene, task: string, sends: number) {
  scene.answer("left", `<Play loop="0">${scene.tone(tones.next)}</Play>`);
  const noun = `<Task priority="9">${task}</Task>`;
  const document = `<Enqueue workflowSid="${SID}" action="left" waitUrl="wait">${noun}</Enqueue>`;
  scene.answer("wait", "<Pause length='60'/>");
  return scene.connect(document, { sends });
}

/** Until so many wait in a queue. */
async function waiting(name: string, count: number): Promise<void> {
  await eventually(
    async () => (await booted.rest.queues.list()).find((queue) => queue.friendlyName === name),
    (queue) => queue?.currentSize === count,
  );
}

test("who is routed to a queue is taken there, the higher priority first", async () => {
  await using scene = await TwimlScene.open(booted);
  await using desk = await TwimlScene.open(booted);
  await scene.connect("<Enqueue waitUrl='wait'>german</Enqueue>", { sends: tones.english });
  await waiting("german", 1);
  await wait(desk, `{"language": "de"}`, tones.german);
  await waiting("german", 2);

  const agent = await desk.connect("<Dial><Queue>german</Queue></Dial>", { sends: tones.agent });
  await receivesTone(agent, tones.german);
  await agent.hangUp();

  expect(await desk.requests("left")).toMatchObject({
    QueueResult: "bridged",
    WorkflowSid: SID,
    TaskSid: expect.stringMatching(/^WT[0-9a-f]{32}$/),
  });
  const second = await desk.connect("<Dial><Queue>german</Queue></Dial>");
  await receivesTone(second, tones.english);
});

test("a target out of time leads on, and the last one to the action", async () => {
  await using scene = await TwimlScene.open(booted);

  const caller = await wait(scene, `{"ways": ["brief"]}`, tones.urgent);
  const left = await scene.requests("left");
  await receivesTone(caller, tones.next);

  expect(left).toMatchObject({ QueueResult: "leave", WorkflowSid: SID });
  expect(Number(left["QueueTime"])).toBeGreaterThanOrEqual(2);
  const waits = scene.paramsOf("wait");
  const queues = await booted.rest.queues.list();
  const names = new Map(queues.map(({ sid, friendlyName }) => [sid, friendlyName]));
  expect(waits.map(({ QueueSid = "" }) => names.get(QueueSid))).toEqual(["soon", "rest"]);
  expect(waits.map(({ TaskSid }) => TaskSid === left["TaskSid"])).toEqual([true, true]);
});

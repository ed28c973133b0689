import { describe, expect, test } from "vitest";

import { receivesTone, receivesNoTone, melodyOf, TwimlScene } from "../support/twiml-scene.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange({ keepsClients: true });

const tones = { caller: 440, wait: 620, agent: 1000, next: 800, whisper: 1300 };

async function aWaitingCaller(scene: TwimlScene, attributes = "") {
  scene.answer("wait", `<Play loop="0">${scene.tone(tones.wait)}</Play>`);
  scene.answer("left", `<Play loop="0">${scene.tone(tones.next)}</Play>`);
  const noun = `<Enqueue waitUrl="wait" action="left" ${attributes}>${scene.number}</Enqueue>`;
  const caller = await scene.connect(noun, { sends: tones.caller });
  await receivesTone(caller, tones.wait);
  return caller;
}

async function queueOf({ number }: TwimlScene) {
  const queues = await booted().rest.queues.list();
  const queue = queues.find(({ friendlyName }) => friendlyName === number);
  return booted().rest.queues(String(queue?.sid));
}

describe.concurrent("[XT44] how a call leaves a queue, and what its action is told", () => {
  test("leave: by the wait document, which may gather keys, and the next verb runs", async () => {
    await using scene = await TwimlScene.open(booted());
    scene.answer(
      "wait",
      `<Gather action="leave"><Play>${scene.tone(tones.wait, 5000)}</Play></Gather>`,
    );
    scene.answer("leave", "<Leave/>");
    const caller = await scene.connect(
      `<Enqueue waitUrl="wait">${scene.number}</Enqueue><Play>${scene.tone(tones.next)}</Play>`,
    );
    await receivesTone(caller, tones.wait);

    await caller.sendDigits("1#");
    await caller.ended;

    expect(await scene.requests("leave")).toMatchObject({ Digits: "1" });
    expect(melodyOf(caller, [tones.next])).toEqual([tones.next]);
  });

  test("leave, told to its action", async () => {
    await using scene = await TwimlScene.open(booted());
    scene.answer("wait", "<Leave/>");

    await scene.connect(`<Enqueue waitUrl="wait" action="left">${scene.number}</Enqueue>`);

    expect(await scene.requests("left")).toMatchObject({ QueueResult: "leave", QueueTime: "0" });
  });

  test("hangup: by themselves, and by the wait document", async () => {
    await using scene = await TwimlScene.open(booted());
    const caller = await aWaitingCaller(scene);

    await caller.hangUp();
    const [first] = await scene.awaitParamsOf("left", 1);
    scene.answer("wait", "<Hangup/>");
    const other = await scene.ringAgain();

    expect(first).toMatchObject({ QueueResult: "hangup", CallStatus: "completed" });
    expect(await other.ended).toMatchObject({ by: "exchange" });
    expect((await scene.awaitParamsOf("left", 2))[1]).toMatchObject({ QueueResult: "hangup" });
  });

  test("redirected: dequeued by REST, they hear the document they are sent to", async () => {
    await using scene = await TwimlScene.open(booted());
    scene.answer("elsewhere", `<Play loop="0">${scene.tone(tones.whisper)}</Play>`);
    const caller = await aWaitingCaller(scene);

    await (await queueOf(scene)).members("Front").update({ url: scene.url("elsewhere") });

    expect(await scene.requests("left")).toMatchObject({ QueueResult: "redirected" });
    await receivesTone(caller, tones.whisper);
    await receivesNoTone(caller, tones.wait);
  });

  test("queue-full, error: at once, and the call goes on at its action", async () => {
    await using scene = await TwimlScene.open(booted());
    await aWaitingCaller(scene);

    await scene.connect(`<Enqueue maxQueueSize="1" action="full">${scene.number}</Enqueue>`);
    await scene.connect(`<Enqueue action="error">${"q".repeat(65)}</Enqueue>`);

    expect(await scene.requests("full")).toMatchObject({ QueueResult: "queue-full" });
    const error = await scene.requests("error");
    expect(error).toMatchObject({ QueueResult: "error" });
    const notes = await booted().rest.calls(String(error["CallSid"])).notifications.list();
    expect(notes.map(({ errorCode }) => errorCode)).toEqual(["14205"]);
  });
});

describe.concurrent("who waits, and who takes them", () => {
  test("[XT10][XW3] the wait document is asked again when it has run out, with the queue's state", async () => {
    await using scene = await TwimlScene.open(booted());
    scene.answer("wait", "<Pause length='2'/>");
    const document = `<Enqueue waitUrl="wait" waitUrlMethod="GET">${scene.number}</Enqueue>`;
    await scene.connect(document);
    await scene.requests("wait");
    await scene.ringAgain({ from: "0491570158" });

    // The document may have run out before the second has come to the queue.
    const again = await scene.requests("wait", ({ params: { QueuePosition, ...now } }) => {
      return QueuePosition === "1" && now["CurrentQueueSize"] === "2";
    });
    const second = await scene.requests("wait", ({ params }) => params["QueuePosition"] === "2");

    expect(Number(again["QueueTime"])).toBeGreaterThanOrEqual(2);
    expect(second).toMatchObject({ QueueTime: "0", CurrentQueueSize: "2", MaxQueueSize: "1000" });
    expect(second["QueueSid"]).toBe(again["QueueSid"]);
    expect(Number(again["AvgQueueTime"])).toBeLessThanOrEqual(Number(again["QueueTime"]));
  });
});

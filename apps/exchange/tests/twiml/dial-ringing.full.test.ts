import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { receivesTone, receivesAudioFor, TwimlScene } from "../support/twiml-scene.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(() => booted.close());

const tones = { caller: 440, callee: 1000, next: 800 };

/** Rings one telephone, then plays the next document's tone. */
async function aDial(
  scene: TwimlScene,
  dial: string,
  does: Parameters<TwimlScene["telephone"]>[0],
) {
  const { telephone, uri } = await scene.telephone({ sends: tones.callee, ...does });
  scene.answer("done", `<Play loop="0">${scene.tone(tones.next)}</Play>`);
  const document = `<Dial action="done" ${dial}><Sip>${uri}</Sip></Dial>`;
  const caller = await scene.ring(document, { sends: tones.caller });
  return { caller, callee: await telephone.nextCall(), telephone };
}

describe.concurrent("Dial", () => {
  test.each([
    ["busy", { type: "refuse", status: 486, reason: "Busy Here" }, "busy"],
    ["declining", { type: "refuse", status: 603, reason: "Decline" }, "busy"],
    ["unknown", { type: "refuse", status: 404, reason: "Not Found" }, "failed"],
    ["not picked up", { type: "ring" }, "no-answer"],
  ] as const)("[XT15] one who is %s: its action is told", async (_how, does, status) => {
    await using scene = await TwimlScene.open(booted);

    const { caller } = await aDial(scene, 'timeout="1"', { does });

    const done = await scene.requests("done");
    expect(done).toMatchObject({ DialCallStatus: status, DialBridged: "false" });
    expect(done["DialCallSid"]).toMatch(/^CA/);
    expect(done).not.toHaveProperty("DialCallDuration");
    await receivesTone(caller, tones.next);
  });

  test("[XT13][XT15] the two hear one another; its action learns whom and how long", async () => {
    await using scene = await TwimlScene.open(booted);
    const { caller, callee } = await aDial(scene, "", {});
    await Promise.all([receivesTone(caller, tones.callee), receivesTone(callee, tones.caller)]);
    await receivesAudioFor(caller, 1200);

    await callee.hangUp();

    const done = await scene.requests("done");
    expect(done).toMatchObject({ DialCallStatus: "completed", DialBridged: "true" });
    expect(Number(done["DialCallDuration"])).toBeGreaterThanOrEqual(1);
    const child = await booted.rest.calls(String(done["DialCallSid"])).fetch();
    expect(child).toMatchObject({ parentCallSid: done["CallSid"], direction: "outbound-dial" });
    await receivesTone(caller, tones.next);
  });

  test("[XT15] canceled, where the caller hangs up while it rings", async () => {
    await using scene = await TwimlScene.open(booted);
    const { caller, telephone } = await aDial(scene, "", { does: { type: "ring" } });
    await caller.answered;

    await caller.hangUp();

    expect(await scene.requests("done")).toMatchObject({
      DialCallStatus: "canceled",
      CallStatus: "completed",
    });
    await eventually(async () => telephone.requests.includes("CANCEL"), Boolean);
  });

  test("[XT14] answerOnBridge leaves the caller unanswered until somebody answers", async () => {
    await using scene = await TwimlScene.open(booted);
    const does = { type: "ring" } as const;
    const { caller, callee } = await aDial(scene, 'answerOnBridge="true"', { does });
    await caller.ringing;
    await eventually(
      async () => callee.status,
      (status) => status === "ringing",
    );
    expect(caller.status).toBe("ringing");

    callee.pickUp();

    await caller.answered;
    await Promise.all([receivesTone(caller, tones.callee), receivesTone(callee, tones.caller)]);
  });

  test.each([
    ["ringTone", 'ringTone="us"', [440, 480], [400, 425]],
    ["Australia's", "", [400, 425], [440, 480]],
  ])("[XT14] while it rings the caller hears %s", async (_what, dial, audible, unheard) => {
    await using scene = await TwimlScene.open(booted);

    const { caller } = await aDial(scene, dial, { does: { type: "ring" }, sends: 0 });

    for (const frequencyHz of audible) {
      await receivesTone(caller, frequencyHz);
    }
    expect(unheard.map((frequencyHz) => caller.toneAmplitude(frequencyHz) < 0.02)).toEqual([
      true,
      true,
    ]);
  });

  test("[XT14] hangupOnStar: the caller's star ends the talk, the callee's does not", async () => {
    await using scene = await TwimlScene.open(booted);
    const { caller, callee } = await aDial(scene, 'hangupOnStar="true"', {});
    await Promise.all([receivesTone(caller, tones.callee), receivesTone(callee, tones.caller)]);
    await callee.sendDigits("*");
    await eventually(
      async () => caller.digitsReceived,
      (digits) => digits === "*",
    );
    expect(scene.paramsOf("done")).toEqual([]);

    await caller.sendDigits("*");

    expect(await scene.requests("done")).toMatchObject({ DialCallStatus: "completed" });
    expect((await callee.ended).by).toBe("exchange");
    await receivesTone(caller, tones.next);
  });

  test("[XT14] timeLimit ends the talk, and the caller goes on", async () => {
    await using scene = await TwimlScene.open(booted);

    const { caller, callee } = await aDial(scene, 'timeLimit="1"', {});

    expect((await callee.ended).by).toBe("exchange");
    expect(await scene.requests("done")).toMatchObject({
      DialCallStatus: "completed",
      DialCallDuration: "1",
    });
    await receivesTone(caller, tones.next);
  });
});

describe.concurrent("several nouns", () => {
  test("[XT13] ring together: the first answer wins, the others are cancelled", async () => {
    await using scene = await TwimlScene.open(booted);
    const slow = await scene.telephone({ does: { type: "ring" } });
    const quick = await scene.telephone({ sends: tones.callee });

    const caller = await scene.connect(
      `<Dial action="done"><Sip>${slow.uri}</Sip><Sip>${quick.uri}</Sip></Dial>`,
    );
    await receivesTone(caller, tones.callee);
    const lost = await slow.telephone.nextCall();

    expect(await lost.ended).toMatchObject({ by: "exchange", status: 487 });
    await (await quick.telephone.nextCall()).hangUp();
    const { DialCallSid, ...done } = await scene.requests("done");
    expect(done).toMatchObject({ DialCallStatus: "completed" });
    expect((await booted.rest.calls(String(DialCallSid)).fetch()).to).toBe(quick.uri);
  });

  test("[XT14] sequential: the next rings when the one before has not answered", async () => {
    await using scene = await TwimlScene.open(booted);
    const first = await scene.telephone({ does: { type: "ring" } });
    const second = await scene.telephone({ sends: tones.callee });
    const caller = await scene.connect(
      `<Dial sequential="true"><Sip>${first.uri}</Sip><Sip>${second.uri}</Sip></Dial>`,
    );
    const ringing = await first.telephone.nextCall();
    await eventually(
      async () => ringing.status,
      (status) => status === "ringing",
    );
    expect(second.telephone.calls).toHaveLength(0);

    await ringing.hangUp();

    await receivesTone(caller, tones.callee);
  });

  test("[XT39] a Dial that names nobody fails, with 13224", async () => {
    await using scene = await TwimlScene.open(booted);

    await scene.connect(`<Dial action="done"></Dial>`);

    expect(await scene.requests("done")).toMatchObject({
      DialCallStatus: "failed",
      ErrorCode: "13224",
    });
  });
});

describe.concurrent("a Sip", () => {
  test("[XI65][XT13] answers a challenge and takes its X headers along", async () => {
    await using scene = await TwimlScene.open(booted);
    const credentials = { username: "desk", password: "sesame" };
    const { telephone, uri } = await scene.telephone({ credentials, sends: tones.callee });

    const caller = await scene.connect(
      `<Dial><Sip username="desk" password="sesame">${uri}?X-Team=news&amp;Y=1</Sip></Dial>`,
    );
    const callee = await telephone.nextCall();

    await receivesTone(caller, tones.callee);
    expect(callee.invited("x-team")).toEqual(["news"]);
    expect(callee.invited("y")).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { SipListener } from "@linedesk/testkit";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import {
  receivesTone,
  receivesAudioFor,
  receivesNoTone,
  staysSilent,
  melodyOf,
  TwimlScene,
} from "../support/twiml-scene.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(() => booted.close());

const tones = { wait: 620, next: 800, ann: 440, ben: 1000, coach: 1300, beep: 880 };
/** The note that everybody of the built-in music plays most. */
const musicHz = 261.63;
const quiet = 'beep="false" waitUrl=""';

/** Joins the room of the scene's name; who has left it hears the next verb. */
async function join(scene: TwimlScene, attributes: string, sends = 0): Promise<SipListener> {
  const { number } = scene;
  return scene.connect(
    `<Dial action="done"><Conference ${attributes}>${number}</Conference></Dial>`,
    sends === 0 ? {} : { sends },
  );
}

/** Ann and Ben, who hear one another. */
async function aConference(scene: TwimlScene, annIs = quiet, benIs = quiet) {
  const ann = await join(scene, annIs, tones.ann);
  const ben = await join(scene, benIs, tones.ben);
  await Promise.all([receivesTone(ann, tones.ben), receivesTone(ben, tones.ann)]);
  return { ann, ben };
}

function isSilent(listener: SipListener): boolean {
  return listener.receivedAudio(400).every((one) => Math.abs(one) < 50);
}

describe.concurrent("a Conference", () => {
  test("[XT17] begins with the second, of whom one starts it; until then one hears waitUrl", async () => {
    await using scene = await TwimlScene.open(booted);
    scene.answer("wait", `<Play loop="0">${scene.tone(tones.wait)}</Play>`);
    const ann = await join(scene, 'beep="false" waitUrl="wait"', tones.ann);
    await receivesTone(ann, tones.wait);

    const ben = await join(scene, 'startConferenceOnEnter="false" beep="false"', tones.ben);

    await Promise.all([receivesTone(ann, tones.ben), receivesTone(ben, tones.ann)]);
    await receivesNoTone(ann, tones.wait);
    const [room] = await booted.rest.conferences.list({ friendlyName: scene.number });
    expect(room?.status).toBe("in-progress");
  });

  test("[XT17] two who do not start it both wait, until one who does comes", async () => {
    await using scene = await TwimlScene.open(booted);
    scene.answer("wait", `<Play loop="0">${scene.tone(tones.wait)}</Play>`);
    const waits = 'startConferenceOnEnter="false" beep="false" waitUrl="wait"';
    const ann = await join(scene, waits, tones.ann);
    const ben = await join(scene, waits, tones.ben);
    await Promise.all([receivesTone(ann, tones.wait), receivesTone(ben, tones.wait)]);
    expect(await staysSilent(ben, tones.ann)).toBe(true);

    await join(scene, quiet, tones.coach);

    await Promise.all([
      receivesTone(ann, tones.ben),
      receivesTone(ben, tones.ann),
      receivesTone(ben, tones.coach),
    ]);
  });

  test("[XT17] its waitUrl does not loop: silence follows", async () => {
    await using scene = await TwimlScene.open(booted);
    scene.answer("wait", `<Play>${scene.tone(tones.wait)}</Play>`);

    const ann = await join(scene, 'waitUrl="wait" waitMethod="GET"');
    await receivesTone(ann, tones.wait);
    await receivesNoTone(ann, tones.wait);
    await eventually(async () => isSilent(ann), Boolean);

    expect(melodyOf(ann, [tones.wait])).toEqual([tones.wait]);
    expect(scene.paramsOf("wait")).toHaveLength(1);
  });

  test("[XT17] an empty waitUrl is silence, and none is music", async () => {
    await using scene = await TwimlScene.open(booted);
    await using other = await TwimlScene.open(booted);
    const [silent, music] = await Promise.all([join(scene, 'waitUrl=""'), join(other, "")]);

    await eventually(
      async () => music.toneAmplitude(musicHz),
      (amplitude) => amplitude > 0.01,
    );
    await eventually(
      async () => silent.packetsReceived,
      (packets) => packets > 20,
    );

    expect(isSilent(silent)).toBe(true);
  });

  test("[XT20] a waitUrl without TwiML fails the leg, and its Dial's action is told", async () => {
    await using scene = await TwimlScene.open(booted);
    scene.answer("wait", "<broken");
    scene.answer("done", `<Play loop="0">${scene.tone(tones.next)}</Play>`);

    const ann = await join(
      scene,
      'waitUrl="wait" statusCallback="room" statusCallbackEvent="leave"',
    );

    expect(await scene.requests("done")).toMatchObject({ DialCallStatus: "failed" });
    await receivesTone(ann, tones.next);
    expect(await scene.requests("room")).toMatchObject({
      ReasonParticipantLeft: "participant_add_failed",
      ParticipantCallStatus: "in-progress",
    });
  });

  test("[XT17] who comes in muted hears and is not heard", async () => {
    await using scene = await TwimlScene.open(booted);
    const { ann, ben } = await aConference(scene);

    const carla = await join(scene, `${quiet} muted="true"`, tones.coach);
    await Promise.all([receivesTone(carla, tones.ann), receivesTone(carla, tones.ben)]);

    expect([await staysSilent(ann, tones.coach), await staysSilent(ben, tones.coach)]).toEqual([
      true,
      true,
    ]);
  });

  test.each([
    ["true", 1, 1],
    ["onEnter", 1, 0],
    ["onExit", 0, 1],
    ["false", 0, 0],
  ])("[XT17] beep=%s: %d beeps when they come, %d when they go", async (beep, coming, going) => {
    await using scene = await TwimlScene.open(booted);
    const ann = await join(scene, quiet);
    await join(scene, quiet);
    const carla = await join(scene, `waitUrl="" beep="${beep}"`);

    await receivesAudioFor(carla, 700);
    await untilBeeps(ann, coming);
    const cameWith = beepsIn(ann);
    await carla.hangUp();
    await receivesAudioFor(ann, 1000);
    await untilBeeps(ann, coming + going);
    const wentWith = beepsIn(ann) - cameWith;

    expect([cameWith, wentWith]).toEqual([coming, going]);
  });

  test("[XT17][XT20] beyond maxParticipants, or with a label in use, the next verb runs", async () => {
    await using scene = await TwimlScene.open(booted);
    await join(scene, `${quiet} participantLabel="ann"`);
    const two = `${quiet} maxParticipants="2"`;
    const next = `<Play loop="0">${scene.tone(tones.next)}</Play>`;
    function room(attributes: string) {
      return `<Dial action="never"><Conference ${attributes}>${scene.number}</Conference></Dial>${next}`;
    }

    const same = await scene.connect(room(`${quiet} participantLabel="ann"`));
    await receivesTone(same, tones.next);
    await join(scene, two);
    const third = await scene.connect(room(two));
    await receivesTone(third, tones.next);

    expect(scene.paramsOf("never")).toEqual([]);
    const calls = await booted.rest.calls.list({ to: scene.number });
    const notes = await Promise.all(
      calls.map(({ sid }) => booted.rest.calls(sid).notifications.list()),
    );
    expect(notes.flat().map(({ errorCode }) => errorCode)).toEqual(["16020", "16025"]);
  });

  test("[XT20] a coach is heard by whom they coach alone; a coach of nobody is refused", async () => {
    await using scene = await TwimlScene.open(booted);
    const { ann, ben } = await aConference(scene);
    const [{ CallSid } = {}] = scene.paramsOf("incoming");

    const coach = await join(scene, `${quiet} coach="${CallSid}"`, tones.coach);
    await Promise.all([receivesTone(ann, tones.coach), receivesTone(coach, tones.ben)]);
    expect(await staysSilent(ben, tones.coach)).toBe(true);
    await join(scene, `${quiet} coach="CA${"0".repeat(32)}"`);

    expect(await scene.requests("done")).toMatchObject({ DialCallStatus: "failed" });
  });

  test("[XT14] timeLimit and the star key take one out, and their call goes on", async () => {
    await using scene = await TwimlScene.open(booted);
    scene.answer("done", `<Play loop="0">${scene.tone(tones.next)}</Play>`);
    const noun = `<Conference ${quiet}>${scene.number}</Conference>`;
    const ann = await scene.connect(`<Dial action="done" hangupOnStar="true">${noun}</Dial>`);
    const ben = await scene.connect(`<Dial action="done" timeLimit="1">${noun}</Dial>`);
    await receivesTone(ben, tones.next);

    await ann.sendDigits("*");

    await receivesTone(ann, tones.next);
    const both = await scene.awaitParamsOf("done", 2);
    for (const done of both) {
      expect(done).toMatchObject({ DialCallStatus: "answered" });
      expect(done).not.toHaveProperty("DialCallSid");
    }
  });
});

/** How often the room's beep was heard. */
/** A busy machine brings them late. */
async function untilBeeps(listener: SipListener, least: number): Promise<void> {
  await eventually(
    async () => beepsIn(listener),
    (count) => count >= least,
  );
}

function beepsIn(listener: SipListener): number {
  return melodyOf(listener, [tones.beep]).length;
}

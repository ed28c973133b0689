import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { SipListener } from "@linedesk/testkit";
import { BootedExchange } from "../support/booted-exchange.ts";
import { receivesTone, receivesNoTone, staysSilent, TwimlScene } from "../support/twiml-scene.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterAll(() => booted.close());

const tones = { wait: 620, next: 800, ann: 440, ben: 1000, coach: 1300, beep: 880 };
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
});

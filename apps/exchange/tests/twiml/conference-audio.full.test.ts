import { describe, expect, test } from "vitest";

import type { SipListener } from "@linedesk/testkit";
import { receivesTone, receivesNoTone, TwimlScene } from "../support/twiml-scene.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange({ keepsClients: true });

const tones = { wait: 620, ann: 440, ben: 1000 };

/** Joins the room of the scene's name; who has left it hears the next verb. */
async function join(scene: TwimlScene, attributes: string, sends: number): Promise<SipListener> {
  const { number } = scene;
  return scene.connect(
    `<Dial action="done"><Conference ${attributes}>${number}</Conference></Dial>`,
    { sends },
  );
}

describe.concurrent("a Conference", () => {
  test("[XT17] begins with the second, of whom one starts it; until then one hears waitUrl", async () => {
    await using scene = await TwimlScene.open(booted());
    scene.answer("wait", `<Play loop="0">${scene.tone(tones.wait)}</Play>`);
    const ann = await join(scene, 'beep="false" waitUrl="wait"', tones.ann);
    await receivesTone(ann, tones.wait);

    const ben = await join(scene, 'startConferenceOnEnter="false" beep="false"', tones.ben);

    await Promise.all([receivesTone(ann, tones.ben), receivesTone(ben, tones.ann)]);
    await receivesNoTone(ann, tones.wait);
    const [room] = await booted().rest.conferences.list({ friendlyName: scene.number });
    expect(room?.status).toBe("in-progress");
  });
});

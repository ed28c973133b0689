import { expect, test } from "vitest";

import { TwimlScene } from "../support/twiml-scene.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange({ keepsClients: true });

const silence = new Int16Array(1);

test("[XW11] who is heard and who falls silent is told, one sound after the other", async () => {
  await using scene = await TwimlScene.open(booted());
  function join(label: string) {
    return scene.connect(
      `<Dial><Conference beep="false" waitUrl="" participantLabel="${label}" statusCallback="room"
         statusCallbackEvent="start speaker">${scene.number}</Conference></Dial>`,
    );
  }
  const ann = await join("ann");
  const ben = await join("ben");
  await scene.requests(
    "room",
    ({ params }) => params["StatusCallbackEvent"] === "conference-start",
  );
  async function speakerEvents(count: number) {
    return (await scene.awaitParamsOf("room", 1 + count))
      .slice(1)
      .map((params) => `${params["StatusCallbackEvent"]} ${params["ParticipantLabel"]}`);
  }

  ann.say(440);
  await speakerEvents(1);
  ann.say(silence);
  await speakerEvents(2);
  ben.say(1000);
  await speakerEvents(3);
  await ben.hangUp();

  expect(await speakerEvents(4)).toEqual([
    "participant-speech-start ann",
    "participant-speech-stop ann",
    "participant-speech-start ben",
    "participant-speech-stop ben",
  ]);
  const [callOfAnn, callOfBen] = scene.paramsOf("incoming").map(({ CallSid }) => CallSid);
  const callers = scene
    .paramsOf("room")
    .slice(1)
    .map(({ CallSid }) => CallSid);
  expect(callers).toEqual([callOfAnn, callOfAnn, callOfBen, callOfBen]);
});

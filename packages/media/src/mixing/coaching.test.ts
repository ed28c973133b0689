import { expect, test } from "vitest";

import { hasTone } from "@linedesk/audio";
import type { Phone } from "../testing/fake-phone.ts";
import { Studio } from "../testing/fake-studio.ts";

const open = { muted: false, hold: false };
const tones = { caller: 440, operator: 700, coach: 1000 };

async function aCoachedRoom() {
  const studio = new Studio();
  async function join(id: string, toneHz: number, coached: string | null): Promise<Phone> {
    const phone = await studio.add(id, toneHz);
    studio.engine.joinRoom(id, "room", { ...open, coached });
    return phone;
  }
  const caller = await join("caller", tones.caller, null);
  const operator = await join("operator", tones.operator, null);
  const coach = await join("coach", tones.coach, "operator");
  await studio.run(500);
  return { studio, engine: studio.engine, caller, operator, coach };
}

function tonesIn({ samples }: { samples: Int16Array }): boolean[] {
  return Object.values(tones).map((toneHz) => hasTone(samples, toneHz, 8000));
}

function tonesTo(phone: Phone) {
  return tonesIn({ samples: phone.receivedAudio(10) });
}

test("[XM6] a coach is heard by the coached member alone, and hears everybody", async () => {
  const { caller, operator, coach } = await aCoachedRoom();

  expect(tonesTo(caller)).toEqual([false, true, false]);
  expect(tonesTo(operator)).toEqual([true, false, true]);
  expect(tonesTo(coach)).toEqual([true, true, false]);
});

test("[XM6] a deaf member is heard and hears nothing of the room", async () => {
  const { studio, engine, caller, operator } = await aCoachedRoom();

  engine.setMembership("caller", { deaf: true });
  await studio.run(300);

  expect(tonesTo(caller)).toEqual([false, false, false]);
  expect(tonesTo(operator)).toEqual([true, false, true]);
});

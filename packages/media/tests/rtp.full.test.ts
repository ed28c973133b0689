import { readdirSync } from "node:fs";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { startMedia } from "../src/host/start-media.ts";
import type { MediaEvent, MediaPort } from "../src/port/media-port.ts";
import { eventsOf, eventually, storeFault } from "../src/testing/media-events.ts";
import { RtpPhone } from "../src/testing/rtp-phone.ts";

let media: MediaPort;
let events: MediaEvent[];
const faults: string[] = [];
const phones: RtpPhone[] = [];

beforeAll(async () => {
  media = await startMedia({
    isAllowedUrl: () => false,
    onFault: (message) => storeFault(faults, message),
  });
  events = eventsOf(media);
});

afterEach(() => {
  for (const phone of phones.splice(0)) {
    media.closeLeg(phone.id);
    phone.close();
  }
  if (faults.length > 0) {
    throw new Error(faults.join("\n"));
  }
});

afterAll(() => media.close());

async function aPhone(id: string, toneHz: number | null): Promise<RtpPhone> {
  const phone = new RtpPhone(id, toneHz);
  phones.push(phone);
  await phone.connect(media);
  return phone;
}

function ended(playback: string): MediaEvent | undefined {
  return events.find((event) => event.type === "playback.ended" && event.playback === playback);
}

describe("telephone legs", () => {
  test("hear the built-in beep, play every built-in sound, and get no file outside of the folder", async () => {
    const folder = new URL("../sounds/", import.meta.url);
    const names = readdirSync(folder).flatMap((file) => /^(.*)\.wav$/.exec(file)?.[1] ?? []);
    expect(names).toEqual(expect.arrayContaining(["hold-music", "beep", "apology", "digit-0"]));
    const listener = await aPhone("listener", null);
    media.play("listener", "beep", { type: "builtin", name: "beep" }, 1);
    await eventually(() => listener.receivesTone(880), "the beep");
    for (const name of names) {
      await aPhone(`listener-${name}`, null);
      media.play(`listener-${name}`, name, { type: "builtin", name }, 1);
    }
    media.play("listener", "none", { type: "builtin", name: "../../package" }, 1);
    await eventually(() => ended("none") !== undefined && ended("digit-0") !== undefined, "ends");

    expect(ended("none")).toMatchObject({ end: { reason: "failed" } });
    expect(events).not.toContainEqual(
      expect.objectContaining({
        playback: expect.stringMatching(/^digit/),
        end: expect.objectContaining({ reason: "failed" }),
      }),
    );
  });

  test("[XT147] are refused after the media thread has closed, which it does cleanly even a second time", async () => {
    const other = await startMedia({ isAllowedUrl: () => false });
    await other.openRtp("left-open");
    await other.close();
    await other.close();

    await expect(other.openRtp("late")).rejects.toMatchObject({ code: "media_closed" });
    other.closeLeg("left-open");
  });
});

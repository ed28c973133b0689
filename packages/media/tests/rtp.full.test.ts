import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { sine, writeWav } from "@linedesk/audio";
import { startMedia } from "../src/host/start-media.ts";
import type { MediaEvent, MediaPort } from "../src/port/media-port.ts";
import { eventsOf, eventually, noteFault } from "../src/testing/media-events.ts";
import { RtpPhone } from "../src/testing/rtp-phone.ts";

const open = { muted: false, hold: false };

let media: MediaPort;
let events: MediaEvent[];
let server: Server;
let requests: string[];
const faults: string[] = [];
const phones: RtpPhone[] = [];

beforeAll(async () => {
  media = await startMedia({
    isAllowedUrl: (url) => url.hostname === "127.0.0.1",
    onFault: (message) => noteFault(faults, message),
  });
  events = eventsOf(media);
  requests = [];
  const music = sine({ frequenciesHz: [600], durationMs: 500, amplitude: 0.4, sampleRate: 44_100 });
  server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (request.url?.startsWith("/music.wav")) {
      response.end(writeWav(music, 44_100));
    } else if (request.url === "/page") {
      response.end("<html>");
    } else if (request.url === "/away") {
      response.writeHead(302, { location: "http://10.0.0.1/" }).end();
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
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

afterAll(async () => {
  await media.close();
  await new Promise((resolve) => server.close(resolve));
});

function address(path: string): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

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
  test("[XM13] [XM6] talk, hold with looped music from an address, and talk again", async () => {
    const caller = await aPhone("caller", 440);
    const operator = await aPhone("operator", 1000);
    media.joinRoom("caller", "room", open);
    media.joinRoom("operator", "room", open);
    await eventually(() => caller.receivesTone(1000) && operator.receivesTone(440), "each other");

    media.setMembership("caller", { hold: true });
    media.play("caller", "music", { type: "url", url: address("/music.wav") }, 0);
    await eventually(() => caller.receivesTone(600) && !caller.receivesTone(1000), "music alone");
    await eventually(
      () => !operator.receivesTone(440) && !operator.receivesTone(600),
      "nothing at the operator",
    );
    const packets = caller.packets.length;
    await eventually(() => caller.packets.length > packets + 60, "more than two rounds of music");
    expect(caller.receivesTone(600)).toBe(true);

    media.stop("music");
    media.setMembership("caller", { hold: false });
    await eventually(
      () => caller.receivesTone(1000) && operator.receivesTone(440),
      "each other again",
    );
    await eventually(() => !caller.receivesTone(600), "no music any more");
    expect(caller.gaps).toBe(0);
  });

  test("every built-in sound plays", async () => {
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

  test("[XT147] the thread ends cleanly, twice, and says so afterwards", async () => {
    const other = await startMedia({ isAllowedUrl: () => false });
    await other.openRtp("left-open");
    await other.close();
    await other.close();

    await expect(other.openRtp("late")).rejects.toMatchObject({ code: "media_closed" });
    other.closeLeg("left-open");
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { listDevices } from "../src/list-devices.ts";
import { DaemonProcess } from "./support/daemon-process.ts";
import { PacedCard } from "./support/paced-card.ts";
import { SoundServer } from "./support/sound-server.ts";

const sound = new SoundServer();

await sound.start();
const folder = mkdtempSync(join(tmpdir(), "linedesk-names-"));
const hint = 'hint { show on, description "Booth, left of the door" }';
const card = new PacedCard(folder, 1_000, `pcm.booth { type null, ${hint} }`);
afterAll(async () => {
  card.close();
  rmSync(folder, { recursive: true });
  await sound.close();
});

test("[AS108] the devices are listed by type, as the configuration names them", async () => {
  const desk = await sound.open(() => undefined, "system", "desk (USB)");

  const [jack, alsa, aes67] = (await DaemonProcess.devices(sound.name)).split("\n\n");

  expect(jack?.split("\n")).toEqual([
    '"type": "jack"',
    '  "output": "system"',
    '  "output": "linedesk-desk (USB)"',
    '  "input": "system"',
    '  "input": "linedesk-desk (USB)"',
  ]);
  expect(alsa).toContain('"type": "alsa"\n');
  expect(alsa).toContain('  "output": "booth"  Booth, left of the door\n');
  expect(alsa).toContain('  "input": "booth"  Booth, left of the door');
  expect(aes67).toContain('"type": "aes67"\n');
  expect(aes67).toContain('  "interface": "127.0.0.1"  lo\n');
  desk.close();
});

test("[AS108] a type that cannot be listed shows the reason beside the others", () => {
  const list = listDevices("linedesk-nobody");
  expect(list).toContain('"type": "jack"\n  The JACK server linedesk-nobody does not answer.\n');
  expect(list).toContain('"output": "booth"');
});

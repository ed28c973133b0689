import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { joinSamples, muLaw, parseWav, resample } from "@linedesk/audio";
import { AmdDetector } from "../../src/amd/amd-detector.ts";
import type { AmdSettings } from "../../src/amd/amd-state.ts";
import { Studio } from "../../src/testing/fake-studio.ts";
import { room, speech, makeTone } from "../../src/testing/spoken-samples.ts";

const plan: AmdSettings = {
  awaitsEnd: false,
  timeoutMs: 30_000,
  speechMs: 2400,
  speechEndMs: 1200,
  silenceMs: 5000,
};
const toTheEnd: AmdSettings = { ...plan, awaitsEnd: true };

/** The verdict on a telephone that says this and then nothing, as PCMU brings it. */
function verdictOn(how: AmdSettings, ...sounds: Int16Array[]) {
  const watch = new AmdDetector(how);
  const samples = joinSamples([...sounds, new Int16Array(8 * 7000)]);
  const [bytes, block] = [new Uint8Array(160), new Int16Array(160)];
  for (let at = 0; at + 160 <= samples.length; at += 160) {
    muLaw.encode(samples.subarray(at, at + 160), 160, bytes, 0);
    muLaw.decode(bytes, 0, 160, block);
    const verdict = watch.process(block, 8000);
    if (verdict !== null) {
      return verdict;
    }
  }
  return null;
}

/** Somebody really speaks in these; they ship with the exchange. */
function prompt(name: string): Int16Array {
  const file = new URL(`../../sounds/${name}.wav`, import.meta.url);
  const { samples, sampleRate } = parseWav(readFileSync(file));
  return Int16Array.from(resample(samples, sampleRate, 8000), (sample) => sample * 32_767);
}

describe("a leg that answered", () => {
  test("by hello and silence is a person", () => {
    const verdict = verdictOn(plan, room(500), speech(700), room(3000));

    expect(verdict).toMatchObject({ answeredBy: "human" });
    expect(verdict?.afterMs).toBeGreaterThan(2200);
    expect(verdict?.afterMs).toBeLessThan(2700);
  });

  test("by a greeting is a machine, from a quiet room and from the first packet", () => {
    for (const sounds of [[room(400), speech(3200)], [speech(3200)], [speech(3200, 0.25)]]) {
      expect(verdictOn(plan, ...sounds)).toMatchObject({ answeredBy: "machine_start" });
    }
  });

  test("and says nothing is unknown after 5 s, packets or not", () => {
    expect(verdictOn(plan, room(8000))).toMatchObject({ answeredBy: "unknown" });
    const silent = verdictOn(plan);
    expect(silent).toMatchObject({ answeredBy: "unknown", afterMs: 5000 });
  });

  test("with the tone of a fax machine is one, its phase turned or not", () => {
    const turned = Array.from({ length: 4 }, (_, i) => makeTone(2100, 450, i % 2 ? -6000 : 6000));

    expect(verdictOn(plan, room(1000), makeTone(2100, 3000))).toMatchObject({
      answeredBy: "fax",
    });
    expect(verdictOn(toTheEnd, room(600), ...turned)).toMatchObject({ answeredBy: "fax" });
  });

  test("with greeting and beep is told when the beep is over", () => {
    for (const beepHz of [440, 1000, 1400]) {
      const sounds = [room(300), speech(4000), room(900), makeTone(beepHz, 500), room(2000)];
      const verdict = verdictOn(toTheEnd, ...sounds);

      expect(verdict).toMatchObject({ answeredBy: "machine_end_beep" });
      expect(verdict?.afterMs).toBeGreaterThanOrEqual(5680);
      expect(verdict?.afterMs).toBeLessThan(6000);
    }
  });

  test("with a greeting and no beep is told 3.2 s after it", () => {
    const verdict = verdictOn(toTheEnd, speech(4000), room(4000));

    expect(verdict).toMatchObject({ answeredBy: "machine_end_silence" });
    expect(verdict?.afterMs).toBeGreaterThan(7000);
  });

  test("with a short greeting and a beep is a machine all the same", () => {
    const sounds = [speech(1500), room(500), makeTone(850, 400), room(1000)];

    expect(verdictOn(plan, ...sounds)).toMatchObject({ answeredBy: "machine_start" });
    expect(verdictOn(toTheEnd, ...sounds)).toMatchObject({ answeredBy: "machine_end_beep" });
  });

  test("by real speech is no beep and no fax, and a machine when it is long", () => {
    const prompts = ["apology", "please-hold", "line-closed", "not-in-service", "enter-code"];
    for (const name of prompts) {
      const verdict = verdictOn(toTheEnd, prompt(name), room(5000));
      expect([name, verdict?.answeredBy]).toEqual([
        name,
        prompt(name).length > 8 * 2800 ? "machine_end_silence" : "human",
      ]);
    }
  });

  test("is listened to in the mixer, once for each time that it is asked", async () => {
    const studio = new Studio();
    (await studio.add("callee", null)).say(speech(3000));
    studio.engine.startAmd("callee", plan);
    studio.engine.startAmd("nobody", plan);

    await studio.run(4000);

    const verdicts = studio.events.filter((event) => event.type === "leg.amd");
    expect(verdicts).toMatchObject([{ leg: "callee", answeredBy: "machine_start" }]);
  });
});

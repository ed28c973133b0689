import { expect, test } from "vitest";

import { SteadyTone } from "@linedesk/testkit";
import type { Phone } from "../../src/testing/fake-phone.ts";
import { Studio } from "../../src/testing/fake-studio.ts";

const open = { muted: false, hold: false };
const amplitude = 8000;
const sampleRate = 8000;

interface Network {
  /** The error of its clock, relative to ours. */
  ppm: number;
  lossShare: number;
  jitterMs: number;
}

const quiet = { lossShare: 0, jitterMs: 0 };

/** Returns the same numbers each time (Park and Miller). */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 0x7fff_ffff) / 0x7fff_ffff;
}

class Sender {
  readonly #phone: Phone;
  readonly #network: Network;
  readonly #dice: () => number;
  #sent = 0;

  constructor(phone: Phone, network: Network, seed: number) {
    this.#phone = phone;
    this.#network = network;
    this.#dice = dice(seed);
    phone.loses = () => this.#dice() < network.lossShare;
  }

  async advance(nowMs: number): Promise<void> {
    const { ppm, jitterMs } = this.#network;
    while (this.#sent * 20 < nowMs * (1 + ppm / 1e6)) {
      this.#sent += 1;
      if (jitterMs === 0) {
        this.#phone.speak();
      } else {
        this.#phone.speakLate(nowMs + Math.floor(this.#dice() * jitterMs));
      }
    }
    this.#phone.deliver(nowMs);
  }
}

async function aConversation(networks: readonly [Network, Network]) {
  const studio = new Studio();
  const alice = await studio.add("alice", 440);
  const bob = await studio.add("bob", 1000);
  studio.phones.length = 0;
  for (const { id } of [alice, bob]) {
    studio.engine.joinRoom(id, "room", open);
  }
  const senders = [new Sender(alice, networks[0], 7), new Sender(bob, networks[1], 11)];
  async function run(durationMs: number, each: () => void = () => undefined): Promise<void> {
    for (const endMs = studio.nowMs + durationMs; studio.nowMs < endMs;) {
      studio.nowMs += 1;
      for (const sender of senders) {
        await sender.advance(studio.nowMs);
      }
      if (studio.nowMs % 5 === 0) {
        studio.engine.tick();
      }
      each();
    }
  }
  return { studio, alice, bob, run };
}

type Conversation = Awaited<ReturnType<typeof aConversation>>;

/** Returns the delay from a speaker's silence to the listener's. */
async function delayMs({ studio, alice, bob, run }: Conversation): Promise<number> {
  alice.toneHz = 0;
  const silencedMs = studio.nowMs;
  let receivedMs: number | null = null;
  await run(500, () => {
    const isSilent = bob.receivedAudio(1).every((sample) => Math.abs(sample) < 200);
    if (isSilent) {
      receivedMs ??= studio.nowMs;
    }
  });
  alice.toneHz = 440;
  await run(2000);
  return (receivedMs ?? Infinity) - silencedMs;
}

function listened(samples: Int16Array, toneHz: number): SteadyTone {
  const steady = new SteadyTone({ toneHz, amplitude, sampleRate });
  steady.add(samples);
  return steady;
}

test("ten minutes with clocks 100 ppm fast and slow have no gap, no click and no drift", async () => {
  const made = await aConversation([
    { ...quiet, ppm: 100 },
    { ...quiet, ppm: -100 },
  ]);
  await made.run(2000);
  const before = await delayMs(made);

  const ticks = 30_000;
  await made.run(ticks * 20);
  const received = [
    [made.bob.receivedAudio(ticks), 440],
    [made.alice.receivedAudio(ticks), 1000],
  ] as const;
  const after = await delayMs(made);

  for (const [samples, toneHz] of received) {
    const steady = listened(samples, toneHz);
    expect(steady.gaps).toBe(0);
    expect(steady.clicks).toBe(0);
    // The buffer adds or removes whole waves, to the nearest sample.
    expect(Math.max(...steady.phaseSteps.map(Math.abs))).toBeLessThan(0.15);
  }
  expect(Math.abs(after - before)).toBeLessThanOrEqual(20);
  expect(after).toBeLessThanOrEqual(80);
}, 240_000);

test("5 % of random loss and 30 ms of jitter leave the sound uninterrupted, without a click", async () => {
  const bad = { ppm: 0, lossShare: 0.05, jitterMs: 30 };
  const made = await aConversation([bad, bad]);
  await made.run(5000);

  const ticks = 3000;
  await made.run(ticks * 20);

  for (const [phone, toneHz] of [
    [made.bob, 440],
    [made.alice, 1000],
  ] as const) {
    const samples = phone.receivedAudio(ticks);
    // When two or three packets in a row are lost, the sound fades. Some such losses happen each
    // minute.
    const steady = listened(samples, toneHz);
    expect(steady.gaps).toBeLessThan(ticks * 0.01);
    expect(steady.clicks).toBeLessThan(ticks * 0.01);
  }
}, 240_000);

import type { IncomingPhoneNumberContextUpdateOptions } from "twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js";

import { sine, toneAmplitude, toneShare, writeWav } from "@linedesk/audio";
import type {
  AnsweringListener,
  AnsweringOptions,
  CalledListener,
  RingOptions,
  SipListener,
} from "@linedesk/testkit";
import { type BootedExchange, eventually } from "./booted-exchange.ts";
import type { WebRequest } from "./scripted-web-app.ts";
import { aListener, aTelephone, Cleanup } from "./sip-support.ts";

type ListenableAudio = Pick<SipListener, "receivedAudio" | "toneAmplitude">;

const sampleRate = 8000;
const timeoutMs = 60_000;
/** The minimum level, as a share of full scale; sounds are well above it. */
const audible = 0.04;
const windowMs = 200;
/** The minimum share of one tone in the sound; speech has many tones. */
const pure = 0.6;

let opened = 0;

/**
 * One caller's part of a shared exchange, with its own number and its own folder of documents, so
 * that scenes can run in parallel. Documents name each other and their callbacks by relative URLs.
 */
export class TwimlScene {
  readonly booted: BootedExchange;
  readonly number: string;
  readonly #folder: string;
  readonly #cleanup = new Cleanup();

  #numberSid = "";

  private constructor(booted: BootedExchange, id: number) {
    this.booted = booted;
    this.number = `+612555${String(id).padStart(5, "0")}`;
    this.#folder = `/scene-${id}`;
  }

  static async open(booted: BootedExchange): Promise<TwimlScene> {
    opened += 1;
    const scene = new TwimlScene(booted, opened);
    const { sid } = await booted.rest.incomingPhoneNumbers.create({
      phoneNumber: scene.number,
      voiceUrl: scene.url("incoming"),
      statusCallback: scene.url("status"),
    });
    scene.#numberSid = sid;
    return scene;
  }

  async change(settings: IncomingPhoneNumberContextUpdateOptions): Promise<void> {
    await this.booted.rest.incomingPhoneNumbers(this.#numberSid).update(settings);
  }

  url(name: string): string {
    return this.booted.web.url(`${this.#folder}/${name}`);
  }

  answer(name: string, inside: Parameters<BootedExchange["web"]["answer"]>[1]): this {
    this.booted.web.answer(`${this.#folder}/${name}`, inside);
    return this;
  }

  async ring(inside: string, options: Partial<RingOptions> = {}): Promise<SipListener> {
    return this.answer("incoming", inside).ringAgain(options);
  }

  async ringAgain(options: Partial<RingOptions> = {}): Promise<SipListener> {
    const { sip } = this.booted.exchange;
    return aListener(this.#cleanup, { address: sip }, { to: this.number, ...options });
  }

  async connect(inside: string, options: Partial<RingOptions> = {}): Promise<SipListener> {
    const caller = await this.ring(inside, options);
    await caller.answered;
    return caller;
  }

  async telephone(
    options: AnsweringOptions = {},
  ): Promise<{ telephone: AnsweringListener; uri: string }> {
    const telephone = await aTelephone(this.#cleanup, options);
    return { telephone, uri: `sip:somebody@127.0.0.1:${telephone.address.port}` };
  }

  /** Returns the URL of a tone of that length, with half a second of silence after it. */
  tone(frequencyHz: number, durationMs = 400): string {
    const samples = new Int16Array(((durationMs + 500) * sampleRate) / 1000);
    samples.set(sine({ frequenciesHz: [frequencyHz], durationMs, amplitude: 0.3, sampleRate }));
    const wav = writeWav(samples, sampleRate);
    return this.booted.web.sound(`/tones/${frequencyHz}-${durationMs}.wav`, wav);
  }

  async requests(
    name: string,
    fits?: (request: WebRequest) => boolean,
  ): Promise<WebRequest["params"]> {
    return (await this.booted.web.waitForRequest(`${this.#folder}/${name}`, fits)).params;
  }

  paramsOf(name: string): WebRequest["params"][] {
    return this.booted.web.requestsTo(`${this.#folder}/${name}`).map(({ params }) => params);
  }

  async awaitParamsOf(name: string, count: number): Promise<WebRequest["params"][]> {
    return eventually(
      async () => this.paramsOf(name),
      ({ length }) => length >= count,
      timeoutMs,
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanup.run();
  }
}

/** Waits until the last received sound contains the tone. */
export async function receivesTone(listener: ListenableAudio, frequencyHz: number): Promise<void> {
  await eventually(
    async () => listener.toneAmplitude(frequencyHz, windowMs),
    (it) => it > audible,
    timeoutMs,
  );
}

export async function receivesAudioFor(
  listener: SipListener | CalledListener,
  ms: number,
): Promise<void> {
  const enough = listener.packetsReceived + ms / 20;
  await eventually(
    async () => listener.packetsReceived,
    (packets) => packets >= enough,
    timeoutMs,
  );
}

/** Returns the pure tones of the last 10 s in order. A tone after a pause appears again. */
export function melodyOf(
  listener: Pick<ListenableAudio, "receivedAudio">,
  frequenciesHz: number[],
): number[] {
  const received = listener.receivedAudio(10_000);
  const length = sampleRate / 20;
  const melody: number[] = [];
  let before: number | null = null;
  for (let at = 0; at + length <= received.length; at += length) {
    const piece = received.subarray(at, at + length);
    function isTone(hz: number) {
      return (
        toneAmplitude(piece, hz, sampleRate) / 32_768 > audible &&
        toneShare(piece, hz, sampleRate) > pure
      );
    }
    const now = frequenciesHz.find(isTone) ?? null;
    if (now !== null && now !== before) {
      melody.push(now);
    }
    before = now;
  }
  return melody;
}

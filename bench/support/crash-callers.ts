import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import {
  type AnsweringListener,
  type CalledListener,
  ring,
  type SipListener,
} from "@linedesk/testkit";
import type { Phone } from "./packet-gaps.ts";

/** An exchange that ends and starts again while it has calls. */
export interface ExchangeUnderCalls {
  /** The telephone behind its trunk. */
  readonly telephone: AnsweringListener;
  readonly address: { address: string; port: number };
  post(path: string, form: Record<string, string>): Promise<void>;
}

const QUEUED = 40;
const PAIRS = 15;
const BRIDGED = 10;
const DIALLED = 10;
const FIRST_HZ = 600;
const SECOND_HZ = 950;
const AUDIBLE = 0.02;
const WINDOW_MS = 100;
/** The pause between two calls, because the exchange accepts 30 calls a second from one address. */
const EVERY_MS = 45;
const NUMBERS = { queue: "+61255500101", room: "+61255500102", dial: "+61255500103" };

/** Calls of every kind, and the application that returns their documents. */
export class CrashCallers {
  readonly phones: Phone[] = [];
  readonly pairs: [Phone, Phone][] = [];
  readonly #exchange: ExchangeUnderCalls;
  readonly #server: Server = createServer();

  constructor(exchange: ExchangeUnderCalls) {
    this.#exchange = exchange;
  }

  async ringAll(): Promise<void> {
    await this.#serve();
    for (const [path, number] of Object.entries(NUMBERS)) {
      const VoiceUrl = this.#url(`/${path}`);
      await this.#exchange.post("/IncomingPhoneNumbers.json", { PhoneNumber: number, VoiceUrl });
    }
    for (let at = 0; at < QUEUED; at += 1) {
      this.phones.push(await this.#ring(NUMBERS.queue, at));
    }
    for (let at = 0; at < PAIRS; at += 1) {
      const first = await this.#ring(NUMBERS.room, 2 * at, FIRST_HZ);
      const second = await this.#ring(NUMBERS.room, 2 * at + 1, SECOND_HZ);
      this.#pair(first, second);
    }
    for (let at = 0; at < BRIDGED; at += 1) {
      const caller = await this.#ring(NUMBERS.dial, at, FIRST_HZ);
      this.#pair(caller, await this.#called());
    }
    for (let at = 0; at < DIALLED; at += 1) {
      const To = `+614915701${String(at).padStart(2, "0")}`;
      const Url = this.#url("/queue");
      await this.#exchange.post("/Calls.json", { To, From: NUMBERS.queue, Url });
      this.phones.push(await this.#called());
    }
  }

  isBridged([first, second]: readonly [Phone, Phone]): boolean {
    return (
      first.toneAmplitude(SECOND_HZ, WINDOW_MS) > AUDIBLE &&
      second.toneAmplitude(FIRST_HZ, WINDOW_MS) > AUDIBLE
    );
  }

  async close(): Promise<void> {
    for (const phone of this.phones) {
      phone.vanish();
    }
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pair(first: Phone, second: Phone): void {
    this.phones.push(first, second);
    this.pairs.push([first, second]);
  }

  async #ring(to: string, at: number, hz?: number): Promise<SipListener> {
    const from = `+612701${String(10_000 + at).padStart(5, "0")}`;
    const sends = hz === undefined ? {} : { sends: tone(hz) };
    // Half of the telephones prefer the other law.
    const laws = at % 2 === 0 ? (["PCMU", "PCMA"] as const) : (["PCMA", "PCMU"] as const);
    const listener = await ring({ exchange: this.#exchange.address, from, to, laws, ...sends });
    await listener.answered;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    return listener;
  }

  async #called(): Promise<CalledListener> {
    const called = await this.#exchange.telephone.nextCall();
    await called.answered;
    called.say(tone(SECOND_HZ));
    return called;
  }

  async #serve(): Promise<void> {
    this.#server.on("request", (request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        response.setHeader("content-type", "text/xml");
        const from = new URLSearchParams(body).get("From") ?? "";
        response.end(`<Response>${documentOf(request.url ?? "", from)}</Response>`);
      });
    });
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  #url(path: string): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}${path}`;
  }
}

/** Returns the same document for the same caller, however often it is requested. */
function documentOf(path: string, from: string): string {
  const index = Number(from.slice(-5)) - 10_000;
  switch (path) {
    case "/room":
      return `<Dial><Conference beep="false">room-${String(Math.floor(index / 2))}</Conference></Dial>`;
    case "/dial":
      return `<Dial><Number>+614915700${String(index).padStart(2, "0")}</Number></Dial>`;
    default:
      return "<Enqueue>station</Enqueue>";
  }
}

function tone(hz: number): Int16Array {
  const samples = Array.from({ length: 8000 }, (_, at) => Math.sin((2 * Math.PI * hz * at) / 8000));
  return Int16Array.from(samples, (sample) => Math.round(sample * 8000));
}

import { setTimeout as sleep } from "node:timers/promises";

import type {
  CallDescription,
  CommandName,
  Commands,
  Report,
  StartOptions,
  StreamCounts,
  VoiceClientEvent,
} from "./control.ts";
import { forkVoiceHost, type VoiceHost } from "./voice-host.ts";

/** The limit allows for a busy machine. */
const WAIT_MS = 60_000;
const MEASURE_EVERY_MS = 50;
/** From this amplitude (0..1) a tone counts as present. The microphone sends 0.3. */
const TONE_AMPLITUDE = 0.03;

interface Waiter {
  matches: (event: VoiceClientEvent) => boolean;
  resolve: (event: VoiceClientEvent) => void;
  reject: (error: VoiceClientError) => void;
}

/** A failure of the SDK, with its code. */
export class VoiceClientError extends Error {
  override readonly name = "VoiceClientError";
  readonly code: number | null;

  constructor(message: string, code: number | null = null) {
    super(message);
    this.code = code;
  }
}

/**
 * The official Voice SDK in a separate process or page, with a tone generator as the microphone. It
 * keeps every event, so a wait also finds earlier ones.
 */
export class VoiceClient {
  readonly #host: VoiceHost;
  readonly #events: VoiceClientEvent[] = [];
  readonly #taken = new Set<VoiceClientEvent>();
  readonly #waiters = new Set<Waiter>();
  readonly #replies = new Map<number, (report: Report) => void>();
  #nextId = 1;

  private constructor(host: VoiceHost) {
    this.#host = host;
    host.onReport((report) => this.#take(report));
    host.onEnd(() => this.#failAll("the voice client has ended"));
  }

  /**
   * Starts a Device with the token, in Node unless a host is given. It does not register the
   * device.
   */
  static async start(options: StartOptions, host = forkVoiceHost()): Promise<VoiceClient> {
    const client = new VoiceClient(host);
    await client.waitFor("up", { timeoutMs: WAIT_MS });
    await client.#ask("start", options);
    return client;
  }

  async register(): Promise<void> {
    await this.#ask("register", {});
  }

  async unregister(): Promise<void> {
    await this.#ask("unregister", {});
  }

  /** Resolves as soon as the SDK has a call object. The event `accept` reports the answer. */
  async connect(options: Commands["connect"] = {}): Promise<VoiceCall> {
    return new VoiceCall(String(await this.#ask("connect", options)), this);
  }

  async nextIncoming(timeoutMs = WAIT_MS): Promise<VoiceCall> {
    const event = await this.waitFor("incoming", { timeoutMs });
    return new VoiceCall(String(event.call), this);
  }

  async updateToken(token: string): Promise<void> {
    await this.#ask("updateToken", { token });
  }

  /** Interrupts the network for that time, but only for signalling. */
  async dropSocket(awayMs = 0): Promise<void> {
    await this.#ask("dropSocket", { awayMs });
  }

  /** Replaces the device with another one at the same host. */
  async restart(options: StartOptions): Promise<void> {
    await this.#ask("start", options);
  }

  /** Resolves to the report of the SDK's own network test. */
  async preflight(options: Commands["preflight"]): Promise<unknown> {
    return await this.#ask("preflight", options);
  }

  /** Sets the microphone's tone in whole hertz; `null` is silence. */
  async say(frequencyHz: number | null): Promise<void> {
    await this.#ask("play", { frequencyHz });
  }

  /** Resolves to the first event of that name that no earlier wait has returned. */
  async waitFor(
    name: string,
    options: { call?: string; timeoutMs?: number } = {},
  ): Promise<VoiceClientEvent> {
    function matches(event: VoiceClientEvent) {
      return event.name === name && (options.call === undefined || event.call === options.call);
    }
    const past = this.#events.find((event) => matches(event) && !this.#taken.has(event));
    const event = past ?? (await this.#future(name, matches, options.timeoutMs ?? WAIT_MS));
    this.#taken.add(event);
    return event;
  }

  /** Returns all events so far, the oldest first. */
  events(call?: string): VoiceClientEvent[] {
    return this.#events.filter((event) => call === undefined || event.call === call);
  }

  /** Runs a command for the calls of this client. */
  async command<Name extends CommandName>(name: Name, options: Commands[Name]): Promise<unknown> {
    return await this.#ask(name, options);
  }

  /**
   * Ends the host without ending its calls, like a browser that crashes. Repeated calls change
   * nothing.
   */
  async close(): Promise<void> {
    await this.#host.close();
  }

  /** Cuts the host off: it sends nothing any more, and its sockets stay open. */
  freeze(): void {
    this.#host.freeze?.();
  }

  async #ask<Name extends CommandName>(command: Name, options: Commands[Name]): Promise<unknown> {
    const id = this.#nextId++;
    const report = await new Promise<Report>((resolve) => {
      this.#replies.set(id, resolve);
      if (this.#host.send({ id, command, options })) {
        return;
      }
      resolve({ type: "failure", id, message: "the voice client is closed", code: null });
    });
    this.#replies.delete(id);
    if (report.type === "failure") {
      throw new VoiceClientError(report.message, report.code);
    }
    return report.type === "reply" ? report.value : undefined;
  }

  #take(report: Report): void {
    if (report.type !== "event") {
      return this.#replies.get(report.id)?.(report);
    }
    this.#events.push(report);
    for (const waiter of this.#waiters) {
      if (!waiter.matches(report)) {
        continue;
      }
      this.#waiters.delete(waiter);
      waiter.resolve(report);
      return;
    }
  }

  #future(name: string, matches: Waiter["matches"], timeoutMs: number): Promise<VoiceClientEvent> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        const seen = this.#events.map((event) => event.name).join(", ");
        reject(new VoiceClientError(`no "${name}" within ${timeoutMs} ms; there were: ${seen}`));
      }, timeoutMs);
      const waiter: Waiter = {
        matches,
        resolve(event) {
          clearTimeout(timer);
          resolve(event);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
      this.#waiters.add(waiter);
    });
  }

  #failAll(message: string): void {
    for (const [id, resolve] of this.#replies) {
      resolve({ type: "failure", id, message, code: null });
    }
    for (const waiter of this.#waiters) {
      waiter.reject(new VoiceClientError(message));
    }
    this.#waiters.clear();
  }
}

/** One call of a voice client. */
export class VoiceCall {
  readonly id: string;
  readonly #client: VoiceClient;

  constructor(id: string, client: VoiceClient) {
    this.id = id;
    this.#client = client;
  }

  async accept(): Promise<void> {
    await this.#client.command("accept", { call: this.id });
  }

  async reject(): Promise<void> {
    await this.#client.command("reject", { call: this.id });
  }

  async ignore(): Promise<void> {
    await this.#client.command("ignore", { call: this.id });
  }

  async disconnect(): Promise<void> {
    await this.#client.command("disconnect", { call: this.id });
  }

  async mute(muted: boolean): Promise<void> {
    await this.#client.command("mute", { call: this.id, muted });
  }

  async sendDigits(digits: string): Promise<void> {
    await this.#client.command("sendDigits", { call: this.id, digits });
  }

  /** Sends a message of the call. Resolves to its voiceEventSid. */
  async sendMessage(content: unknown, messageType = "user-defined-message"): Promise<string> {
    const sid = await this.#client.command("sendMessage", { call: this.id, content, messageType });
    return String(sid);
  }

  async restartIce(): Promise<void> {
    await this.#client.command("restartIce", { call: this.id });
  }

  async describe(): Promise<CallDescription> {
    return (await this.#client.command("describe", { call: this.id })) as CallDescription;
  }

  async streams(): Promise<StreamCounts> {
    return (await this.#client.command("streams", { call: this.id })) as StreamCounts;
  }

  async waitFor(name: string, timeoutMs = WAIT_MS): Promise<VoiceClientEvent> {
    return await this.#client.waitFor(name, { call: this.id, timeoutMs });
  }

  events(): VoiceClientEvent[] {
    return this.#client.events(this.id);
  }

  /**
   * Resolves to the amplitude 0..1 of a frequency in the last half second, in a page in the last
   * third of a second.
   */
  async amplitude(frequencyHz: number): Promise<number> {
    return Number(await this.#client.command("measureTone", { call: this.id, frequencyHz }));
  }

  /**
   * Resolves to the longest silence since the last request. The first request starts the
   * measurement.
   */
  async longestGapMs(): Promise<number> {
    return Number(await this.#client.command("longestGap", { call: this.id }));
  }

  /** Resolves when the tone is present or, for `false`, absent. */
  async receivesTone(frequencyHz: number, isPresent = true, timeoutMs = WAIT_MS): Promise<void> {
    const endMs = performance.now() + timeoutMs;
    for (;;) {
      const amplitude = await this.amplitude(frequencyHz);
      if (amplitude > TONE_AMPLITUDE === isPresent) {
        return;
      }
      if (performance.now() > endMs) {
        const observed = isPresent ? "not heard" : "still heard";
        const seen = await this.#whereabouts();
        throw new VoiceClientError(
          `${frequencyHz} Hz is ${observed} after ${timeoutMs} ms; ${seen}`,
        );
      }
      await sleep(MEASURE_EVERY_MS);
    }
  }

  /** Describes the call's state for an error message. */
  async #whereabouts(): Promise<string> {
    const [{ status }, streams] = [await this.describe(), await this.streams()];
    const names = this.events().map(({ name }) => name);
    return `the call is ${status}, ${names.join(", ")}, ${JSON.stringify(streams)}`;
  }
}

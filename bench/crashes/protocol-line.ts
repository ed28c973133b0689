import type { Call, DeviceLine } from "@linedesk/contract";
import { type CookieClient, type VoiceCall, VoiceClient } from "@linedesk/testkit";

const CONNECT_MS = 20_000;
const CHECK_MS = 200;
const TOKEN_MS = 480_000;

/** The desk of a line. */
interface LineDesk {
  readonly http: CookieClient;
  readonly user: string;
  readonly calls: ReadonlyMap<string, Call>;
  onChange(listener: () => void): void;
  until<T>(what: string, find: () => T | undefined | false): Promise<T>;
  press(path: string, json: object): Promise<{ body: Record<string, unknown> }>;
  must(path: string, json: object): Promise<{ claim?: { id: string } | null }>;
}

/**
 * One device line of a protocol desk, by the official SDK. It reconnects its call after a crash.
 */
export class ProtocolLine {
  readonly line: DeviceLine;
  readonly hz: number;
  readonly #desk: LineDesk;
  readonly #client: VoiceClient;
  readonly #timers: NodeJS.Timeout[] = [];
  #leg: VoiceCall | null = null;
  #isJoining = false;
  /** The conference of this line, in which there are further operators. */
  conference: string | null = null;
  /** The number of legs so far. Each return after a crash needs a new leg. */
  legs = 0;

  private constructor(desk: LineDesk, line: DeviceLine, { client, hz }: Softphone) {
    this.#desk = desk;
    this.line = line;
    this.hz = hz;
    this.#client = client;
    desk.onChange(() => void this.#resume());
    this.#timers.push(setInterval(() => void this.#resume(), CHECK_MS));
    this.#timers.push(setInterval(() => void this.#renewToken(), TOKEN_MS));
  }

  static async open(desk: LineDesk, line: DeviceLine, hz: number): Promise<ProtocolLine> {
    const signalUrl = desk.http.origin.replace("http", "ws");
    const token = await fetchToken(desk);
    const options = { signalUrl, token, maxCallSignalingTimeoutMs: 15_000 };
    const client = await VoiceClient.start(options);
    await client.register();
    await client.say(hz);
    return new ProtocolLine(desk, line, { client, hz });
  }

  async connect(call: string, claim: string): Promise<void> {
    await this.join(claim);
    await this.#desk.until(`${call} on its line`, () => this.call?.id === call);
  }

  /** Joins a colleague's conference. */
  async joinConference(conference: string): Promise<void> {
    const json = { action: "join", conference, line: this.line };
    const { claim } = await this.#desk.must("/conference", json);
    await this.join(claim?.id ?? "");
    this.conference = conference;
  }

  /** Connects the softphone with a claim. */
  async join(claim: string): Promise<void> {
    if (this.#client.events().some(({ name }) => name === "unregistered")) {
      await this.#renewToken();
    }
    const leg = await this.#client.connect({ params: { claim } });
    const ways = ["accept", "error", "disconnect"].map((name) => leg.waitFor(name, CONNECT_MS));
    ways.forEach((way) => void way.catch(() => undefined));
    const { name, value } = await Promise.race(ways);
    if (name !== "accept") {
      throw new Error(`The softphone was refused: ${name} ${JSON.stringify(value)}.`);
    }
    this.#leg = leg;
    this.legs += 1;
  }

  /** The call of this line, as the desk knows it. */
  get call(): Call | undefined {
    return [...this.#desk.calls.values()].find(
      ({ desk }) =>
        "holder" in desk &&
        desk.status !== "held" &&
        desk.holder?.user === this.#desk.user &&
        desk.holder.line === this.line,
    );
  }

  /** Returns the level of a tone in what this line receives. */
  async amplitude(hz: number): Promise<number> {
    return (await this.#leg?.amplitude(hz).catch(() => 0)) ?? 0;
  }

  async disconnect(): Promise<void> {
    await this.#leg?.disconnect().catch(() => undefined);
    this.#leg = null;
  }

  async close(): Promise<void> {
    this.#timers.forEach((timer) => clearInterval(timer));
    await this.#client.close();
  }

  /** Brings an interrupted call back, as the console does [CN26]. */
  async #resume(): Promise<void> {
    if (this.#isJoining) {
      return;
    }
    this.#isJoining = true;
    try {
      const own = this.#findInterrupted();
      await (own === undefined ? this.#resumeBeside() : this.#resumeOwn(own));
    } catch {
      // The exchange or the server is not ready yet, so another attempt follows.
    } finally {
      this.#isJoining = false;
    }
  }

  async #resumeOwn(call: Call): Promise<void> {
    await this.disconnect();
    const json = { call: call.id, hold: false, line: this.line };
    const { body } = await this.#desk.press("/twilio/calls/handle_hold", json);
    const { claim } = body as { claim?: { id: string } | null };
    if (claim !== undefined && claim !== null) {
      await this.connect(call.id, claim.id);
    }
  }

  /**
   * Joins the conference of this line again when a colleague has become the holder of its calls.
   */
  async #resumeBeside(): Promise<void> {
    const { conference } = this;
    if (conference === null) {
      return;
    }
    const isLost = this.#leg?.events().some(({ name }) => name === "disconnect") ?? true;
    const isBack = [...this.#desk.calls.values()].some(
      (call) => call.conference?.id === conference && call.desk.status !== "held",
    );
    if (isLost && isBack) {
      await this.joinConference(conference);
    }
  }

  #findInterrupted(): Call | undefined {
    return [...this.#desk.calls.values()].find(
      ({ desk }) =>
        desk.status === "held" &&
        desk.interrupted !== undefined &&
        desk.holder?.user === this.#desk.user &&
        desk.holder.line === this.line,
    );
  }

  async #renewToken(): Promise<void> {
    const token = await fetchToken(this.#desk).catch(() => null);
    if (token !== null) {
      await this.#client.updateToken(token).catch(() => undefined);
    }
  }
}

interface Softphone {
  client: VoiceClient;
  hz: number;
}

async function fetchToken(desk: LineDesk): Promise<string> {
  const { token } = await desk.http.read("/twilio/auth", { json: { identity: desk.user } });
  return String(token);
}

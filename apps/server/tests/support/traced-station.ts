import { vi } from "vitest";

import type { Call, Claim } from "@linedesk/contract";
import { ring, type SipListener, startStation, type Station, VoiceClient } from "@linedesk/testkit";
import { Browser } from "./auth-station.ts";

type Body = Record<string, unknown>;

/** A station of real processes, at which an owner works over HTTP. */
export class TracedStation {
  readonly station: Station;
  readonly #browser: Browser;
  #csrf = "";
  #softphone!: VoiceClient;
  id = "";
  user = "";

  private constructor(station: Station) {
    this.station = station;
    this.#browser = new Browser(station.url);
  }

  static async start(env: Record<string, string>): Promise<TracedStation> {
    const traced = new TracedStation(await startStation({ env }));
    await traced.#signIn();
    return traced;
  }

  async #signIn(): Promise<void> {
    await this.#browser.signIn("Alice");
    this.#csrf = await this.#browser.csrfToken();
    const stations = (await this.get("/station")) as { items: { id: string; callSign: string }[] };
    this.id = stations.items.find(({ callSign }) => callSign === "2ZZ")?.id ?? "";
    const session = (await this.get("/auth/session")) as { user: { id: string } };
    this.user = session.user.id;
    const { token } = await this.post("/twilio/auth", { identity: this.user });
    const signalUrl = this.station.url.replace("http", "ws");
    this.#softphone = await VoiceClient.start({ signalUrl, token: String(token) });
    await this.#softphone.register();
    await this.#softphone.say(1_000);
  }

  async ask(method: string, path: string, body?: object): Promise<{ status: number; body: Body }> {
    const answer = await this.#browser.fetch(`/api${path}`, {
      method,
      headers: { "content-type": "application/json", "x-csrf-token": this.#csrf },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  async get(path: string): Promise<Body> {
    return (await this.ask("GET", path)).body;
  }

  async post(path: string, body: object): Promise<Body> {
    return this.#requireDone(path, await this.ask("POST", path, body));
  }

  async put(path: string, body: object): Promise<Body> {
    return this.#requireDone(path, await this.ask("PUT", path, body));
  }

  #requireDone(path: string, { status, body }: { status: number; body: Body }): Body {
    if (status !== 200) {
      throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    }
    return body;
  }

  async calls(): Promise<Call[]> {
    const { calls } = await this.post("/twilio/calls/call_subscription", { station: this.id });
    return calls as Call[];
  }

  /** Calls the station as a listener, and returns the call when it waits in the queue. */
  async ring(from: string, name?: string): Promise<{ call: Call; listener: SipListener }> {
    const before = new Set((await this.calls()).map(({ id }) => id));
    const { host, port } = this.station.sip;
    const exchange = { address: host, port };
    const named = name === undefined ? {} : { name };
    const listener = await ring({ exchange, from, to: "+61255500101", ...named });
    let call: Call | undefined;
    await vi.waitUntil(async () => {
      call = (await this.calls()).find(({ id }) => !before.has(id));
      return call !== undefined;
    }, SLOW);
    return { call: call as Call, listener };
  }

  async take(call: string): Promise<void> {
    const wanted = { call, action: "accept", line: "line1" };
    const { claim } = await this.post("/twilio/calls/handle_call", wanted);
    const leg = await this.#softphone.connect({ params: { claim: (claim as Claim).id } });
    await leg.waitFor("accept");
    await vi.waitUntil(async () => (await this.#deskOf(call)) === "screening", SLOW);
  }

  async #deskOf(call: string): Promise<string | undefined> {
    return (await this.calls()).find(({ id }) => id === call)?.desk.status;
  }

  async untilRecording(call: string, state: string): Promise<void> {
    await vi.waitUntil(async () => {
      const found = (await this.calls()).find(({ id }) => id === call);
      return found?.recording === state;
    }, SLOW);
  }

  async hangUp(call: string, listener: SipListener): Promise<void> {
    await listener.hangUp();
    await listener.close();
    await this.untilEnded(call);
  }

  async untilEnded(call: string): Promise<void> {
    await vi.waitUntil(async () => (await this.#deskOf(call)) === undefined, SLOW);
  }

  async close(): Promise<void> {
    await this.#softphone.close();
    await this.station.close();
  }
}

const SLOW = { timeout: 30_000, interval: 100 };

import * as contract from "@linedesk/contract";
import {
  processVitals,
  ring,
  type SipListener,
  startStation,
  type Station,
  type VoiceCall,
  VoiceClient,
} from "@linedesk/testkit";
import { Browser } from "./auth-station.ts";

export const mainLine = "+61255500101";
export const caller = { number: "+61491570006", name: "Zelda Quokka" };
const listenerHz = 440;
const operatorHz = 1000;
const AUDIBLE_LEVEL = 0.03;
/**
 * The memory may grow by this much, because Node and its database client grow before they collect
 * garbage. A leak grows in every attack.
 */
const memoryGrowthMb = 120;
const handleGrowth = 12;
/** Data that no line of any log may contain. */
const private_ = [/255500101/, /491570006/, /Quokka/i, /eyJ[\w-]{10}/];

const exported: unknown[] = Object.values(contract);
export const endpoints = exported.filter(
  (value): value is contract.Endpoint =>
    typeof value === "object" && value !== null && "access" in value && "path" in value,
);

export interface GoodCall {
  id: string;
  listener: SipListener;
  leg: VoiceCall;
}

export interface Answer {
  status: number;
  text: string;
}

export class AttackedStation {
  readonly station: Station;
  readonly bob: Browser;
  id = "";
  user = "";
  csrf = "";
  #softphone!: VoiceClient;

  private constructor(station: Station) {
    this.station = station;
    this.bob = new Browser(station.url);
  }

  static async start(): Promise<AttackedStation> {
    const env = { RATE_LIMIT: "1000000", LOG_LEVEL: "debug" };
    const attacked = new AttackedStation(await startStation({ env }));
    await attacked.bob.signIn("Bob");
    await attacked.#prepare();
    return attacked;
  }

  async #prepare(): Promise<void> {
    const { items } = (await this.bob.json("/api/station")) as { items: { id: string }[] };
    const session = (await this.bob.json("/api/auth/session")) as { user: { id: string } };
    this.id = items[0]?.id ?? "";
    this.user = session.user.id;
    this.csrf = await this.bob.csrfToken();
    const { token } = await this.post<{ token: string }>("/twilio/auth", { identity: this.user });
    const signalUrl = this.station.url.replace("http", "ws");
    this.#softphone = await VoiceClient.start({ signalUrl, token });
    await this.#softphone.register();
    await this.#softphone.say(operatorHz);
  }

  async ask(method: string, path: string, body?: string): Promise<Answer> {
    const answer = await this.bob.fetch(`/api${path}`, {
      method,
      headers: { "content-type": "application/json", "x-csrf-token": this.csrf },
      ...(body === undefined || method === "GET" ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  async post<Body>(path: string, body: object): Promise<Body> {
    const { status, text } = await this.ask("POST", path, JSON.stringify(body));
    if (status !== 200) {
      throw new Error(`${path}: ${status} ${text}`);
    }
    return JSON.parse(text) as Body;
  }

  async waitingCall(): Promise<{ id: string; listener: SipListener }> {
    const before = new Set((await this.#calls()).map((call) => call.id));
    const from = { from: caller.number, name: caller.name, to: mainLine };
    const listener = await ring({ exchange: toAddress(this.station.sip), ...from });
    listener.say(listenerHz);
    let id: string | undefined;
    await until("the call waits", async () => {
      id = (await this.#calls()).find((call) => !before.has(call.id))?.id;
      return id !== undefined;
    });
    return { id: id ?? "", listener };
  }

  async goodCall(): Promise<GoodCall> {
    const { id, listener } = await this.waitingCall();
    const action = { call: id, action: "accept", line: "line1" };
    const { claim } = await this.post<{ claim: contract.Claim }>(
      "/twilio/calls/handle_call",
      action,
    );
    const leg = await this.#softphone.connect({ params: { claim: claim.id } });
    await leg.waitFor("accept");
    const call = { id, listener, leg };
    await this.expectAudible(call);
    return call;
  }

  async expectAudible({ listener, leg }: GoodCall): Promise<void> {
    await leg.receivesTone(listenerHz);
    await until(
      "the operator is audible",
      async () => listener.toneAmplitude(operatorHz) > AUDIBLE_LEVEL,
    );
  }

  async end({ id, listener, leg }: GoodCall): Promise<void> {
    await listener.hangUp();
    await listener.close();
    await leg.waitFor("disconnect");
    await until("the call ends", async () => !(await this.#calls()).some((call) => call.id === id));
  }

  /** Runs the attack four times: once to warm up, and three times that are compared with it. */
  async survives(attack: (round: number) => Promise<void>): Promise<void> {
    const pids = await this.#pids();
    const call = await this.goodCall();
    const { warm, after } = await this.#attack(attack, call);
    await this.end(await this.goodCall());

    for (const [part, { memoryMb }] of after.entries()) {
      const growthMb = memoryMb - (warm[part]?.memoryMb ?? 0);
      must(growthMb < memoryGrowthMb, `the memory of part ${part} grew by ${growthMb} MB`);
    }
    must(String(await this.#pids()) === String(pids), "a part was restarted");
    await this.assertUnharmed();
  }

  async #attack(attack: (round: number) => Promise<void>, call: GoodCall) {
    try {
      const vitals = await this.#attackRounds(attack, call);
      await this.end(call);
      return vitals;
    } catch (error) {
      await this.end(call).catch(() => undefined);
      // Only the supervisor has reported why a part does not answer.
      const lastLines = this.station.output().trim().split("\n").slice(-3).join(" | ");
      throw new Error(`${String(error)}; the station: ${lastLines}`, { cause: error });
    }
  }

  async #attackRounds(attack: (round: number) => Promise<void>, call: GoodCall) {
    await attack(0);
    const warm = await this.#vitals();
    for (const round of [1, 2, 3]) {
      await attack(round);
    }
    await this.expectAudible(call);
    await until("the handles are released", async () => {
      const now = await this.#vitals();
      return now.every(({ handles }, part) => handles <= (warm[part]?.handles ?? 0) + handleGrowth);
    });
    return { warm, after: await this.#vitals() };
  }

  async assertUnharmed(): Promise<void> {
    const secrets = Object.values(await this.station.secrets());
    for (const part of ["server", "exchange"] as const) {
      const log = await this.station.log(part);
      // 50 is pino's level for errors. A delay of the mixer by the test's machine, and an error
      // that a browser reports, are not faults of the station.
      function isBad(line: string): boolean {
        return (
          (/"level":(?:50|60)/.test(line) &&
            !/The mixer was stopped|browser auth client reported/.test(line)) ||
          private_.some((pattern) => pattern.test(line)) ||
          secrets.some((secret) => secret.length > 31 && line.includes(secret))
        );
      }
      const bad = log.split("\n").filter(isBad);
      must(bad.length === 0, `${part}: ${bad.slice(0, 3).join("\n").slice(0, 3000)}`);
    }
  }

  async close(): Promise<void> {
    await this.#softphone.close();
    await this.station.close();
  }

  async #calls(): Promise<contract.Call[]> {
    const { calls } = await this.post<{ calls: contract.Call[] }>(
      "/twilio/calls/call_subscription",
      { station: this.id },
    );
    return calls;
  }

  #pids(): Promise<(number | null)[]> {
    return Promise.all([this.station.pid("server"), this.station.pid("exchange")]);
  }

  async #vitals() {
    return Promise.all((await this.#pids()).map((pid) => processVitals(pid ?? 0)));
  }
}

function toAddress({ host, port }: { host: string; port: number }) {
  return { address: host, port };
}

export async function until(what: string, is: () => Promise<boolean>, timeoutMs = 60_000) {
  const endMs = performance.now() + timeoutMs;
  while (!(await is())) {
    if (performance.now() > endMs) {
      throw new Error(`${what}: not within ${timeoutMs} ms`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) {
    throw new Error(otherwise);
  }
}

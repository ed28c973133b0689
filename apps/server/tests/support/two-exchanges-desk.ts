import { afterAll, vi } from "vitest";

import type { Call, Claim } from "@linedesk/contract";
import type { DeskEnv } from "./desk-settings.ts";
import type { Person } from "./people.ts";
import { answerRest } from "./scripted-rest.ts";
import { ScriptedTelephony } from "./scripted-telephony.ts";
import { openDesk, type TelephoneDesk } from "./telephone-desk.ts";

export const twilioAccount = {
  TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "the-token-of-the-account",
  TWILIO_API_KEY: `SK${"2".repeat(32)}`,
  TWILIO_API_SECRET: "the-secret-of-the-key",
  TWILIO_APP_SID: `AP${"3".repeat(32)}`,
  PUBLIC_URL: "https://desk.example.com",
  ALLOW_DEMO_SSO: "true",
};

/** A desk with the scripted exchanges `main` and `spare`. */
export class TwoExchangesDesk {
  readonly desk: TelephoneDesk;
  readonly spare: ScriptedTelephony;

  constructor(desk: TelephoneDesk, spare: ScriptedTelephony) {
    this.desk = desk;
    this.spare = spare;
  }

  static open(): Promise<TwoExchangesDesk> {
    return this.#open("spare", (url) => ({ EXCHANGES: `spare=${url}` }));
  }

  /** Opens a desk whose second service is a Twilio account with a token of its own. */
  static async openWithTwilio(): Promise<TwoExchangesDesk> {
    const settings = (url: string) => ({
      ...twilioAccount,
      EXCHANGES: "twilio",
      TWILIO_API_URL: url,
    });
    const both = await this.#open("twilio", settings);
    both.spare.base = twilioAccount.PUBLIC_URL;
    both.spare.authToken = twilioAccount.TWILIO_AUTH_TOKEN;
    return both;
  }

  static async #open(
    service: string,
    more: (url: string) => Record<string, string> & { EXCHANGES: string },
  ): Promise<TwoExchangesDesk> {
    const spare = new ScriptedTelephony();
    spare.service = service;
    const { EXCHANGES, ...env } = more(await spare.start(answerRest));
    const settings: DeskEnv = (mainUrl) => ({
      EXCHANGES: `main=${mainUrl},${EXCHANGES}`,
      EXCHANGE_URL: "",
      TWILIO_API_URL: "",
      DIAL_PERSON_CALLS_PER_MINUTE: "0",
      ...env,
    });
    const desk = await openDesk(settings);
    afterAll(() => spare.close());
    desk.attach(spare);
    const both = new TwoExchangesDesk(desk, spare);
    await both.tick();
    return both;
  }

  get main(): ScriptedTelephony {
    return this.desk.service;
  }

  async tick(): Promise<void> {
    await Promise.all(this.desk.feature.monitors.map((one) => one.tick()));
    await this.settle();
  }

  async pass(ms: number): Promise<void> {
    this.desk.clock.push(ms);
    await this.tick();
  }

  async settle(): Promise<void> {
    await Promise.all([this.main.settle(), this.spare.settle()]);
  }

  /** Makes a listener's call at one of the exchanges. */
  async ring(at: ScriptedTelephony, from: string): Promise<{ id: string; sid: string }> {
    const { sid } = await at.ring(this.desk.line, from);
    return { sid, id: await this.desk.idOf(sid) };
  }

  async accept(person: Person, id: string, line: "line1" | "line2" = "line1"): Promise<Claim> {
    const { claim } = await this.desk.handle(person, id, "accept", line);
    if (claim === null || claim === undefined) {
      throw new Error("not accepted");
    }
    return claim;
  }

  async connect(at: ScriptedTelephony, person: Person, claim: Claim) {
    const connected = await at.connect(person.id, claim.id);
    await this.settle();
    return connected;
  }

  async converse(
    at: ScriptedTelephony,
    { person, from, line = "line1" }: { person: Person; from: string; line?: "line1" | "line2" },
  ) {
    const { id, sid } = await this.ring(at, from);
    const claim = await this.accept(person, id, line);
    const { sid: leg } = await this.connect(at, person, claim);
    return { id, sid, leg };
  }

  async calls(): Promise<Call[]> {
    const { desk } = this;
    const path = `/twilio/calls/call_list?station=${desk.station}`;
    return (await desk.get(path, desk.people.owner)).body["calls"] as Call[];
  }

  async clear(): Promise<void> {
    for (const one of [this.main, this.spare]) {
      one.isAway = false;
      one.isDraining = false;
      for (const sid of one.calls.keys()) {
        await one.drop(sid);
      }
    }
    await this.settle();
    await vi.waitUntil(() => this.tick().then(() => this.isReady), { timeout: 10_000 });
  }

  private get isReady(): boolean {
    return this.desk.feature.monitors.every(({ isReady }) => isReady);
  }
}

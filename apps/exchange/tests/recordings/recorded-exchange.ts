import type { SipListener } from "@linedesk/testkit";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";

export const number = "+61255500101";
export const TIMEOUT_MS = 20_000;

export class RecordedExchange {
  readonly booted: BootedExchange;
  readonly cleanup = new Cleanup();

  private constructor(booted: BootedExchange) {
    this.booted = booted;
  }

  static async start(): Promise<RecordedExchange> {
    const booted = await BootedExchange.start();
    const voiceUrl = booted.web.url("/incoming");
    await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
    return new RecordedExchange(booted);
  }

  /** Connects two callers in one room. Alice sends 440 Hz, and Bob sends 1000 Hz. */
  async aConference() {
    const { rest, web } = this.booted;
    web.answer("/incoming", '<Dial><Conference waitUrl="">talk</Conference></Dial>');
    const alice = await this.#join(440);
    const bob = await this.#join(1000);
    const [call] = await eventually(
      () => rest.calls.list({ from: "+61491570440", status: "in-progress" }),
      (calls) => calls.length === 1,
      TIMEOUT_MS,
    );
    await eventually(
      async () => [alice.toneAmplitude(1000), bob.toneAmplitude(440)],
      (shares) => shares.every((share) => share > 0.1),
      TIMEOUT_MS,
    );
    return { alice, bob, callSid: String(call?.sid) };
  }

  async download(path: string, more: Record<string, string> = {}): Promise<Response> {
    const { url } = this.booted.exchange;
    return await fetch(path.startsWith("http") ? path : url + path, {
      headers: { authorization: this.#login, ...more },
    });
  }

  media(sid: string, ending = ""): string {
    const { account } = this.booted.exchange;
    return `/2010-04-01/Accounts/${account.sid}/Recordings/${sid}${ending}`;
  }

  async completed(sid: string) {
    return await eventually(
      () => this.booted.rest.recordings(sid).fetch(),
      ({ status }) => status === "completed",
      TIMEOUT_MS,
    );
  }

  get #login(): string {
    const { sid, authToken } = this.booted.exchange.account;
    return `Basic ${Buffer.from(`${sid}:${authToken}`).toString("base64")}`;
  }

  async #join(sends: number): Promise<SipListener> {
    const from = `+6149157${String(sends).padStart(4, "0")}`;
    const { sip } = this.booted.exchange;
    return await aListener(this.cleanup, { address: sip }, { from, to: number, sends });
  }
}

export async function bytesOf(response: Response): Promise<Buffer> {
  if (!response.ok) {
    throw new Error(`${response.url} answered ${response.status}`);
  }
  return Buffer.from(await response.arrayBuffer());
}

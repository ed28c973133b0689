import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import twilio from "twilio";

import {
  nodeArguments,
  processVitals,
  type ProcessVitals,
  ring,
  type SipListener,
  type VoiceCall,
  VoiceClient,
} from "@linedesk/testkit";
import { eventually } from "../support/booted-exchange.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";

const { AccessToken } = twilio.jwt;

const account = {
  TWILIO_ACCOUNT_SID: `AC${"a1".repeat(16)}`,
  TWILIO_AUTH_TOKEN: "quokka-auth-token-0123456789",
  TWILIO_API_KEY: `SK${"b2".repeat(16)}`,
  TWILIO_API_SECRET: "quokka-api-secret-0123456789",
};
export const accountSid = account.TWILIO_ACCOUNT_SID;

/**
 * The called number. A log must contain neither this number nor the number and name of the caller.
 */
export const dialled = "+61255500101";
export const caller = { number: "+61491570006", name: "Zelda Quokka" };
const secrets = [
  ...Object.values(account).slice(1),
  /255500101/,
  /491570006/,
  /Quokka/i,
  /eyJ[\w-]{10}/,
];

const operatorHz = 1000;
const listenerHz = 440;
const audibleAmplitude = 0.03;
/**
 * The memory may grow by this much, because Node lets its heap grow before it collects garbage.
 * Leaks of sockets, legs and timers show much earlier.
 */
const memoryGrowthMb = 80;
/** A client of a test keeps up to this number of connections open for a while. */
const handleGrowth = 16;

export interface LegitimateCall {
  listener: SipListener;
  leg: VoiceCall;
  hangUp(): Promise<void>;
}

/**
 * An exchange as an operator starts it, with a web application and a softphone, which a test
 * attacks.
 */
export class AttackedExchange {
  readonly web: ScriptedWebApp;
  url = "";
  sip = { address: "127.0.0.1", port: 0 };
  applicationSid = "";
  softphone!: VoiceClient;
  readonly #folder: string;
  readonly #child: ChildProcess;
  /**
   * The number of UDP sockets without a call: one for SIP, and one that the WebRTC library keeps
   * after its first peer.
   */
  #idlePorts = 1;
  #log = "";

  private constructor(web: ScriptedWebApp, folder: string) {
    this.web = web;
    this.#folder = folder;
    this.#child = spawn(process.execPath, nodeArguments("exchange"), {
      env: {
        ...process.env,
        ...account,
        LINEDESK_DATA: folder,
        EXCHANGE_PORT: "0",
        SIP_PORT: "0",
        LOG_LEVEL: "debug",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const appendLog = (chunk: Buffer) => (this.#log += chunk.toString("utf8"));
    this.#child.stdout?.on("data", appendLog);
    this.#child.stderr?.on("data", appendLog);
  }

  static async start(): Promise<AttackedExchange> {
    const folder = await mkdtemp(join(tmpdir(), "linedesk-hostile-"));
    const attacked = new AttackedExchange(await ScriptedWebApp.start(), folder);
    try {
      await attacked.#prepare();
    } catch (error) {
      attacked.#child.kill("SIGKILL");
      await attacked.web.close();
      throw error;
    }
    return attacked;
  }

  async #prepare(): Promise<void> {
    const ready = /"url":"([^"]+)","sip":\{"address":"[^"]+","port":(\d+)\}.*exchange ready/;
    const match = await eventually(
      async () => ready.exec(this.#log),
      (found) => found !== null,
      30_000,
    );
    this.url = match?.[1] ?? "";
    this.sip = { address: "127.0.0.1", port: Number(match?.[2]) };
    this.web.answer("/studio", "<Dial><Conference beep='false'>studio</Conference></Dial>");
    const VoiceUrl = this.web.url("/studio");
    const answer = await this.request("/Applications", { FriendlyName: "studio", VoiceUrl });
    this.applicationSid = ((await answer.json()) as { sid: string }).sid;
    await this.aNumber(dialled, "/studio");
    this.softphone = await VoiceClient.start({
      signalUrl: this.signalUrl,
      token: this.token("operator"),
    });
    await this.softphone.say(operatorHz);
    await (await this.legitimateCall()).hangUp();
    await new Promise((resolve) => setTimeout(resolve, 500));
    this.#idlePorts = (await processVitals(this.pid)).udpPorts.length;
    must(this.#idlePorts < 3, `${this.#idlePorts} UDP sockets after the first call`);
  }

  get signalUrl(): string {
    return this.url.replace("http", "ws");
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get authorization(): string {
    const pair = `${accountSid}:${account.TWILIO_AUTH_TOKEN}`;
    return `Basic ${Buffer.from(pair).toString("base64")}`;
  }

  request(path: string, form: Record<string, string>): Promise<Response> {
    return fetch(`${this.url}/2010-04-01/Accounts/${accountSid}${path}.json`, {
      method: "POST",
      headers: { authorization: this.authorization },
      body: new URLSearchParams(form),
    });
  }

  async aNumber(PhoneNumber: string, path: string): Promise<void> {
    await this.request("/IncomingPhoneNumbers", { PhoneNumber, VoiceUrl: this.web.url(path) });
  }

  token(identity: string, applicationSid = this.applicationSid): string {
    const { TWILIO_API_KEY, TWILIO_API_SECRET } = account;
    const options = { identity, ttl: 600 };
    const token = new AccessToken(accountSid, TWILIO_API_KEY, TWILIO_API_SECRET, options);
    token.addGrant(
      new AccessToken.VoiceGrant({ incomingAllow: true, outgoingApplicationSid: applicationSid }),
    );
    return token.toJwt();
  }

  async legitimateCall(): Promise<LegitimateCall> {
    const numbers = { from: caller.number, name: caller.name, to: dialled };
    const listener = await ring({ exchange: this.sip, ...numbers });
    listener.say(listenerHz);
    await listener.answered;
    const leg = await this.softphone.connect();
    const call = {
      listener,
      leg,
      hangUp: async () => {
        await leg.disconnect();
        await listener.hangUp();
        await listener.close();
      },
    };
    try {
      await leg.waitFor("accept");
      await this.checkAudio(call);
      return call;
    } catch (error) {
      // Without this, the softphone would still be in a call at the next attempt of the test.
      await call.hangUp();
      throw error;
    }
  }

  async checkAudio({ listener, leg }: LegitimateCall): Promise<void> {
    await leg.receivesTone(listenerHz);
    await eventually(
      async () => listener.toneAmplitude(operatorHz),
      (amplitude) => amplitude > audibleAmplitude,
    );
  }

  /**
   * Runs one storm to warm up and then three more, all during one call. Checks that the call stays
   * audible at both ends and that the next call works. Memory and sockets may grow only a little
   * after the first storm.
   */
  async survives(storm: (round: number) => Promise<void>): Promise<void> {
    const { pid } = this;
    const call = await this.legitimateCall();
    const calm = await processVitals(pid);
    const { warm, after } = await this.#storms(storm, calm, call);
    await (await this.legitimateCall()).hangUp();

    const growthMb = after.memoryMb - warm.memoryMb;
    must(growthMb < memoryGrowthMb, `the memory grew by ${growthMb} MB`);
    await this.#untilIdle();
    this.checkUnharmed();
  }

  async #storms(
    storm: (round: number) => Promise<void>,
    calm: ProcessVitals,
    call: LegitimateCall,
  ) {
    try {
      await storm(0);
      await this.#untilCalm(calm);
      const warm = await processVitals(this.pid);
      for (const round of [1, 2, 3]) {
        await storm(round);
      }
      await this.checkAudio(call);
      await this.#untilCalm(warm);
      return { warm, after: await processVitals(this.pid) };
    } finally {
      await call.hangUp();
    }
  }

  /**
   * Checks that the process still runs, and that its log contains no error and nothing
   * confidential.
   */
  checkUnharmed(): void {
    must(this.isRunning, "the exchange has ended");
    // 50 is pino's level for errors, which input of an attacker must not cause. A stop of the mixer
    // is allowed, because a busy test machine causes it too.
    function isBad(line: string): boolean {
      return (
        (/"level":(?:50|60)/.test(line) && !line.includes("The mixer was stopped")) ||
        secrets.some((secret) => line.search(secret) !== -1)
      );
    }
    const bad = this.#log.split("\n").filter(isBad);
    must(bad.length === 0, `error or secret logged: ${bad.slice(0, 3).join("\n").slice(0, 3000)}`);
  }

  async close(): Promise<void> {
    await this.softphone.close();
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    if (this.#child.exitCode === null && this.#child.kill("SIGTERM")) {
      await ended;
    }
    await this.web.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Waits until the exchange has dropped the sockets and legs of lost clients. */
  async #untilCalm(before: ProcessVitals): Promise<void> {
    await eventually(
      () => processVitals(this.pid),
      ({ handles, udpPorts }) =>
        handles <= before.handles + handleGrowth && udpPorts.length <= before.udpPorts.length,
      20_000,
    );
  }

  async #untilIdle(): Promise<void> {
    await eventually(
      async () => (await processVitals(this.pid)).udpPorts.length,
      (ports) => ports <= this.#idlePorts,
      20_000,
    );
  }
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) {
    throw new Error(otherwise);
  }
}

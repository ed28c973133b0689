import { answerRest } from "../../apps/server/tests/support/scripted-rest.ts";
import { ScriptedTelephony } from "../../apps/server/tests/support/scripted-telephony.ts";

const LINE = "+61255500101";
/** A server processes four arrivals at the same time. */
const AT_ONCE = 8;
const AGAIN_MS = 1_000;

interface ScriptedCaller {
  number: string;
  sid: string;
  call: string;
}

/** Callers of a telephony service that has no media, only webhooks and REST. */
export class ScriptedCallers {
  readonly waiting: ScriptedCaller[] = [];
  readonly #service = new ScriptedTelephony();
  /** The calls of all callers so far, by their sids. */
  readonly #calls = new Map<string, string>();
  #count = 0;

  /** Returns the port of the service. */
  async start({ authToken, webhookUrl }: { authToken: string; webhookUrl: string }) {
    const service = this.#service;
    service.authToken = authToken;
    service.base = webhookUrl;
    service.callOf = (sid) => this.#calls.get(sid) ?? "";
    service.deliver = async (path, params, headers) => {
      const body = new URLSearchParams(params);
      const answer = await fetch(webhookUrl + path, { method: "POST", headers, body });
      return { status: answer.status, body: await answer.text() };
    };
    return Number(new URL(await service.start(answerRest)).port);
  }

  /** Lets listeners call until this many callers wait. */
  async fill(count: number): Promise<void> {
    let left = count - this.waiting.length;
    async function ringOn(callers: ScriptedCallers): Promise<void> {
      for (; left > 0;) {
        left -= 1;
        await callers.ring(callers.nextNumber());
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, () => ringOn(this)));
  }

  nextNumber(): string {
    this.#count += 1;
    return `+61270${String(this.#count).padStart(6, "0")}`;
  }

  /** Calls from this number. After a server error the service tries again, as the exchange does. */
  async ring(number: string, tries = 3): Promise<void> {
    const { sid, status, body } = await this.#service.ring(LINE, number);
    if (status >= 500 && tries > 1) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      return this.ring(number, tries - 1);
    }
    const call = /[?&]call=([0-9a-f-]{36})/.exec(body)?.[1];
    if (status !== 200 || call === undefined) {
      throw new Error(`The server did not accept the caller ${number}: ${status} ${body}`);
    }
    this.#calls.set(sid, call);
    this.waiting.push({ number, sid, call });
  }

  hangUp({ sid }: ScriptedCaller): Promise<void> {
    return this.#service.drop(sid);
  }

  close(): Promise<void> {
    return this.#service.close();
  }
}

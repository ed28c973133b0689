import type { RestTelephony } from "../../apps/server/src/telephony/rest-telephony.ts";
import {
  createRestClient,
  restCommand,
  restRequest,
} from "../../apps/server/src/telephony/twilio-client.ts";
import type { CheckOptions } from "./check-options.ts";

const NAME = "linedesk twilio-check";
const LIVE = ["queued", "ringing", "in-progress"] as const;

/** Creates the objects of the check at the account, and removes them again. */
export class CheckAccount {
  applicationSid = "";
  queueSid = "";
  readonly queueName = `${NAME} ${process.pid}`;
  readonly #options: CheckOptions;
  readonly #telephony: RestTelephony;
  readonly #calls = new Set<string>();
  readonly #ends: (() => Promise<unknown>)[] = [];

  constructor(options: CheckOptions, telephony: RestTelephony) {
    this.#options = options;
    this.#telephony = telephony;
  }

  async setUp(): Promise<void> {
    const { url, number } = this.#options;
    const { account } = this.#telephony;
    const rest = await createRestClient(this.#options.telephony);
    const [own] = await restRequest(() =>
      rest.incomingPhoneNumbers.list({ phoneNumber: number, limit: 1 }),
    );
    if (own === undefined) {
      throw new Error(`The account does not have the number ${number}.`);
    }
    const statusUrl = `${url}/status`;
    const urls = { voiceUrl: `${url}/connect`, fallbackUrl: "", statusUrl };
    this.applicationSid = await account.writeApplication(null, { name: NAME, ...urls });
    this.#ends.push(() => restCommand(() => rest.applications(this.applicationSid).remove()));
    this.queueSid = await account.createQueue(this.queueName);
    this.#ends.push(() => restCommand(() => rest.queues(this.queueSid).remove()));
    this.#ends.push(() => restRequest(() => rest.incomingPhoneNumbers(own.sid).update(before)));
    const before = {
      friendlyName: own.friendlyName,
      voiceUrl: own.voiceUrl,
      voiceMethod: own.voiceMethod,
      voiceFallbackUrl: own.voiceFallbackUrl,
      voiceFallbackMethod: own.voiceFallbackMethod,
      statusCallback: own.statusCallback,
      statusCallbackMethod: own.statusCallbackMethod,
      voiceApplicationSid: own.voiceApplicationSid ?? "",
      trunkSid: own.trunkSid ?? "",
    };
    await account.writeNumber(own.sid, {
      number,
      name: NAME,
      voiceUrl: `${url}/incoming`,
      fallbackUrl: "",
      statusUrl,
      isOwn: true,
    });
  }

  /** Makes a call that waits in silence, as a listener does. Returns its sid. */
  async ring(): Promise<string> {
    const { number: to, from, telephony } = this.#options;
    const rest = await createRestClient(telephony);
    const twiml = `<Response><Pause length="120"/></Response>`;
    const { sid } = await restRequest(() => rest.calls.create({ to, from, twiml }));
    this.note(sid);
    return sid;
  }

  /** Notes a call whose record is deleted at the end. */
  note(callSid: string): void {
    this.#calls.add(callSid);
  }

  /**
   * Ends the calls that still run, and removes everything that the check created. Returns what it
   * could not remove.
   */
  async cleanUp(): Promise<string[]> {
    const problems: string[] = [];
    const steps = [
      ...[...this.#calls].map((sid) => () => this.#endAndForget(sid)),
      ...this.#ends.toReversed(),
    ];
    for (const step of steps) {
      await step().catch((error: unknown) => problems.push(String(error)));
    }
    return problems;
  }

  async #endAndForget(sid: string): Promise<void> {
    const found = await this.#telephony.findCall(sid);
    if (found !== null && LIVE.some((status) => status === found.status)) {
      await this.#telephony.endCall(sid);
    }
    await this.#forget(sid, FORGET_TRIES);
  }

  /** Deletes the record of a call, which is refused for a while after the call has ended. */
  async #forget(sid: string, tries: number): Promise<void> {
    try {
      await this.#telephony.forgetCall(sid);
    } catch (error) {
      if (tries <= 1) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, FORGET_AGAIN_MS));
      await this.#forget(sid, tries - 1);
    }
  }
}

const FORGET_TRIES = 10;
const FORGET_AGAIN_MS = 500;

import type { Config } from "../config/config.ts";
import { TelephonyError, TelephonyUnreachableError } from "./telephony.ts";
import {
  createRestClient,
  LIVE_STATUSES,
  restCommand,
  restRequest,
  type TwilioClient,
} from "./twilio-client.ts";

/** A call that the server makes by itself, without an operator. It runs a document. */
export interface SingleCall {
  to: string;
  from: string;
  twiml: string;
  ringTimeoutS: number;
  timeLimitS: number;
  /** Credentials for a called party that authenticates callers. */
  login?: { username: string; password: string };
  /** The sid of the outgoing trunk; by default the service chooses. */
  trunk?: string | undefined;
}

/** A number of the account and the destination of its calls. */
export interface ServiceNumber {
  number: string;
  voiceUrl: string;
  trunk: string | null;
}

const NUMBER_LIMIT = 5_000;

/** Makes and ends calls without an operator, for tests and rehearsals. */
export class SingleCalls {
  readonly #account: Config["telephony"];
  #opened: Promise<TwilioClient> | undefined;

  constructor(account: Config["telephony"]) {
    this.#account = account;
  }

  /** Returns the call's sid; throws `TelephonyError` or `TelephonyUnreachableError`. */
  async ring(call: SingleCall): Promise<string> {
    const { to, from, twiml, ringTimeoutS, timeLimitS, login, trunk } = call;
    const rest = await this.#rest();
    const credentials =
      login === undefined
        ? {}
        : { sipAuthUsername: login.username, sipAuthPassword: login.password };
    const made = await restRequest(() =>
      rest.calls.create({
        to,
        from,
        twiml,
        timeout: ringTimeoutS,
        timeLimit: timeLimitS,
        ...credentials,
        ...(trunk === undefined ? {} : { byoc: trunk }),
      }),
    );
    return made.sid;
  }

  /** Hangs up the live calls from this number to these destinations; returns how many it ended. */
  async endCalls(from: string, isThere: (to: string) => boolean): Promise<number> {
    const rest = await this.#rest();
    const lists = await Promise.all(
      LIVE_STATUSES.map((status) =>
        restRequest(() => rest.calls.list({ from, status, limit: 100 })),
      ),
    );
    const own = lists
      .flat()
      .filter(({ direction, to }) => direction.startsWith("outbound") && isThere(to));
    for (const { sid } of own) {
      await restCommand(() => rest.calls(sid).update({ status: "completed" }));
    }
    return own.length;
  }

  /** Returns the account's numbers; `null` while the service does not answer. */
  async listNumbers(): Promise<ServiceNumber[] | null> {
    const rest = await this.#rest();
    try {
      const numbers = await restRequest(() =>
        rest.incomingPhoneNumbers.list({ limit: NUMBER_LIMIT, pageSize: 1_000 }),
      );
      return numbers.map(({ phoneNumber, voiceUrl, trunkSid }) => ({
        number: phoneNumber,
        voiceUrl: voiceUrl ?? "",
        trunk: trunkSid || null,
      }));
    } catch (error) {
      if (error instanceof TelephonyUnreachableError || error instanceof TelephonyError) {
        return null;
      }
      throw error;
    }
  }

  #rest(): Promise<TwilioClient> {
    return (this.#opened ??= createRestClient(this.#account));
  }
}

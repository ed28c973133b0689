import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";

import {
  TelephonyError,
  TelephonyUnreachableError,
  type RecordedSound,
  type RecordingControl,
  type ServiceRecording,
} from "./telephony.ts";
import {
  isGone,
  restCommand,
  restRequest,
  serviceOrigin,
  type RestAccount,
  type TwilioClient,
} from "./twilio-client.ts";

/** The headers of the service's answer that a browser needs to play and to seek. */
const PASSED_HEADERS = ["content-type", "content-length", "content-range", "accept-ranges", "etag"];
/** The time limit of the answer's headers; the sound itself may take longer. */
const SOUND_ANSWER_MS = 10_000;
const OVER = new Set(["completed", "absent", "failed", "stopped"]);

export class RestRecordings implements RecordingControl {
  readonly #account: RestAccount;
  readonly #rest: () => Promise<TwilioClient>;

  constructor(account: RestAccount, rest: () => Promise<TwilioClient>) {
    this.#account = account;
    this.#rest = rest;
  }

  async announce(who: { roomSid: string; callSid: string; url: string }) {
    const rest = await this.#rest();
    return restCommand(() =>
      rest
        .conferences(who.roomSid)
        .participants(who.callSid)
        .update({ announceUrl: who.url, announceMethod: "POST" }),
    );
  }

  async start(callSid: string, statusUrl: string): Promise<string | null> {
    const rest = await this.#rest();
    try {
      const made = await restRequest(() =>
        rest.calls(callSid).recordings.create({
          recordingChannels: "mono",
          recordingTrack: "both",
          recordingStatusCallback: statusUrl,
          recordingStatusCallbackMethod: "POST",
          recordingStatusCallbackEvent: ["completed", "absent"],
        }),
      );
      return made.sid;
    } catch (error) {
      if (isGone(error)) {
        return null;
      }
      throw error;
    }
  }

  async change(
    { callSid, sid }: { callSid: string; sid: string },
    status: "paused" | "in-progress" | "stopped",
  ) {
    const rest = await this.#rest();
    return restCommand(() => rest.calls(callSid).recordings(sid).update({ status }));
  }

  async find(sid: string): Promise<ServiceRecording | null> {
    const rest = await this.#rest();
    try {
      const { status, duration } = await restRequest(() => rest.recordings(sid).fetch());
      const durationS = duration === null ? null : Number(duration);
      return { isOver: OVER.has(status), durationS };
    } catch (error) {
      if (isGone(error)) {
        return null;
      }
      throw error;
    }
  }

  async remove(sid: string) {
    const rest = await this.#rest();
    return restCommand(() => rest.recordings(sid).remove());
  }

  async readSound(sid: string, range: string | null): Promise<RecordedSound | null> {
    const { accountSid } = this.#account;
    const path = `/2010-04-01/Accounts/${accountSid}/Recordings/${encodeURIComponent(sid)}.wav`;
    const answer = await this.#fetch(`${serviceOrigin(this.#account)}${path}`, range);
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    if (![200, 206, 416].includes(answer.status)) {
      await answer.body?.cancel();
      const refusal = { status: answer.status, serviceCode: null };
      throw new TelephonyError("The telephony service returned no sound", refusal);
    }
    const headers = PASSED_HEADERS.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const bytes =
      answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as ReadableStream);
    return { status: answer.status, headers: Object.fromEntries(headers), bytes };
  }

  async #fetch(url: string, range: string | null): Promise<Response> {
    const { apiKey, apiSecret } = this.#account;
    const login = Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), SOUND_ANSWER_MS);
    try {
      return await fetch(url, {
        headers: { authorization: `Basic ${login}`, ...(range === null ? {} : { range }) },
        signal: late.signal,
      });
    } catch (error) {
      throw new TelephonyUnreachableError("The telephony service returned no sound", {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

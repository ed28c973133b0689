import * as z from "zod";

import { systemClock } from "@linedesk/base";
import type { IceServer } from "@linedesk/contract";
import { readSnapshot, requestVerification, toServiceCall } from "./read-snapshot.ts";
import { RestRecordings } from "./rest-recordings.ts";
import { ServiceAccount } from "./service-account.ts";
import { ServiceBreaker } from "./service-breaker.ts";
import type { ServicePolicy } from "./service-policy.ts";
import {
  isLossOfCall,
  TelephonyError,
  type DialRequest,
  type ServiceCall,
  type Telephony,
  type TelephonySnapshot,
  type VerificationRequest,
} from "./telephony.ts";
import {
  restRequest,
  restCommand,
  isGone,
  createRestClient,
  TWILIO_ORIGIN,
  type RestAccount,
  type TwilioClient,
} from "./twilio-client.ts";
import { twiml } from "./twiml.ts";

interface RestTelephonyOptions extends RestAccount {
  policy: ServicePolicy;
  mayWithdrawTokens: boolean;
  /** Is true for our exchange only, which reports the packets of a call. */
  countsPackets: boolean;
  hasRelays: boolean;
}

const quality = z.object({ packets_received: z.number() });
const relay = z.object({ urls: z.string(), username: z.string(), credential: z.string() });

const participant = z.object({ call_sid: z.string() });

/** Returns the parameters of the dialled party and of its join to the room. */
function writeParticipant(how: Omit<DialRequest, "roomSid" | "room" | "extension">) {
  return {
    From: how.from,
    To: how.to,
    Label: how.label,
    Timeout: how.ringTimeoutS,
    TimeLimit: how.timeLimitS,
    EarlyMedia: !how.isSilent,
    Muted: how.isSilent,
    Beep: "false",
    StartConferenceOnEnter: true,
    EndConferenceOnExit: false,
    WaitUrl: how.waitUrl,
    ...(how.programmeUrl === null ? {} : { ProgrammeUrl: how.programmeUrl }),
    StatusCallback: how.statusUrl,
    StatusCallbackMethod: "POST",
    StatusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
  };
}

/**
 * A party behind a switchboard joins the room only after the digits. A request that creates a
 * participant cannot send digits, so this is a call with a document of its own.
 */
function writeCallWithExtension(how: Omit<DialRequest, "roomSid">) {
  const { room, label, extension, isSilent, programmeUrl } = how;
  return {
    from: how.from,
    to: how.to,
    timeout: how.ringTimeoutS,
    timeLimit: how.timeLimitS,
    statusCallback: how.statusUrl,
    statusCallbackMethod: "POST",
    statusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
    twiml: twiml.joinConference({
      room: room.name,
      statusUrl: room.statusUrl,
      label,
      muted: isSilent,
      programmeUrl,
      digits: `${WAIT_FOR_SWITCHBOARD}${extension}`,
    }),
  };
}

const MOST_LISTED = 1_000;
const LIVE = new Set(["queued", "ringing", "in-progress"]);

/** Two seconds, in which the switchboard begins to listen. */
const WAIT_FOR_SWITCHBOARD = "wwww";

export class RestTelephony implements Telephony {
  readonly recordings: RestRecordings;
  readonly account: ServiceAccount;
  readonly policy: ServicePolicy;
  readonly #options: RestTelephonyOptions;
  readonly #breaker = new ServiceBreaker(systemClock);
  #opened: Promise<TwilioClient> | undefined;

  constructor(options: RestTelephonyOptions) {
    this.#options = options;
    this.policy = options.policy;
    this.recordings = new RestRecordings(options, () => this.#rest());
    const account = { accountSid: options.accountSid, isExchange: options.policy.createsNumbers };
    this.account = new ServiceAccount(account, () => this.#check());
  }

  /**
   * Returns the client for commands. Throws while the service does not answer, so that a command
   * fails at once.
   */
  async #rest(): Promise<TwilioClient> {
    this.#breaker.assertClosed();
    return this.#check();
  }

  /** Returns the client for checks, which find out whether the service answers again. */
  async #check(): Promise<TwilioClient> {
    this.#opened ??= createRestClient(this.#options, (request) => this.#breaker.watch(request));
    return this.#opened;
  }

  async iceServers(ttlS: number): Promise<IceServer[]> {
    if (!this.#options.hasRelays) {
      return [];
    }
    const rest = await this.#rest();
    const { iceServers } = await restRequest(() => rest.tokens.create({ ttl: ttlS }));
    return z.array(relay).parse(iceServers);
  }

  async hasMedia(callSid: string): Promise<boolean> {
    if (!this.#options.countsPackets) {
      return true;
    }
    const rest = await this.#rest();
    const uri = `${TWILIO_ORIGIN}/inspect/calls/${encodeURIComponent(callSid)}/quality`;
    const { statusCode, body } = await restRequest(() => rest.request({ method: "get", uri }));
    const measured = quality.safeParse(body);
    return statusCode === 200 && measured.success && measured.data.packets_received > 0;
  }

  async withdrawTokens(identity: string): Promise<void> {
    const { accountSid, mayWithdrawTokens } = this.#options;
    if (!mayWithdrawTokens) {
      return;
    }
    const rest = await this.#rest();
    const path = `/2010-04-01/Accounts/${accountSid}/Clients/${encodeURIComponent(identity)}`;
    const { statusCode } = await restRequest(() =>
      rest.request({ method: "delete", uri: `${TWILIO_ORIGIN}${path}/Tokens.json` }),
    );
    if (statusCode >= 300) {
      const answer = { status: statusCode, serviceCode: null };
      throw new TelephonyError("The telephony service did not withdraw the tokens", answer);
    }
  }

  async verifyCallerId(request: VerificationRequest) {
    return requestVerification(await this.#rest(), this.#options.accountSid, request);
  }

  async removeCallerId(serviceSid: string) {
    const rest = await this.#rest();
    return restCommand(() => rest.outgoingCallerIds(serviceSid).remove());
  }

  async hasQueue(queueSid: string): Promise<boolean> {
    const rest = await this.#check();
    return (await restCommand(() => rest.queues(queueSid).fetch())) === "done";
  }

  async dequeue(member: { queueSid: string; callSid: string; url: string }) {
    const rest = await this.#rest();
    return restCommand(() =>
      rest.queues(member.queueSid).members(member.callSid).update({ url: member.url }),
    );
  }

  async hold(who: { roomSid: string; callSid: string; holdUrl: string; unmute: boolean }) {
    const unmuted = who.unmute ? { muted: false } : {};
    const rest = await this.#rest();
    return restCommand(() =>
      rest
        .conferences(who.roomSid)
        .participants(who.callSid)
        .update({ hold: true, holdUrl: who.holdUrl, holdMethod: "POST", ...unmuted }),
    );
  }

  async unhold(who: { roomSid: string; callSid: string }) {
    const rest = await this.#rest();
    return restCommand(() =>
      rest.conferences(who.roomSid).participants(who.callSid).update({ hold: false }),
    );
  }

  async runDocument(callSid: string, twiml: string) {
    const rest = await this.#rest();
    return restCommand(() => rest.calls(callSid).update({ twiml }));
  }

  async mute({ roomSid, callSid, muted }: { roomSid: string; callSid: string; muted: boolean }) {
    const rest = await this.#rest();
    return restCommand(() => rest.conferences(roomSid).participants(callSid).update({ muted }));
  }

  async redirect(callSid: string, url: string) {
    const rest = await this.#rest();
    return restCommand(() => rest.calls(callSid).update({ url, method: "POST" }));
  }

  async dial({ roomSid, room, extension, ...how }: DialRequest): Promise<string> {
    const rest = await this.#rest();
    if (extension !== "") {
      const call = writeCallWithExtension({ room, extension, ...how });
      return (await restRequest(() => rest.calls.create(call))).sid;
    }
    const uri = `/Accounts/${this.#options.accountSid}/Conferences/${roomSid}/Participants.json`;
    const data = writeParticipant(how);
    // The library's own method omits `ProgrammeUrl`, which only our exchange has.
    const made: unknown = await restRequest(() =>
      rest.api.v2010.create({ uri, method: "post", data }),
    );
    return participant.parse(made).call_sid;
  }

  async setTimeLimit(callSid: string, timeLimitS: number) {
    const rest = await this.#rest();
    return restCommand(() => rest.calls(callSid).update({ timeLimit: timeLimitS }));
  }

  async endCall(callSid: string) {
    const rest = await this.#rest();
    return restCommand(() => rest.calls(callSid).update({ status: "completed" }));
  }

  async endConference(roomSid: string) {
    const rest = await this.#rest();
    return restCommand(() => rest.conferences(roomSid).update({ status: "completed" }));
  }

  async findConference(name: string): Promise<string | null> {
    const rest = await this.#rest();
    const rooms = await restRequest(() => rest.conferences.list({ friendlyName: name, limit: 20 }));
    return rooms.find((room) => room.status !== "completed")?.sid ?? null;
  }

  async findCall(callSid: string): Promise<ServiceCall | null> {
    const rest = await this.#rest();
    try {
      return toServiceCall(await restRequest(() => rest.calls(callSid).fetch()));
    } catch (error) {
      if (isGone(error)) {
        return null;
      }
      throw error;
    }
  }

  async listCallsWith(number: string) {
    const rest = await this.#rest();
    const found = await Promise.all(
      [{ from: number }, { to: number }].map((which) =>
        restRequest(() => rest.calls.list({ ...which, limit: MOST_LISTED })),
      ),
    );
    return found.flat().filter(({ status }) => !LIVE.has(status));
  }

  async listOldCallsTo(number: string, before: Date) {
    const rest = await this.#rest();
    const which = { to: number, startTimeBefore: before, limit: MOST_LISTED };
    const found = await restRequest(() => rest.calls.list(which));
    return found.filter(({ status }) => !LIVE.has(status)).map(({ sid }) => sid);
  }

  async forgetCall(callSid: string) {
    const rest = await this.#rest();
    return restCommand(() => rest.calls(callSid).remove());
  }

  async isCallLost(callSid: string): Promise<boolean> {
    const rest = await this.#rest();
    try {
      const notifications = await restRequest(() =>
        rest.calls(callSid).notifications.list({ limit: 20 }),
      );
      return notifications.some(isLossOfCall);
    } catch (error) {
      // The service does not have this list.
      if (isGone(error)) {
        return false;
      }
      throw error;
    }
  }

  async snapshot(queueSids: readonly string[]): Promise<TelephonySnapshot> {
    return readSnapshot(await this.#check(), queueSids);
  }
}

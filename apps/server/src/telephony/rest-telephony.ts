import * as z from "zod";

import type { IceServer } from "@linedesk/contract";
import { readSnapshot, requestVerification, toServiceCall } from "./read-snapshot.ts";
import { RestRecordings } from "./rest-recordings.ts";
import type { ServicePolicy } from "./service-policy.ts";
import {
  isLossOfCall,
  TelephonyError,
  type ApplicationRequest,
  type DialRequest,
  type NumberRequest,
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
  /** True for the embedded exchange only, because at Twilio creating a number buys it. */
  mayCreateNumbers: boolean;
  mayWithdrawTokens: boolean;
  /** True for our exchange only, which reports the packets of a call. */
  countsPackets: boolean;
  hasRelays: boolean;
}

const quality = z.object({ packets_received: z.number() });
const relay = z.object({ urls: z.string(), username: z.string(), credential: z.string() });

/**
 * The time that our exchange waits for the server before it answers a caller itself and tries
 * again. Twilio would end the call instead, so at Twilio the default timeouts stay.
 */
const WEBHOOK_TIMEOUTS = "#rt=3000&tt=3500";

/** The maximum number of entries of a list. No station has so many calls. */
const LIST_LIMIT = 5_000;
const PAGE_SIZE = 1_000;

/** Settings that an application and a number share: the name and both webhook URLs. */
function buildWebhookSettings(request: { name: string; voiceUrl: string; statusUrl: string }) {
  return {
    friendlyName: request.name,
    voiceUrl: request.voiceUrl,
    voiceMethod: "POST",
    statusCallback: request.statusUrl,
    statusCallbackMethod: "POST",
  };
}

function writeNumber(request: NumberRequest) {
  return {
    FriendlyName: request.name,
    VoiceUrl: `${request.voiceUrl}${WEBHOOK_TIMEOUTS}`,
    VoiceMethod: "POST",
    StatusCallback: request.statusUrl,
    StatusCallbackMethod: "POST",
    DialledWithin: request.isOwn,
  };
}

interface KnownNumber {
  /** An empty text means that the number has no such setting. */
  voiceUrl: string;
  voiceApplicationSid: string;
}

/** Returns true when calls of the number come to this URL, on any port. */
function isFor(url: string, { voiceUrl, voiceApplicationSid }: KnownNumber): boolean {
  const wanted = new URL(url).pathname;
  return !voiceApplicationSid && URL.canParse(voiceUrl) && new URL(voiceUrl).pathname === wanted;
}

function hasNoUse({ voiceUrl, voiceApplicationSid }: KnownNumber): boolean {
  return !voiceUrl && !voiceApplicationSid;
}

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
 * A party behind a switchboard joins the room only after the digits, which a participant's own
 * request cannot send.
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
  readonly policy: ServicePolicy;
  readonly #account: RestTelephonyOptions;
  #opened: Promise<TwilioClient> | undefined;

  constructor(account: RestTelephonyOptions) {
    this.#account = account;
    this.policy = account.policy;
    this.recordings = new RestRecordings(account, () => this.#rest());
  }

  #rest(): Promise<TwilioClient> {
    return (this.#opened ??= createRestClient(this.#account));
  }

  async iceServers(ttlS: number): Promise<IceServer[]> {
    if (!this.#account.hasRelays) {
      return [];
    }
    const rest = await this.#rest();
    const { iceServers } = await restRequest(() => rest.tokens.create({ ttl: ttlS }));
    return z.array(relay).parse(iceServers);
  }

  async hasMedia(callSid: string): Promise<boolean> {
    if (!this.#account.countsPackets) {
      return true;
    }
    const rest = await this.#rest();
    const uri = `${TWILIO_ORIGIN}/inspect/calls/${encodeURIComponent(callSid)}/quality`;
    const { statusCode, body } = await restRequest(() => rest.request({ method: "get", uri }));
    const measured = quality.safeParse(body);
    return statusCode === 200 && measured.success && measured.data.packets_received > 0;
  }

  async withdrawTokens(identity: string): Promise<void> {
    const { accountSid, mayWithdrawTokens } = this.#account;
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
    return requestVerification(await this.#rest(), this.#account.accountSid, request);
  }

  async removeCallerId(serviceSid: string) {
    const rest = await this.#rest();
    return restCommand(() => rest.outgoingCallerIds(serviceSid).remove());
  }

  async hasQueue(queueSid: string): Promise<boolean> {
    const rest = await this.#rest();
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
    const uri = `/Accounts/${this.#account.accountSid}/Conferences/${roomSid}/Participants.json`;
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
    return readSnapshot(await this.#rest(), queueSids);
  }

  async ensureApplication(request: ApplicationRequest): Promise<string> {
    const rest = await this.#rest();
    const settings = buildWebhookSettings(request);
    const { sid } = request;
    if (sid !== null) {
      const known = await restCommand(() => rest.applications(sid).update(settings));
      if (known === "done") {
        return sid;
      }
    }
    const [named] = await restRequest(() =>
      rest.applications.list({ friendlyName: request.name, limit: 1 }),
    );
    if (named === undefined) {
      return (await restRequest(() => rest.applications.create(settings))).sid;
    }
    await restRequest(() => rest.applications(named.sid).update(settings));
    return named.sid;
  }

  async ensureNumber(request: NumberRequest): Promise<boolean> {
    const rest = await this.#rest();
    const known = await this.#findNumber(request.number);
    if (!this.#account.mayCreateNumbers) {
      if (known !== undefined) {
        const settings = buildWebhookSettings(request);
        await restRequest(() => rest.incomingPhoneNumbers(known.sid).update(settings));
      }
      return known !== undefined;
    }
    // A number that has another use at the exchange is changed only when it is the station's own.
    const isFree = known === undefined || hasNoUse(known) || isFor(request.voiceUrl, known);
    if (!request.isOwn && !isFree) {
      return false;
    }
    const data = writeNumber(request);
    await (known === undefined
      ? this.#writeNumber("", { PhoneNumber: request.number, ...data })
      : this.#writeNumber(`/${known.sid}`, data));
    return true;
  }

  async releaseNumbers(voiceUrl: string, except: ReadonlySet<string>): Promise<void> {
    if (!this.#account.mayCreateNumbers) {
      return;
    }
    const rest = await this.#rest();
    const numbers = await restRequest(() =>
      rest.incomingPhoneNumbers.list({ limit: LIST_LIMIT, pageSize: PAGE_SIZE }),
    );
    for (const number of numbers) {
      if (isFor(voiceUrl, number) && !except.has(number.phoneNumber)) {
        await this.#writeNumber(`/${number.sid}`, { DialledWithin: false });
      }
    }
  }

  async #findNumber(phoneNumber: string) {
    const rest = await this.#rest();
    const [known] = await restRequest(() =>
      rest.incomingPhoneNumbers.list({ phoneNumber, limit: 1 }),
    );
    return known;
  }

  async #writeNumber(path: string, data: object): Promise<void> {
    const rest = await this.#rest();
    const uri = `/Accounts/${this.#account.accountSid}/IncomingPhoneNumbers${path}.json`;
    await restRequest(() => rest.api.v2010.create({ uri, method: "post", data }));
  }

  async ensureQueue(name: string): Promise<string> {
    const rest = await this.#rest();
    const queues = await restRequest(() =>
      rest.queues.list({ limit: LIST_LIMIT, pageSize: PAGE_SIZE }),
    );
    const known = queues.find((queue) => queue.friendlyName === name);
    if (known !== undefined) {
      return known.sid;
    }
    return (await restRequest(() => rest.queues.create({ friendlyName: name, maxSize: PAGE_SIZE })))
      .sid;
  }
}

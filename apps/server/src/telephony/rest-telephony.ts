import * as z from "zod";

import type { IceServer } from "@linedesk/contract";
import { readSnapshot, serviceCall } from "./rest-snapshot.ts";
import {
  LOST_CALL_CODE,
  type ApplicationWish,
  type NumberWish,
  type ServiceCall,
  type Telephony,
  type TelephonySnapshot,
} from "./telephony.ts";
import {
  ask,
  command,
  isGone,
  openRest,
  type RestAccount,
  type TwilioRest,
} from "./twilio-client.ts";

interface RelayingAccount extends RestAccount {
  /** For the embedded exchange: at Twilio creating a number buys it. */
  mayCreateNumbers: boolean;
  hasRelays: boolean;
}

const relay = z.object({ urls: z.string(), username: z.string(), credential: z.string() });

/** More than a station can have; lists stop there. */
const LIST_LIMIT = 5_000;
const PAGE_SIZE = 1_000;

/** What an application and a number have in common: their name and whom they ask and tell. */
function webhooksOf(wish: { name: string; voiceUrl: string; statusUrl: string }) {
  return {
    friendlyName: wish.name,
    voiceUrl: wish.voiceUrl,
    voiceMethod: "POST",
    statusCallback: wish.statusUrl,
    statusCallbackMethod: "POST",
  };
}

/** The telephony service through its REST API, by the official client. */
export class RestTelephony implements Telephony {
  readonly #account: RelayingAccount;
  #opened: Promise<TwilioRest> | undefined;

  constructor(account: RelayingAccount) {
    this.#account = account;
  }

  #rest(): Promise<TwilioRest> {
    return (this.#opened ??= openRest(this.#account));
  }

  async iceServers(ttlS: number): Promise<IceServer[]> {
    if (!this.#account.hasRelays) {
      return [];
    }
    const rest = await this.#rest();
    const { iceServers } = await ask(() => rest.tokens.create({ ttl: ttlS }));
    return z.array(relay).parse(iceServers);
  }

  async knowsQueue(queueSid: string): Promise<boolean> {
    const rest = await this.#rest();
    return (await command(() => rest.queues(queueSid).fetch())) === "done";
  }

  async dequeue(member: { queueSid: string; callSid: string; url: string }) {
    const rest = await this.#rest();
    return command(() =>
      rest.queues(member.queueSid).members(member.callSid).update({ url: member.url }),
    );
  }

  async hold(who: { roomSid: string; callSid: string; holdUrl: string }) {
    const rest = await this.#rest();
    return command(() =>
      rest
        .conferences(who.roomSid)
        .participants(who.callSid)
        .update({ hold: true, holdUrl: who.holdUrl, holdMethod: "POST" }),
    );
  }

  async unhold(who: { roomSid: string; callSid: string }) {
    const rest = await this.#rest();
    return command(() =>
      rest.conferences(who.roomSid).participants(who.callSid).update({ hold: false }),
    );
  }

  async redirect(callSid: string, url: string) {
    const rest = await this.#rest();
    return command(() => rest.calls(callSid).update({ url, method: "POST" }));
  }

  async endCall(callSid: string) {
    const rest = await this.#rest();
    return command(() => rest.calls(callSid).update({ status: "completed" }));
  }

  async endRoom(roomSid: string) {
    const rest = await this.#rest();
    return command(() => rest.conferences(roomSid).update({ status: "completed" }));
  }

  async findRoom(name: string): Promise<string | null> {
    const rest = await this.#rest();
    const rooms = await ask(() => rest.conferences.list({ friendlyName: name, limit: 20 }));
    return rooms.find((room) => room.status !== "completed")?.sid ?? null;
  }

  async findCall(callSid: string): Promise<ServiceCall | null> {
    const rest = await this.#rest();
    try {
      return serviceCall(await ask(() => rest.calls(callSid).fetch()));
    } catch (error) {
      if (isGone(error)) {
        return null;
      }
      throw error;
    }
  }

  async hasLost(callSid: string): Promise<boolean> {
    const rest = await this.#rest();
    try {
      const told = await ask(() => rest.calls(callSid).notifications.list({ limit: 20 }));
      return told.some(({ errorCode }) => errorCode === LOST_CALL_CODE);
    } catch (error) {
      // It keeps no such list.
      if (isGone(error)) {
        return false;
      }
      throw error;
    }
  }

  async snapshot(queueSids: readonly string[]): Promise<TelephonySnapshot> {
    return readSnapshot(await this.#rest(), queueSids);
  }

  async ensureApplication(wish: ApplicationWish): Promise<string> {
    const rest = await this.#rest();
    const settings = webhooksOf(wish);
    const { sid } = wish;
    if (sid !== null) {
      const known = await command(() => rest.applications(sid).update(settings));
      if (known === "done") {
        return sid;
      }
    }
    const [named] = await ask(() => rest.applications.list({ friendlyName: wish.name, limit: 1 }));
    if (named === undefined) {
      return (await ask(() => rest.applications.create(settings))).sid;
    }
    await ask(() => rest.applications(named.sid).update(settings));
    return named.sid;
  }

  async ensureNumber(wish: NumberWish): Promise<boolean> {
    const rest = await this.#rest();
    const settings = webhooksOf(wish);
    const [known] = await ask(() =>
      rest.incomingPhoneNumbers.list({ phoneNumber: wish.number, limit: 1 }),
    );
    if (known !== undefined) {
      await ask(() => rest.incomingPhoneNumbers(known.sid).update(settings));
      return true;
    }
    if (!this.#account.mayCreateNumbers) {
      return false;
    }
    await ask(() => rest.incomingPhoneNumbers.create({ phoneNumber: wish.number, ...settings }));
    return true;
  }

  async ensureQueue(name: string): Promise<string> {
    const rest = await this.#rest();
    const queues = await ask(() => rest.queues.list({ limit: LIST_LIMIT, pageSize: PAGE_SIZE }));
    const known = queues.find((queue) => queue.friendlyName === name);
    if (known !== undefined) {
      return known.sid;
    }
    return (await ask(() => rest.queues.create({ friendlyName: name, maxSize: PAGE_SIZE }))).sid;
  }
}

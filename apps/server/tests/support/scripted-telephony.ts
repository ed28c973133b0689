import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "node:querystring";
import twilio from "twilio";

interface ScriptedCall {
  sid: string;
  to: string;
  from: string;
  status: string;
  direction: string;
  caller_name?: string;
}

interface ScriptedRoom {
  sid: string;
  name: string;
  sequence: number;
  participants: Map<string, { hold: boolean }>;
}

/** One command that came by REST, in the words of the test. */
export interface Command {
  type: "dequeue" | "hold" | "unhold" | "end" | "redirect" | "end_room";
  sid: string;
  url?: string;
}

export type Deliver = (
  path: string,
  params: Record<string, string>,
  headers: Record<string, string>,
) => Promise<{ status: number; body: string }>;

type Form = Record<string, string>;
type Answer = { status: number; body?: unknown };

const missing: Answer = {
  status: 404,
  body: {
    code: 20404,
    message: "The requested resource was not found",
    more_info: "",
    status: 404,
  },
};
const ok = (body: unknown, status = 200): Answer => ({ status, body });

let sids = 0;
export const aSid = (prefix: string): string =>
  `${prefix}${(sids += 1).toString(16).padStart(32, "0")}`;

/**
 * A telephony service at the end of the wire: the REST subset that the server uses, with calls,
 * rooms and queues that do what they are told, and webhooks signed as the real ones are. With
 * `tellsNothing` it obeys and stays silent, as when its webhooks are lost.
 */
export class ScriptedTelephony {
  readonly calls = new Map<string, ScriptedCall>();
  readonly rooms = new Map<string, ScriptedRoom>();
  readonly queued = new Map<string, string>();
  readonly queues = new Map<string, string>();
  readonly applications = new Map<string, Form>();
  readonly numbers = new Map<string, Form>();
  /** How often a number was made or changed. */
  numberWrites = 0;
  readonly commands: Command[] = [];
  readonly told: Promise<unknown>[] = [];
  /** Media relays, as the service's REST API writes them. */
  iceServers: object[] = [];
  tellsNothing = false;
  isAway = false;
  authToken = "";
  base = "";
  deliver: Deliver = async () => ({ status: 500, body: "" });
  #server: Server | undefined;

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      void this.#serve(request).then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(body === undefined ? "" : JSON.stringify(body));
      });
    });
    const server = this.#server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await this.settle();
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()) ?? resolve());
  }

  /** Waits until everything that was to be told has been told. */
  async settle(): Promise<void> {
    while (this.told.length > 0) await Promise.all(this.told.splice(0));
  }

  /** Forgets everything, as when its process was killed. */
  forget(): void {
    this.calls.clear();
    this.rooms.clear();
    this.queued.clear();
    this.queues.clear();
  }

  /** Posts a webhook with the signature of the service. */
  async post(path: string, params: Form, token?: string) {
    const url = `${this.base}${path}`;
    const signature = twilio.getExpectedTwilioSignature(this.authToken, url, params);
    return this.deliver(path, params, {
      "x-twilio-signature": signature,
      ...(token === undefined ? {} : { "i-twilio-idempotency-token": token }),
    });
  }

  /** A listener rings; answers the document and, when he is enqueued, lets him wait. */
  async ring(to: string, from: string, more: Form = {}) {
    const sid = aSid("CA");
    const call = { sid, to, from, status: "in-progress", direction: "inbound" };
    this.calls.set(sid, call);
    const answer = await this.post("/api/twilio/voice/incoming", {
      CallSid: sid,
      To: to,
      From: from,
      CallStatus: "ringing",
      ...more,
    });
    const queue = /<Enqueue [^>]*>([^<]*)<\/Enqueue>/.exec(answer.body)?.[1];
    if (queue === undefined) this.calls.delete(sid);
    else this.queued.set(sid, queue);
    return { sid, ...answer };
  }

  /** A softphone connects with a claim; when it is let in, it joins the room. */
  async connect(user: string, claim: string, sid = aSid("CA")) {
    const from = `client:${user}`;
    this.calls.set(sid, { sid, to: "", from, status: "in-progress", direction: "inbound" });
    const answer = await this.post("/api/twilio/voice/connect", {
      CallSid: sid,
      From: from,
      claim,
    });
    const room = roomIn(answer.body);
    if (room === null) this.calls.delete(sid);
    else await this.join(room, sid);
    return { sid, ...answer, isIn: room !== null };
  }

  async join(name: string, sid: string): Promise<void> {
    const room = this.rooms.get(name) ?? {
      sid: aSid("CF"),
      name,
      sequence: 0,
      participants: new Map(),
    };
    this.rooms.set(name, room);
    room.participants.set(sid, { hold: false });
    await this.tellRoom(room, "participant-join", { CallSid: sid });
  }

  /** A leg is over: it leaves its room, and the service says so. */
  async drop(sid: string, how: Form = {}): Promise<void> {
    const call = this.calls.get(sid);
    if (call === undefined) return;
    this.calls.delete(sid);
    const wasQueued = this.queued.delete(sid);
    const ended = {
      ParticipantCallStatus: "completed",
      ReasonParticipantLeft: "participant_hung_up",
    };
    for (const room of this.rooms.values()) {
      if (!room.participants.delete(sid)) continue;
      await this.tellRoom(room, "participant-leave", { CallSid: sid, ...ended, ...how });
      if (room.participants.size === 0) this.rooms.delete(room.name);
    }
    const status = { CallSid: sid, CallStatus: "completed", SequenceNumber: "9" };
    await this.#tell(() => this.post("/api/twilio/voice/status", status));
    if (wasQueued)
      await this.#tell(() =>
        this.post(`/api/twilio/voice/queue-ended?call=${this.#callOf(sid)}`, {
          CallSid: sid,
          QueueResult: "hangup",
        }),
      );
  }

  /** The exchange's own hold of a member whose peer's media is silent. */
  async setPeerSilent(name: string, who: { member: string; peer: string }, isSilent: boolean) {
    const room = this.rooms.get(name);
    const participant = room?.participants.get(who.member);
    if (room === undefined || participant === undefined) throw new Error("no such member");
    participant.hold = isSilent;
    await this.tellRoom(room, isSilent ? "participant-hold" : "participant-unhold", {
      CallSid: who.member,
      Reason: "peer-media-lost",
      PeerCallSid: who.peer,
    });
  }

  async tellRoom(room: ScriptedRoom, event: string, params: Form): Promise<void> {
    const call = room.name.replace("call:", "");
    const all = {
      ...params,
      StatusCallbackEvent: event,
      ConferenceSid: room.sid,
      FriendlyName: room.name,
      SequenceNumber: String((room.sequence += 1)),
    };
    await this.#tell(() => this.post(`/api/twilio/voice/conference?call=${call}`, all));
  }

  /** Which call of ours waits with this leg; the test says it. */
  callOf: (sid: string) => string = () => "00000000-0000-7000-8000-000000000000";
  #callOf(sid: string): string {
    return this.callOf(sid);
  }

  async #tell(post: () => Promise<unknown>): Promise<void> {
    if (!this.tellsNothing) await post();
  }

  /** Tells later: a REST answer does not wait for webhooks. */
  #later(work: () => Promise<unknown>): void {
    this.told.push(new Promise((resolve) => setImmediate(resolve)).then(work));
  }

  async #serve(request: IncomingMessage): Promise<Answer> {
    if (this.isAway) {
      request.socket.destroy();
      return { status: 500 };
    }
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? "", "http://x");
    const path = url.pathname
      .replace(/^\/2010-04-01\/Accounts\/[^/]+\//, "")
      .replace(/\.json$/, "");
    const form = { ...Object.fromEntries(url.searchParams), ...parse(text) } as Form;
    return this.#answer(request.method ?? "GET", path.split("/"), form);
  }

  #answer(method: string, path: string[], form: Form): Answer {
    const [resource, id = "", sub, member = ""] = path;
    if (resource === "Calls") return this.#answerCalls(method, id, form);
    if (resource === "Conferences") return this.#answerRooms(method, { id, sub, member }, form);
    if (resource === "Tokens") return ok({ ice_servers: this.iceServers }, 201);
    if (resource === "Queues") return this.#answerQueues(method, { id, sub, member }, form);
    if (resource === "IncomingPhoneNumbers" && method === "POST") this.numberWrites += 1;
    const kept = resource === "Applications" ? this.applications : this.numbers;
    const key = resource === "Applications" ? "applications" : "incoming_phone_numbers";
    return answerKept({ kept, key, method, id }, form);
  }

  #answerCalls(method: string, sid: string, form: Form): Answer {
    if (sid === "") {
      const calls = [...this.calls.values()].filter((call) => call.status === form["Status"]);
      return ok({ calls, next_page_uri: null });
    }
    const call = this.calls.get(sid);
    if (call === undefined) return missing;
    if (method === "GET") return ok(call);
    if (form["Status"] === "completed") {
      this.commands.push({ type: "end", sid });
      this.#later(() => this.drop(sid));
    } else this.#redirect(sid, form["Url"] ?? "");
    return ok(call);
  }

  #redirect(sid: string, url: string): void {
    this.commands.push({ type: "redirect", sid, url });
    this.#later(() => this.#run(sid, url));
  }

  /** The call runs the document at the address. */
  async #run(sid: string, url: string): Promise<void> {
    const { pathname, search } = new URL(url);
    const { body } = await this.post(`${pathname}${search}`, { CallSid: sid });
    const queue = /<Enqueue [^>]*>([^<]*)<\/Enqueue>/.exec(body)?.[1];
    if (queue !== undefined) this.queued.set(sid, queue);
    const room = roomIn(body);
    if (room !== null && this.calls.has(sid)) await this.join(room, sid);
  }

  #answerRooms(
    method: string,
    at: { id: string; sub: string | undefined; member: string },
    form: Form,
  ): Answer {
    if (at.id === "") {
      const conferences = [...this.rooms.values()]
        .filter((room) => (form["FriendlyName"] ?? room.name) === room.name)
        .filter(() => (form["Status"] ?? "in-progress") === "in-progress")
        .map((room) => ({ sid: room.sid, friendly_name: room.name, status: "in-progress" }));
      return ok({ conferences, next_page_uri: null });
    }
    const room = [...this.rooms.values()].find((one) => one.sid === at.id);
    if (room === undefined) return missing;
    if (at.sub !== "Participants") return this.#endRoom(room);
    if (at.member === "") {
      const participants = [...room.participants].map(([call_sid, { hold }]) => ({
        call_sid,
        hold,
      }));
      return ok({ participants, next_page_uri: null });
    }
    return method === "POST" ? this.#setHold(room, at.member, form) : missing;
  }

  #endRoom(room: ScriptedRoom): Answer {
    this.commands.push({ type: "end_room", sid: room.sid });
    this.#later(async () => {
      for (const sid of room.participants.keys()) await this.drop(sid);
    });
    return ok({ sid: room.sid });
  }

  #setHold(room: ScriptedRoom, sid: string, form: Form): Answer {
    const participant = room.participants.get(sid);
    if (participant === undefined) return missing;
    const hold = form["Hold"] === "true";
    const url = form["HoldUrl"];
    this.commands.push({
      type: hold ? "hold" : "unhold",
      sid,
      ...(url === undefined ? {} : { url }),
    });
    if (participant.hold !== hold) {
      participant.hold = hold;
      const event = hold ? "participant-hold" : "participant-unhold";
      this.#later(() => this.tellRoom(room, event, { CallSid: sid }));
    }
    return ok({ call_sid: sid, hold });
  }

  #answerQueues(
    method: string,
    at: { id: string; sub: string | undefined; member: string },
    form: Form,
  ): Answer {
    if (at.id === "" && method === "POST") {
      const sid = aSid("QU");
      this.queues.set(sid, form["FriendlyName"] ?? "");
      return ok({ sid, friendly_name: form["FriendlyName"] }, 201);
    }
    if (at.id === "") {
      const queues = [...this.queues].map(([sid, friendly_name]) => ({ sid, friendly_name }));
      return ok({ queues, next_page_uri: null });
    }
    const name = this.queues.get(at.id);
    if (name === undefined) return missing;
    if (at.sub !== "Members") return ok({ sid: at.id, friendly_name: name });
    if (at.member === "") {
      const queue_members = [...this.queued]
        .filter(([, queue]) => queue === name)
        .map(([call_sid]) => ({ call_sid, queue_sid: at.id }));
      return ok({ queue_members, next_page_uri: null });
    }
    if (this.queued.get(at.member) !== name) return missing;
    this.queued.delete(at.member);
    const url = form["Url"] ?? "";
    this.commands.push({ type: "dequeue", sid: at.member, url });
    this.#later(() => this.#run(at.member, url));
    return ok({ call_sid: at.member, queue_sid: at.id });
  }
}

const roomIn = (twiml: string): string | null =>
  /(call:[0-9a-f-]{36})<\/Conference>/.exec(twiml)?.[1] ?? null;

const answerKept = (
  at: { kept: Map<string, Form>; key: string; method: string; id: string },
  form: Form,
): Answer => {
  const { kept, key, method, id } = at;
  const shown = (sid: string, one: Form) => ({
    sid,
    friendly_name: one["FriendlyName"],
    phone_number: one["PhoneNumber"],
    voice_url: one["VoiceUrl"],
  });
  if (id !== "") {
    const known = kept.get(id);
    if (known === undefined) return missing;
    kept.set(id, { ...known, ...form });
    return ok(shown(id, { ...known, ...form }));
  }
  if (method === "POST") {
    const sid = aSid(key === "applications" ? "AP" : "PN");
    kept.set(sid, form);
    return ok(shown(sid, form), 201);
  }
  const wanted = [...kept].filter(
    ([, one]) =>
      (form["FriendlyName"] ?? one["FriendlyName"]) === one["FriendlyName"] &&
      (form["PhoneNumber"] ?? one["PhoneNumber"]) === one["PhoneNumber"],
  );
  return ok({ [key]: wanted.map(([sid, one]) => shown(sid, one)), next_page_uri: null });
};

import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "node:querystring";

import twilio from "twilio";

import { aSid } from "./scripted-sids.ts";

export interface ScriptedCall {
  sid: string;
  to: string;
  from: string;
  status: string;
  direction: string;
  caller_name?: string;
  date_created?: string;
  end_time?: string;
}

export interface ScriptedRoom {
  sid: string;
  name: string;
  sequence: number;
  participants: Map<string, { hold: boolean }>;
}

export interface Command {
  type:
    | "dequeue"
    | "run"
    | "hold"
    | "unhold"
    | "mute"
    | "end"
    | "redirect"
    | "end_room"
    | "dial"
    | "time_limit"
    | "announce"
    | "record"
    | "paused"
    | "in-progress"
    | "stopped"
    | "delete_recording";
  sid: string;
  url?: string;
  seconds?: number;
}

export type Deliver = (
  path: string,
  params: Record<string, string>,
  headers: Record<string, string>,
) => Promise<{ status: number; body: string }>;

export type Form = Record<string, string>;

export interface Answer {
  status: number;
  body?: unknown;
}

export type AnswerRest = (
  telephony: ScriptedTelephony,
  request: { method: string; path: string[]; form: Form },
) => Answer;

/**
 * A telephony service for the server's client: the part of REST that the server uses, with calls,
 * rooms and queues that execute commands, and webhooks that are signed like real ones. With
 * `isSilent` it executes commands without webhooks, as when webhooks are lost.
 */
export class ScriptedTelephony {
  readonly calls = new Map<string, ScriptedCall>();
  readonly rooms = new Map<string, ScriptedRoom>();
  readonly queued = new Map<string, string>();
  readonly queues = new Map<string, string>();
  readonly applications = new Map<string, Form>();
  readonly numbers = new Map<string, Form>();
  /** Ended calls that the service still reports. */
  readonly ended = new Map<string, ScriptedCall>();
  /** The number of creations and changes of a number. */
  numberWrites = 0;
  readonly commands: Command[] = [];
  readonly deliveries: Promise<unknown>[] = [];
  iceServers: object[] = [];
  /** The trunk's answers in a test. `null` means no answer to OPTIONS, and no REGISTER request. */
  trunkTrial = { options: 200 as number | null, register: null as number | null };
  /** The trunks that the exchange received last. */
  givenTrunks: Record<string, unknown>[] = [];
  trunks: { sid: string; name: string; registered: boolean | null; answers: boolean | null }[] = [];
  readonly packets = new Map<string, number>();
  readonly dialled = new Map<string, Form>();
  readonly recordings = new Map<string, { call: string; statusUrl: string; status: string }>();
  /** The event that ends an announcement; with `null` no event is reported. */
  announced: "announcement-end" | "announcement-fail" | null = "announcement-end";
  refusesRecordings = false;
  readonly mutedJoins = new Set<string>();
  dialAnswer: Answer | null = null;
  readonly verified: Form[] = [];
  readonly withdrawn: string[] = [];
  isSilent = false;
  isAway = false;
  isDraining = false;
  /** The name of this service in the addresses of webhooks, beside another service. */
  service: string | null = null;
  authToken = "";
  base = "";
  deliver: Deliver = async () => ({ status: 500, body: "" });
  #server: Server | undefined;
  #port = 0;
  #answer: AnswerRest = () => ({ status: 500 });

  async start(answer: AnswerRest): Promise<string> {
    return this.#listen(answer, 0);
  }

  /**
   * Ends the service, by default with its calls. Until the returned function has run, nothing
   * listens.
   */
  async crash({ keepsCalls = false } = {}): Promise<() => Promise<string>> {
    const port = this.#port;
    await this.close();
    if (!keepsCalls) {
      this.forget();
    }
    return () => this.#listen(this.#answer, port);
  }

  async #listen(answer: AnswerRest, port: number): Promise<string> {
    this.#answer = answer;
    this.#server = createServer((request, response) => {
      void this.#serve(request, answer).then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(body === undefined ? "" : JSON.stringify(body));
      });
    });
    const server = this.#server;
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
    return `http://127.0.0.1:${this.#port}`;
  }

  async close(): Promise<void> {
    await this.settle();
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()) ?? resolve());
  }

  async settle(): Promise<void> {
    while (this.deliveries.length > 0) {
      await Promise.all(this.deliveries.splice(0));
    }
  }

  /** Deletes calls, rooms and queues, as if the service's process had been killed. */
  forget(): void {
    this.calls.clear();
    this.rooms.clear();
    this.queued.clear();
    this.queues.clear();
  }

  /** Posts a signed webhook. The fragment of the address is neither sent nor signed. */
  async post(address: string, params: Form, token?: string) {
    const [plain = ""] = address.split("#", 1);
    const isNamed = this.service === null || plain.includes("x=");
    const path = isNamed ? plain : `${plain}${plain.includes("?") ? "&" : "?"}x=${this.service}`;
    const url = `${this.base}${path}`;
    const signature = twilio.getExpectedTwilioSignature(this.authToken, url, params);
    return this.deliver(path, params, {
      "x-twilio-signature": signature,
      ...(token === undefined ? {} : { "i-twilio-idempotency-token": token }),
    });
  }

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
    if (queue === undefined) {
      this.calls.delete(sid);
    } else {
      this.queued.set(sid, queue);
    }
    return { sid, ...answer };
  }

  /** Connects a softphone with a claim. If the server accepts it, the softphone joins the room. */
  async connect(user: string, claim: string, sid = aSid("CA")) {
    const from = `client:${user}`;
    this.calls.set(sid, { sid, to: "", from, status: "in-progress", direction: "inbound" });
    const answer = await this.post("/api/twilio/voice/connect", {
      CallSid: sid,
      From: from,
      claim,
    });
    const room = roomIn(answer.body);
    const isIn = room !== null && this.calls.has(sid);
    if (isIn) {
      await this.join(room, sid);
    } else {
      this.calls.delete(sid);
    }
    return { sid, ...answer, isIn };
  }

  makeQueue(name: string): string {
    const sid = aSid("QU");
    this.queues.set(sid, name);
    return sid;
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
    const label = this.dialled.get(sid)?.["Label"];
    await this.reportToConference(room, "participant-join", {
      CallSid: sid,
      ...(label === undefined ? {} : { ParticipantLabel: label }),
    });
  }

  async drop(sid: string, how: Form = {}): Promise<void> {
    const call = this.calls.get(sid);
    if (call === undefined) {
      return;
    }
    this.calls.delete(sid);
    const wasQueued = this.queued.delete(sid);
    const ended = {
      ParticipantCallStatus: "completed",
      ReasonParticipantLeft: "participant_hung_up",
    };
    for (const room of this.rooms.values()) {
      if (!room.participants.delete(sid)) {
        continue;
      }
      await this.reportToConference(room, "participant-leave", { CallSid: sid, ...ended, ...how });
      if (room.participants.size === 0) {
        this.rooms.delete(room.name);
      }
    }
    const status = { CallSid: sid, CallStatus: "completed", SequenceNumber: "9" };
    await this.#deliver(() => this.post("/api/twilio/voice/status", status));
    if (wasQueued) {
      await this.#deliver(() =>
        this.post(`/api/twilio/voice/queue-ended?call=${this.#callOf(sid)}`, {
          CallSid: sid,
          QueueResult: "hangup",
        }),
      );
    }
  }

  /** Holds a member whose peer's media is lost, as the exchange itself does. */
  async setPeerSilent(name: string, who: { member: string; peer: string }, isSilent: boolean) {
    const room = this.rooms.get(name);
    const participant = room?.participants.get(who.member);
    if (room === undefined || participant === undefined) {
      throw new Error("no such member");
    }
    participant.hold = isSilent;
    await this.reportToConference(room, isSilent ? "participant-hold" : "participant-unhold", {
      CallSid: who.member,
      Reason: "peer-media-lost",
      PeerCallSid: who.peer,
    });
  }

  async reportToConference(room: ScriptedRoom, event: string, params: Form): Promise<void> {
    const [kind = "call", id = ""] = room.name.split(/[:@]/);
    const all = {
      ...params,
      StatusCallbackEvent: event,
      ConferenceSid: room.sid,
      FriendlyName: room.name,
      SequenceNumber: String((room.sequence += 1)),
    };
    await this.#deliver(() => this.post(`/api/twilio/voice/conference?${kind}=${id}`, all));
  }

  /** Returns the id of the station's call that waits with this leg; the test sets this function. */
  callOf: (sid: string) => string = () => "00000000-0000-7000-8000-000000000000";
  #callOf(sid: string): string {
    return this.callOf(sid);
  }

  async #deliver(post: () => Promise<unknown>): Promise<void> {
    if (!this.isSilent) {
      await post();
    }
  }

  /** Runs the work later, because a REST answer does not wait for webhooks. */
  later(work: () => Promise<unknown>): void {
    this.deliveries.push(new Promise((resolve) => setImmediate(resolve)).then(work));
  }

  async #serve(request: IncomingMessage, answer: AnswerRest): Promise<Answer> {
    if (this.isAway) {
      request.socket.destroy();
      return { status: 500 };
    }
    let text = "";
    for await (const chunk of request) {
      text += String(chunk);
    }
    const url = new URL(request.url ?? "", "http://x");
    const path = url.pathname
      .replace(/^\/2010-04-01\/Accounts\/[^/]+\//, "")
      .replace(/\.json$/, "");
    if (request.method === "PUT" && path === "/inspect/trunks") {
      this.givenTrunks = (JSON.parse(text) as { trunks: Record<string, unknown>[] }).trunks;
    }
    const form = { ...Object.fromEntries(url.searchParams), ...parse(text) } as Form;
    return answer(this, { method: request.method ?? "GET", path: path.split("/"), form });
  }

  /** Removes a redirected call from its room; the call continues. */
  async #leaveRooms(sid: string): Promise<void> {
    for (const room of this.rooms.values()) {
      if (!room.participants.delete(sid)) {
        continue;
      }
      await this.reportToConference(room, "participant-leave", {
        CallSid: sid,
        ParticipantCallStatus: "in-progress",
        ReasonParticipantLeft: "participant_updated_via_api",
      });
      if (room.participants.size === 0) {
        this.rooms.delete(room.name);
      }
    }
  }

  async run(sid: string, url: string): Promise<void> {
    await this.#leaveRooms(sid);
    const { pathname, search } = new URL(url);
    const { body } = await this.post(`${pathname}${search}`, { CallSid: sid });
    await this.runDocument(sid, body);
  }

  async runDocument(sid: string, body: string): Promise<void> {
    const queue = /<Enqueue [^>]*>([^<]*)<\/Enqueue>/.exec(body)?.[1];
    if (queue !== undefined) {
      this.queued.set(sid, queue);
    }
    const room = roomIn(body);
    if (body.includes(' muted="true"')) {
      this.mutedJoins.add(sid);
    }
    if (room !== null && this.calls.has(sid)) {
      await this.join(room, sid);
    }
    // A caller who hears a last message leaves the queue for the message, and is hung up after it.
    if (body.includes("<Hangup/>")) {
      this.queued.delete(sid);
      await this.drop(sid);
    }
  }
}

function roomIn(twiml: string): string | null {
  return (
    /((?:call|conference):[0-9a-f-]{36}(?:@[0-9a-f]{8})?)<\/Conference>/.exec(twiml)?.[1] ?? null
  );
}

import * as z from "zod/mini";

import {
  AUDIO_SERVER_REFUSED,
  AUDIO_SERVER_START,
  AUDIO_SERVER_STATUS,
  audioServerMember,
  type AudioServerStatus,
  audioServerStatus,
  audioServerUser,
  type AudioServerRequestName,
  type ConnectFlavour,
  type DeviceLine,
  faderStarted,
  requestRefused,
} from "@linedesk/contract";
import type { ChannelListener, PresenceMember } from "../realtime/realtime.ts";
import { qualityWord } from "../softphone/quality-word.ts";
import type { VoiceCall, VoiceCallEvent } from "../softphone/voice-device.ts";
import { voiceCatalogue } from "../softphone/voice-errors.ts";
import { AudioServerError, NOT_INITIALIZED } from "./audio-server-error.ts";
import {
  type CarrierStatus,
  initialStatus,
  nextStatus,
  type StatusEvent,
} from "./carrier-status.ts";
import {
  type ConnectEvent,
  connectEvents,
  type ConnectRequest,
  isLeftOpen,
  nextConnect,
  REPLY_TIMEOUT_MS,
} from "./connect-request.ts";

const POLL_EVERY_MS = 10_000;
const CHECK_EVERY_MS = 1_000;
/** The time limit for an audio server's report that it has ended a call. */
const DISCONNECT_MS = 2_000;
/**
 * A mute request is repeated only after this time. A status that arrives earlier can be older than
 * the request.
 */
const REPEAT_MUTE_MS = 1_000;
/** The level of silence on the meters, which draw 0 to 1. */
const FLOOR_DB = -60;

export interface AudioServerLineDeps {
  server: string;
  line: DeviceLine;
  /** Follows the line's channel; returns a function that stops it. */
  follow: (listener: ChannelListener) => () => void;
  /** Returns false while the channel is not subscribed. */
  send: (event: string, data: object) => boolean;
  schedule: (run: () => void, ms: number) => () => void;
  /** Returns monotonic milliseconds. */
  now: () => number;
  listener: AudioServerListener;
  /** Is true when the page shows the levels of the line permanently, not only during a call. */
  isWatched: boolean;
}

export interface AudioServerListener {
  onStatus: (status: CarrierStatus) => void;
  onRefused: (message: string) => void;
  /**
   * Is called when a fader's start contact closes, with the last user whose call the line carried, or
   * `null` if it has carried none.
   */
  onStart: (user: string | null) => void;
}

/** The fields of a connect request in addition to its `requestId`. */
export interface ConnectTarget {
  flavour: ConnectFlavour;
  fields: object;
}

interface Connecting {
  request: ConnectRequest;
  onEvent: (event: VoiceCallEvent) => void;
  settle: { resolve: (call: VoiceCall) => void; reject: (error: Error) => void };
  cancelTimeout: () => void;
  /** The last mute request and its time; `null` when this page has sent none. */
  mute: { muted: boolean; atMs: number } | null;
}

/** An answer without an id answers the only open request of its name. */
const answer = z.object({
  requestId: z.optional(z.string()),
  message: z.optional(z.string().check(z.maxLength(1_000))),
});
const noAnswer: z.output<typeof answer> = {};
/** The line of a status. A payload without a line counts as a status of this line. */
const ofLine = z.object({ line: z.string() });

export class AudioServerLine {
  readonly #deps: AudioServerLineDeps;
  readonly #stop: () => void;
  #status: CarrierStatus = initialStatus;
  #members: readonly PresenceMember[] = [];
  #connecting: Connecting | null = null;
  #isReady = false;
  #cancelPoll: (() => void) | null = null;
  #cancelCheck: (() => void) | null = null;

  constructor(deps: AudioServerLineDeps) {
    this.#deps = deps;
    this.#stop = deps.follow({
      onSubscribed: () => this.#handleSubscribed(),
      onEvent: () => undefined,
      clientEvents: [
        AUDIO_SERVER_STATUS,
        AUDIO_SERVER_REFUSED,
        AUDIO_SERVER_START,
        ...connectEvents.map(({ name }) => name),
      ],
      onClientEvent: (name, data, from) => this.#handleEvent(name, data, from),
      onMembers: (members) => {
        this.#members = members;
        deps.listener.onStatus(this.#status);
      },
      onRefused: () => (this.#isReady = false),
    });
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Returns the name of a member of the channel; `null` when the member is not present. */
  nameOf(user: string): string | null {
    const info = this.#members.find(({ id }) => id === user)?.info;
    return audioServerMember.safeParse(info).data?.name ?? null;
  }

  /**
   * Requests a connection from the audio server; rejects with the audio server's error, or after a
   * timeout.
   */
  connect(target: ConnectTarget, onEvent: (event: VoiceCallEvent) => void): Promise<VoiceCall> {
    const requestId = crypto.randomUUID();
    const name = `client-as-${target.flavour}` as AudioServerRequestName;
    return new Promise((resolve, reject) => {
      if (!this.#send(name, { requestId, ...target.fields })) {
        reject(new AudioServerError(NOT_INITIALIZED));
        return;
      }
      const timeOut = () => this.#dispatchConnect({ type: "timed_out" });
      this.#connecting = {
        request: { status: "waiting", requestId, flavour: target.flavour },
        onEvent,
        settle: { resolve, reject },
        cancelTimeout: this.#deps.schedule(timeOut, REPLY_TIMEOUT_MS),
        mute: null,
      };
    });
  }

  adopt(requestId: string, onEvent: (event: VoiceCallEvent) => void): VoiceCall {
    const nothing = () => undefined;
    const connecting: Connecting = {
      request: { status: "connected", requestId, flavour: "accept" },
      onEvent,
      settle: { resolve: nothing, reject: nothing },
      cancelTimeout: nothing,
      mute: null,
    };
    this.#connecting = connecting;
    return this.#createCall(connecting);
  }

  /** Ends the call on the line; the audio server decides who may end another person's call. */
  disconnectAll(): void {
    this.#send("client-as-disconnect-all", { requestId: crypto.randomUUID() });
  }

  /** Polls at once, without waiting for the next poll. */
  poll(): void {
    this.#cancelPoll?.();
    if (this.#send("client-as-status", {})) {
      this.#dispatchStatus({ type: "polled", at: this.#deps.now() });
      this.#checkLater();
    }
    this.#askForLevels();
    this.#cancelPoll = this.#deps.schedule(() => this.poll(), POLL_EVERY_MS);
  }

  close(): void {
    this.#stop();
    this.#cancelPoll?.();
    this.#cancelCheck?.();
    this.#connecting?.cancelTimeout();
  }

  #askForLevels(): void {
    if (this.#deps.isWatched || this.#connecting?.request.status === "connected") {
      this.#send("client-as-levels", {});
    }
  }

  #send(event: AudioServerRequestName, data: object): boolean {
    return this.#isReady && this.#deps.send(event, data);
  }

  #handleSubscribed(): void {
    this.#isReady = true;
    this.#dispatchStatus({ type: "subscribed" });
    this.poll();
  }

  #handleEvent(name: string, data: unknown, from: string): void {
    // Only the audio server may send an answer; one from a colleague is ignored.
    if (from !== audioServerUser(this.#deps.server)) {
      return;
    }
    if (name === AUDIO_SERVER_STATUS) {
      return this.#handleStatus(data);
    }
    if (name === AUDIO_SERVER_REFUSED) {
      const refused = requestRefused.safeParse(data).data;
      // A refusal without an id answers no request of a console, and is ignored.
      return refused?.requestId === undefined
        ? undefined
        : this.#deps.listener.onRefused(refused.message);
    }
    if (name === AUDIO_SERVER_START) {
      const started = faderStarted.safeParse(data);
      const isOurs = started.success && started.data.line === this.#deps.line;
      return isOurs ? this.#deps.listener.onStart(started.data.user) : undefined;
    }
    const event = connectEvents.find((one) => one.name === name);
    const open = this.#connecting?.request.requestId;
    const { requestId = open, message = "The audio server failed." } =
      answer.safeParse(data).data ?? noAnswer;
    if (event === undefined || requestId === undefined) {
      return;
    }
    const { flavour, type } = event;
    this.#dispatchConnect(
      type === "error" ? { type, requestId, flavour, message } : { type, requestId, flavour },
    );
  }

  #handleStatus(data: unknown): void {
    const line = ofLine.safeParse(data).data?.line ?? this.#deps.line;
    if (line !== this.#deps.line) {
      return;
    }
    const report = audioServerStatus.safeParse(data).data ?? null;
    this.#dispatchStatus({ type: "replied", at: this.#deps.now(), report });
    if (report !== null) {
      this.#followReport(report);
    }
  }

  #followReport(report: AudioServerStatus): void {
    const request = this.#connecting?.request;
    const isGone = report.state === "idle" || report.state === "fault";
    if (request?.status === "connected" && isGone) {
      return this.#dispatchConnect({ ...request, type: "disconnect" });
    }
    this.#repeatMute(report);
    const { quality } = report;
    if (request?.status === "connected" && quality !== undefined) {
      const sampled = quality === null ? null : { ...quality, word: qualityWord(quality.mos) };
      this.#connecting?.onEvent({ type: "sampled", quality: sampled });
    }
  }

  /**
   * Repeats a mute request that was lost with a broken connection, so that the card shows the real
   * state.
   */
  #repeatMute({ request, muted }: AudioServerStatus): void {
    const connecting = this.#connecting;
    const mute = connecting?.mute ?? null;
    const isOurs = connecting !== null && request === connecting.request.requestId;
    if (mute === null || !isOurs || muted === undefined || muted === mute.muted) {
      return;
    }
    if (this.#deps.now() - mute.atMs >= REPEAT_MUTE_MS) {
      this.#mute(connecting, mute.muted);
    }
  }

  #mute(connecting: Connecting, muted: boolean): boolean {
    const isSent = this.#send("client-as-mute", { requestId: crypto.randomUUID(), muted });
    if (isSent) {
      connecting.mute = { muted, atMs: this.#deps.now() };
    }
    return isSent;
  }

  #dispatchStatus(event: StatusEvent): void {
    const next = nextStatus(this.#status, event);
    if (next === this.#status) {
      return;
    }
    this.#status = next;
    this.#deps.listener.onStatus(next);
  }

  /** Checks the clock while a poll is unanswered; a late check means that the page slept. */
  #checkLater(): void {
    if (this.#cancelCheck !== null) {
      return;
    }
    const dueAt = this.#deps.now() + CHECK_EVERY_MS;
    this.#cancelCheck = this.#deps.schedule(() => {
      this.#cancelCheck = null;
      this.#dispatchStatus({ type: "checked", at: this.#deps.now(), dueAt });
      const { status, unansweredSince } = this.#status;
      if (status === "connecting" && unansweredSince === null) {
        this.poll();
      } else if (unansweredSince !== null && status !== "offline") {
        this.#checkLater();
      }
    }, CHECK_EVERY_MS);
  }

  #dispatchConnect(event: ConnectEvent): void {
    const connecting = this.#connecting;
    if (connecting === null) {
      return;
    }
    const before = connecting.request;
    const next = nextConnect(before, event);
    if (isLeftOpen(before, event)) {
      this.disconnectAll();
    }
    if (next === before) {
      return;
    }
    connecting.request = next;
    connecting.cancelTimeout();
    const { settle, onEvent } = connecting;
    if (next.status === "connected") {
      onEvent({ type: "accepted" });
      return settle.resolve(this.#createCall(connecting));
    }
    if (before.status === "connected") {
      if (next.status === "failed") {
        // The exchange has ended the call of the audio server with an error.
        const { code } = voiceCatalogue.connection;
        onEvent({ type: "failed", failure: { code, message: next.message } });
      }
      return onEvent({ type: "ended" });
    }
    const message = next.status === "failed" ? next.message : "The audio server ended the call.";
    settle.reject(new AudioServerError(message));
  }

  #createCall(connecting: Connecting): VoiceCall {
    this.#askForLevels();
    return {
      mute: (muted) => this.#mute(connecting, muted),
      sendDigit: (number) =>
        void this.#send("client-as-dial", { requestId: crypto.randomUUID(), number }),
      disconnect: () => {
        this.disconnectAll();
        this.#deps.schedule(() => this.#end(connecting), DISCONNECT_MS);
      },
      readLevels: () => {
        const levels = this.#status.report?.levels;
        return { input: toMeter(levels?.inputDb), output: toMeter(levels?.outputDb) };
      },
    };
  }

  #end({ request, onEvent }: Connecting): void {
    if (this.#connecting?.request === request && request.status === "connected") {
      this.#dispatchConnect({ ...request, type: "disconnect" });
    } else if (request.status === "connected") {
      onEvent({ type: "ended" });
    }
  }
}

function toMeter(db: number | null | undefined): number {
  return db === null || db === undefined ? 0 : Math.min(1, Math.max(0, 1 - db / FLOOR_DB));
}

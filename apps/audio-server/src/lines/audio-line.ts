import type { Logger } from "pino";
import { z } from "zod";

import { type Clock, TokenBuckets } from "@linedesk/base";
import type { CarriedQuality } from "@linedesk/contract";
import {
  type MaintenanceName,
  maintenanceNames,
  maintenanceRequest,
  type LineOrder,
  type LineRight,
  type MalformedRequest,
  parseRequest,
  requestNames,
} from "../protocol/line-request.ts";
import {
  CONNECT_TIMEOUT_MS,
  isRefusal,
  type LineEffect,
  type LineEvent,
  type LineState,
  next,
  type Sender,
} from "../protocol/line-state.ts";
import type { ChannelMember, HubChannel, HubClient } from "../realtime/hub-client.ts";
import type { ClaimedCall } from "../station/station-api.ts";
import type { Reception } from "../telephony/voice-line.ts";
import { buildStatus, type StatusSound } from "./build-status.ts";
import { LevelWatch } from "./level-watch.ts";

export const LINES = ["line1", "line2"] as const;
export type LineName = (typeof LINES)[number];

export interface LinePhone {
  readonly quality: CarriedQuality | null;
  readonly reception: Reception;
  connect(requestId: string, claim: () => Promise<ClaimedCall>): Promise<void>;
  hangUp(): void;
  sendDigits(digits: string): void;
  mute(isMuted: boolean): void;
  close(): void;
}

interface AudioLineDeps {
  line: LineName;
  channelName: string;
  sound: StatusSound;
  phone: LinePhone;
  hub: Pick<HubClient, "subscribe">;
  /** Requests a claim from the station for a person on the line's channel. */
  createClaim: (
    user: string,
    right: Extract<LineRight, { type: "target" }>,
  ) => Promise<ClaimedCall>;
  clock: Clock;
  log: Logger;
  listener: AudioLineListener;
}

export interface AudioLineListener {
  onState(): void;
  onMaintenance(name: MaintenanceName, request: string): void;
}

/**
 * The hub accepts only ten events a second from an audio server, so refusals must not use up this
 * rate.
 */
const REFUSALS = { perSecond: 1, burst: 3 };

const operatorInfo = z.object({
  kind: z.literal("operator"),
  name: z.string(),
  mayTakeOver: z.boolean().default(false),
});

/**
 * One line of the audio server. It receives operators' requests over its channel, controls the
 * line's calls, and sends the results.
 */
export class AudioLine {
  readonly #deps: AudioLineDeps;
  readonly #startMs: number;
  readonly #channel: HubChannel;
  readonly #levels: LevelWatch;
  readonly #refusals: TokenBuckets;
  #state: LineState = { status: "idle" };
  #lastUser: string | null = null;
  #isSubscribed = false;
  #cancelTimeout: () => void = () => undefined;
  #cancelReport: () => void = () => undefined;
  #statusAtMs = -Infinity;
  #cancelLater: (() => void) | null = null;

  constructor(deps: AudioLineDeps) {
    this.#deps = deps;
    this.#startMs = deps.clock.elapsedMs();
    this.#refusals = new TokenBuckets(deps.clock, REFUSALS);
    this.#levels = new LevelWatch(deps.clock, () => this.#sendStatus());
    this.#channel = deps.hub.subscribe(deps.channelName, {
      events: [...requestNames, ...maintenanceNames],
      onSubscribed: () => this.#handleSubscribed(),
      onEvent: (name, data, member) => this.#handleEvent(name, data, member),
      onRefused: (reason) => {
        this.#isSubscribed = false;
        deps.log.warn({ line: deps.line, reason }, "line channel refused");
      },
    });
  }

  get state(): LineState {
    return this.#state;
  }

  get reception(): Reception {
    return this.#deps.phone.reception;
  }

  get isSubscribed(): boolean {
    return this.#isSubscribed;
  }

  handleAccepted(requestId: string, callSid: string | null): void {
    this.#dispatch({ type: "accepted", requestId, callSid });
  }

  handleEnded(requestId: string, reason: string): void {
    this.#dispatch({ type: "ended", requestId, reason });
  }

  handleFailed(requestId: string, message: string, code: number | null): void {
    this.#dispatch({ type: "failed", requestId, message, code });
  }

  handleDevice(): void {
    this.#sendStatus();
  }

  handleStop(): void {
    if (this.#state.status === "idle") {
      return;
    }
    const { requestId } = this.#state;
    this.#deps.phone.hangUp();
    this.#dispatch({ type: "ended", requestId, reason: "Ended at the fader." });
  }

  handleStart(): void {
    if (this.#state.status === "idle") {
      this.#channel.send("client-as-start", { line: this.#deps.line, user: this.#lastUser });
    }
  }

  close(): void {
    this.#levels.close();
    this.#cancelTimeout();
    this.#cancelReport();
    this.#cancelLater?.();
    this.#deps.phone.close();
  }

  #handleSubscribed(): void {
    this.#isSubscribed = true;
    this.#deps.log.info({ line: this.#deps.line }, "line channel subscribed");
    this.#sendStatus();
  }

  #handleEvent(name: string, data: unknown, member: ChannelMember): void {
    const known = requestNames.find((one) => one === name);
    if (known === undefined) {
      this.#handleMaintenance(name, data, member);
      return;
    }
    const request = parseRequest(known, data);
    if (request.type === "malformed") {
      this.#refuse(request, member);
      return;
    }
    if (request.type === "poll") {
      this.#sendStatus();
      return;
    }
    const sender = readSender(member);
    if (request.type !== "levels") {
      this.#handleRequest(request, sender);
    } else if (sender.mayUse) {
      this.#levels.extend();
    }
  }

  /**
   * Accepts maintenance from the station's server only. The hub adds the member's id to each event
   * of a member, and no id to an event of the server.
   */
  #handleMaintenance(name: string, data: unknown, { id }: ChannelMember): void {
    const maintenance = maintenanceNames.find((one) => one === name);
    const read = maintenanceRequest.safeParse(data);
    if (maintenance !== undefined && read.success && id === "") {
      this.#deps.listener.onMaintenance(maintenance, read.data.request);
    }
  }

  /**
   * Without the request's id no console can match the answer to a request, but the reason is still
   * sent.
   */
  #refuse({ message, requestId, flavour }: MalformedRequest, { id }: ChannelMember): void {
    if (!this.#refusals.take(id)) {
      return;
    }
    this.#deps.log.warn({ line: this.#deps.line, reason: message }, "line request refused");
    const event = flavour === null ? "client-as-refused" : `client-as-${flavour}-error`;
    this.#channel.send(event, { ...(requestId === null ? {} : { requestId }), message });
  }

  #handleRequest(request: LineOrder, sender: Sender): void {
    const { line, log } = this.#deps;
    log.info({ line, request: request.type, user: sender.id }, "line request received");
    this.#dispatch({ type: "request", request, sender });
  }

  #dispatch(event: LineEvent): void {
    const before = this.#state;
    const { state, effects } = next(before, event);
    this.#state = state;
    const isRefused = event.type === "request" && effects.some(isRefusal);
    if (!isRefused || this.#refusals.take(event.sender.id)) {
      for (const effect of effects) {
        this.#act(effect);
      }
    }
    if (state === before) {
      return;
    }
    this.#cancelTimeout();
    this.#lastUser = state.status === "idle" ? this.#lastUser : state.user;
    if (state.status === "connecting") {
      const { requestId } = state;
      this.#cancelTimeout = this.#deps.clock.after(CONNECT_TIMEOUT_MS, () => {
        this.#dispatch({ type: "timeout", requestId });
      });
    }
    this.#deps.log.info({ line: this.#deps.line, state: state.status }, "line changed");
    this.#deps.listener.onState();
    this.#sendStatus();
  }

  #act(effect: LineEffect): void {
    const { phone } = this.#deps;
    switch (effect.type) {
      case "send":
        this.#channel.send(effect.event, effect.data);
        return;
      case "connect":
        void phone.connect(effect.requestId, () => this.#findClaim(effect));
        return;
      case "hang_up":
        return phone.hangUp();
      case "send_digits":
        return phone.sendDigits(effect.digits);
      case "mute":
        return phone.mute(effect.muted);
    }
  }

  async #findClaim({ right, user }: { right: LineRight; user: string }): Promise<ClaimedCall> {
    return right.type === "claim" ? right : this.#deps.createClaim(user, right);
  }

  #reportLater(): void {
    this.#cancelReport();
    if (this.#state.status !== "idle") {
      this.#cancelReport = this.#deps.clock.after(REPORT_MS, () => this.#sendStatus());
    }
  }

  /**
   * Sends the status now, or 250 ms after the previous status. The hub accepts only ten events a
   * second from an audio server, and an answer to a request must not be the event that it drops.
   */
  #sendStatus(): void {
    const { clock } = this.#deps;
    const agoMs = clock.elapsedMs() - this.#statusAtMs;
    if (agoMs >= MIN_STATUS_GAP_MS) {
      this.#sendStatusNow();
    } else {
      this.#cancelLater ??= clock.after(MIN_STATUS_GAP_MS - agoMs, () => this.#sendStatusNow());
    }
  }

  #sendStatusNow(): void {
    const { line, sound, clock, phone } = this.#deps;
    this.#reportLater();
    this.#cancelLater?.();
    this.#cancelLater = null;
    this.#statusAtMs = clock.elapsedMs();
    const uptimeS = Math.floor((clock.elapsedMs() - this.#startMs) / 1000);
    const { quality, reception } = phone;
    this.#channel.send(
      "client-as-status-res",
      buildStatus({ line, state: this.#state, sound, quality, reception, uptimeS }),
    );
  }
}

const REPORT_MS = 1_000;
const MIN_STATUS_GAP_MS = 250;

function readSender({ id, info }: ChannelMember): Sender {
  const read = operatorInfo.safeParse(info);
  const { name = "", mayTakeOver = false } = read.data ?? {};
  return { id, name, mayTakeOver, mayUse: read.success };
}

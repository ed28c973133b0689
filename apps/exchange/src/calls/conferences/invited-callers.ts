import type { JoinOptions } from "./conference-api.ts";
import type { ParticipantDeps } from "./conference-deps.ts";

/** A dialled party. It joins with the options in `join`, which REST can change until then. */
export interface InvitedCaller {
  callSid: string;
  join: JoinOptions;
}

interface InvitedState extends InvitedCaller {
  /** Is true when the conference plays the party's ringback and early media. */
  playsEarlySound: boolean;
  hasEarlyMedia: boolean;
}

interface InvitedCallersEvents {
  onChange(): void;
  onGone(callSid: string): void;
}

export class InvitedCallers {
  readonly #services: Pick<ParticipantDeps, "media" | "registry">;
  readonly #roomSid: string;
  readonly #events: InvitedCallersEvents;
  readonly #invited = new Map<string, InvitedState>();

  constructor(
    services: Pick<ParticipantDeps, "media" | "registry">,
    roomSid: string,
    events: InvitedCallersEvents,
  ) {
    this.#services = services;
    this.#roomSid = roomSid;
    this.#events = events;
  }

  get count(): number {
    return this.#invited.size;
  }

  get isRinging(): boolean {
    return [...this.#invited.values()].some(({ playsEarlySound }) => playsEarlySound);
  }

  get isEarlyMediaAudible(): boolean {
    return [...this.#invited.values()].some(({ hasEarlyMedia }) => hasEarlyMedia);
  }

  find(callSidOrLabel: string): InvitedCaller | null {
    const bySid = this.#invited.get(callSidOrLabel);
    const all = [...this.#invited.values()];
    return bySid ?? all.find(({ join }) => join.label === callSidOrLabel) ?? null;
  }

  add(caller: InvitedCaller, playsEarlySound: boolean): void {
    this.#invited.set(caller.callSid, { ...caller, playsEarlySound, hasEarlyMedia: false });
    this.#events.onChange();
  }

  handleJoined(callSid: string): void {
    this.#invited.delete(callSid);
  }

  remove(callSid: string): void {
    if (!this.#invited.delete(callSid)) {
      return;
    }
    this.#events.onChange();
    this.#events.onGone(callSid);
  }

  setEarlyMedia(callSid: string, hasEarlyMedia: boolean): void {
    const expected = this.#invited.get(callSid);
    const leg = this.#services.registry.live(callSid)?.leg;
    if (!expected || !leg || expected.hasEarlyMedia === hasEarlyMedia) {
      return;
    }
    expected.hasEarlyMedia = hasEarlyMedia;
    const { media } = this.#services;
    if (hasEarlyMedia) {
      media.joinRoom(leg.id, this.#roomSid, { muted: true, hold: false, deaf: true });
    } else {
      media.leaveRoom(leg.id);
    }
    this.#events.onChange();
  }

  /**
   * Waiting participants hear the early media of a dialled party; the members of a running
   * conference do not.
   */
  updateEarlyMedia(isBridged: boolean): void {
    const { media, registry } = this.#services;
    for (const [callSid, { hasEarlyMedia }] of this.#invited) {
      const leg = hasEarlyMedia ? registry.live(callSid)?.leg : null;
      if (leg) {
        media.setMembership(leg.id, { muted: isBridged });
      }
    }
  }

  cancel(): void {
    for (const callSid of this.#invited.keys()) {
      this.#services.registry.live(callSid)?.hangUp({ cause: "cancelled" });
    }
    this.#invited.clear();
  }
}

import type { JoinOptions } from "./conference-book.ts";
import type { RoomServices } from "./room-services.ts";

/** One who was dialled; `join` is how he comes in, and may change until then. */
export interface ExpectedCaller {
  callSid: string;
  join: JoinOptions;
}

interface Expected extends ExpectedCaller {
  /** His ringing is to be heard, and what his far end lets be heard. */
  isAloud: boolean;
  isHeard: boolean;
}

interface Told {
  /** Who is dialled, or how he is heard, is another than before. */
  onChange(): void;
  /** He will not come. */
  onGone(callSid: string): void;
}

/** Calls that were dialled for a room and are not in it yet. */
export class ExpectedCallers {
  readonly #services: Pick<RoomServices, "media" | "placer">;
  readonly #roomSid: string;
  readonly #told: Told;
  readonly #expected = new Map<string, Expected>();

  constructor(services: Pick<RoomServices, "media" | "placer">, roomSid: string, told: Told) {
    this.#services = services;
    this.#roomSid = roomSid;
    this.#told = told;
  }

  get count(): number {
    return this.#expected.size;
  }

  get isRinging(): boolean {
    return [...this.#expected.values()].some(({ isAloud }) => isAloud);
  }

  get isEarlyHeard(): boolean {
    return [...this.#expected.values()].some(({ isHeard }) => isHeard);
  }

  find(callSidOrLabel: string): ExpectedCaller | null {
    const bySid = this.#expected.get(callSidOrLabel);
    const all = [...this.#expected.values()];
    return bySid ?? all.find(({ join }) => join.label === callSidOrLabel) ?? null;
  }

  /** The room stays open until he came or did not. */
  add(caller: ExpectedCaller, isAloud: boolean): void {
    this.#expected.set(caller.callSid, { ...caller, isAloud, isHeard: false });
    this.#told.onChange();
  }

  /** He is in the room now, if it was he. */
  arrived(callSid: string): void {
    this.#expected.delete(callSid);
  }

  forget(callSid: string): void {
    if (!this.#expected.delete(callSid)) {
      return;
    }
    this.#told.onChange();
    this.#told.onGone(callSid);
  }

  /** Whether he can be heard before he answers. */
  hearEarly(callSid: string, isHeard: boolean): void {
    const expected = this.#expected.get(callSid);
    const leg = this.#services.placer.find(callSid)?.leg;
    if (!expected || !leg || expected.isHeard === isHeard) {
      return;
    }
    expected.isHeard = isHeard;
    const { media } = this.#services;
    if (isHeard) {
      media.joinRoom(leg.id, this.#roomSid, { muted: true, hold: false, deaf: true });
    } else {
      media.leaveRoom(leg.id);
    }
    this.#told.onChange();
  }

  /** Those who wait hear who is being dialled; a talk that is going on does not. */
  settleEarly(isTalk: boolean): void {
    const { media, placer } = this.#services;
    for (const [callSid, { isHeard }] of this.#expected) {
      const leg = isHeard ? placer.find(callSid)?.leg : null;
      if (leg) {
        media.setMembership(leg.id, { muted: isTalk });
      }
    }
  }

  /** Nobody is wanted any more. */
  cancel(): void {
    for (const callSid of this.#expected.keys()) {
      this.#services.placer.find(callSid)?.hangUp({ cause: "cancelled" });
    }
    this.#expected.clear();
  }
}

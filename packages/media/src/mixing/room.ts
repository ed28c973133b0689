import type { LegId, Membership, RoomId } from "../port/media-port.ts";
import type { PacketWait } from "../rtp/arrival-phase.ts";
import { RoomMix, type RoomSum } from "./room-mix.ts";
import { excessMs, nextRoomPhase, type RoomPhase } from "./room-phase.ts";

/** A leg as its room uses it. */
export interface RoomMember {
  readonly id: LegId;
  readonly sampleRate: number;
  readonly membership: Membership;
  readonly phase: number;
  /** Returns how long the leg's packets wait, for ticks that are counted from `startMs`. */
  readWait(startMs: number): PacketWait;
  /** Moves the leg to a phase, and drops `excessMs` of its waiting sound. */
  moveTo(phase: number, excessMs: number): void;
  /**
   * Moves a leg that no member has heard yet to a phase, and drops `excessMs` of its waiting sound.
   */
  beginAt(phase: number, excessMs: number): void;
  /** Is true when the leg's voice is in the room's sum. */
  readonly isAudibleInRoom: boolean;
  /** The leg's sound in this tick. */
  readonly incoming: { readonly block: Int16Array };
}

/** Members who hear each other: each gets its mix-minus, at its own rate. */
export class Room {
  readonly id: RoomId;
  readonly #members = new Set<RoomMember>();
  #phase: RoomPhase;
  readonly #mix = new RoomMix();

  constructor(id: RoomId, phase: number) {
    this.id = id;
    this.#phase = { status: "alone", phase };
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  get phase(): number {
    return this.#phase.phase;
  }

  /** Returns the sum of all voices of this tick, at the given rate. */
  sumAt(sampleRate: number): RoomSum {
    return this.#mix.sumAt(sampleRate);
  }

  close(): void {
    this.#mix.close();
  }

  mix(): void {
    this.#mix.begin();
    for (const leg of this.#members) {
      if (leg.isAudibleInRoom) {
        this.#mix.add(leg.incoming.block, leg.sampleRate);
      }
    }
  }

  enter(leg: RoomMember): void {
    if (this.#members.has(leg)) {
      return;
    }
    this.#members.add(leg);
    this.#phase = nextRoomPhase(this.#phase, { type: "entered", members: this.#members.size });
  }

  remove(leg: RoomMember): void {
    this.#members.delete(leg);
    this.#phase = nextRoomPhase(this.#phase, { type: "left", members: this.#members.size });
  }

  /** Chooses the phase between two ticks. Phases are counted from the time `startMs`. */
  alignPhase(startMs: number): void {
    const before = this.#phase;
    const isMeeting = before.status === "meeting";
    this.#phase = nextRoomPhase(before, {
      type: "tick",
      readWaits: () => this.#readWaits(startMs, isMeeting),
    });
    const { phase } = this.#phase;
    for (const leg of this.#members) {
      if (leg.phase === phase) {
        continue;
      }
      const isNew = isMeeting || leg.phase !== before.phase;
      const tooMuchMs = excessMs(leg.readWait(startMs), leg.phase, phase);
      if (isNew) {
        leg.beginAt(phase, tooMuchMs);
      } else {
        leg.moveTo(phase, tooMuchMs);
      }
    }
  }

  #readWaits(startMs: number, isMeeting: boolean): PacketWait[] {
    return [...this.#members].map((leg) => {
      const wait = leg.readWait(startMs);
      return isMeeting ? { ...wait, slackMs: null } : wait;
    });
  }
}

import type { Playback } from "../playback/playback.ts";
import type { LegId, Membership, PlaybackId, RoomId } from "../port/media-port.ts";
import type { PacketWait } from "../rtp/arrival-phase.ts";
import { RoomMix, type RoomSum } from "./room-mix.ts";
import { excessMs, nextRoomPhase, type RoomPhase } from "./room-phase.ts";

const MAX_PLAYBACKS = 8;
/** Of a room in which nobody is: the telephone's. */
const LOWEST_RATE = 8000;

/** A leg as its room hears it. */
export interface RoomMember {
  readonly id: LegId;
  readonly sampleRate: number;
  readonly membership: Membership;
  readonly phase: number;
  /** How its packets come, where ticks are counted from that time. */
  readWait(startMs: number): PacketWait;
  /** So much of what waits of it is too much then. */
  moveTo(phase: number, excessMs: number): void;
  /** The same, where nobody here has heard it yet. */
  beginAt(phase: number, excessMs: number): void;
  /** Is its voice in the room's sum? */
  readonly isAudibleInRoom: boolean;
  readonly isCoaching: boolean;
  /** What it says in this tick. */
  readonly incoming: { readonly block: Int16Array };
}

/** Members who hear each other: everybody gets the sum of all others (N-1), at their own rate. */
export class Room {
  readonly id: RoomId;
  readonly #members = new Set<RoomMember>();
  #phase: RoomPhase;
  readonly #mix = new RoomMix();
  readonly #playbacks = new Map<PlaybackId, Playback>();
  /** What coaches say, by the one member who is to hear it. */
  readonly #whispers = new Map<LegId, RoomMix>();

  constructor(id: RoomId, phase: number) {
    this.id = id;
    this.#phase = { status: "alone", phase };
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  /** When within a tick it is mixed. */
  get phase(): number {
    return this.#phase.phase;
  }

  /** The highest rate that a member has now. */
  get sampleRate(): number {
    let highest = LOWEST_RATE;
    for (const leg of this.#members) {
      highest = Math.max(highest, leg.sampleRate);
    }
    return highest;
  }

  /** All voices and sounds of this tick, at a rate of the listener's choice. */
  sumAt(sampleRate: number): RoomSum {
    return this.#mix.sumAt(sampleRate);
  }

  /** The oldest sound makes way where there are too many. */
  add(playback: Playback): void {
    this.#playbacks.set(playback.id, playback);
    const oldest = this.#playbacks.values().next().value;
    if (this.#playbacks.size > MAX_PLAYBACKS) {
      oldest?.end({ reason: "stopped" });
    }
  }

  removeSound(playback: PlaybackId): void {
    this.#playbacks.delete(playback);
  }

  /** Nobody is in it any more. */
  close(): void {
    for (const playback of this.#playbacks.values()) {
      playback.end({ reason: "stopped" });
    }
    this.#mix.close();
  }

  mix(): void {
    this.#mix.begin();
    for (const whisper of this.#whispers.values()) {
      whisper.begin();
    }
    for (const leg of this.#members) {
      if (leg.isAudibleInRoom) {
        this.#mix.add(leg.incoming.block, leg.sampleRate);
      } else if (leg.isCoaching) {
        this.#whisper(leg);
      }
    }
    if (this.#playbacks.size > 0) {
      this.#addSounds(this.sampleRate);
    }
  }

  #addSounds(sampleRate: number): void {
    for (const playback of this.#playbacks.values()) {
      if (playback.advance(sampleRate)) {
        this.#mix.add(playback.block, playback.sampleRate);
      }
    }
  }

  /** What coaches say to this member alone, at their rate; null where they have none. */
  whisperTo({ id, sampleRate }: RoomMember): RoomSum | null {
    if (this.#whispers.size === 0) {
      return null;
    }
    return this.#whispers.get(id)?.sumAt(sampleRate) ?? null;
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
    this.#whispers.delete(leg.id);
    this.#phase = nextRoomPhase(this.#phase, { type: "left", members: this.#members.size });
  }

  /** Between two ticks, whose phases are counted from that time, its own may become another. */
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

  #whisper(coach: RoomMember): void {
    const to = coach.membership.coached ?? "";
    if (!this.#has(to)) {
      return;
    }
    const whisper = this.#whispers.get(to) ?? new RoomMix();
    this.#whispers.set(to, whisper);
    whisper.add(coach.incoming.block, coach.sampleRate);
  }

  #has(id: LegId): boolean {
    for (const leg of this.#members) {
      if (leg.id === id) {
        return true;
      }
    }
    return false;
  }
}

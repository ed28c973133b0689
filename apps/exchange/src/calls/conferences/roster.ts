import type { Participant } from "./participant.ts";
import type { RoomView } from "./room-view.ts";
import { RoomWatch, type RoomWatchOptions } from "./room-watch.ts";

/** Who is in a room now, each listened to for as long as he is. */
export class Roster {
  readonly #participants = new Map<string, Participant>();
  readonly #watch: RoomWatch;

  constructor(watching: Omit<RoomWatchOptions, "participants">) {
    this.#watch = new RoomWatch({ ...watching, participants: () => this.all });
  }

  get all(): Participant[] {
    return [...this.#participants.values()];
  }

  get size(): number {
    return this.#participants.size;
  }

  has(callSid: string): boolean {
    return this.#participants.has(callSid);
  }

  /** False also for one whose call came in anew since. */
  holds(participant: Participant): boolean {
    return this.#participants.get(participant.call.sid) === participant;
  }

  find(callSidOrLabel: string): Participant | null {
    const bySid = this.#participants.get(callSidOrLabel);
    return bySid ?? this.all.find(({ label }) => label === callSidOrLabel) ?? null;
  }

  add(participant: Participant): void {
    this.#participants.set(participant.call.sid, participant);
    this.#watch.begin(participant);
  }

  remove(participant: Participant): void {
    this.#watch.tellSpeech(participant, false);
    this.#participants.delete(participant.call.sid);
    this.#watch.end(participant);
  }

  /** Shows everybody what has changed in the room. */
  refresh(view: RoomView): void {
    for (const participant of this.all) {
      participant.refresh(view);
      this.#watch.tellSpeech(participant);
    }
  }
}

import { ConferenceMonitor, type ConferenceMonitorOptions } from "./conference-monitor.ts";
import type { ConferenceSnapshot } from "./conference-snapshot.ts";
import type { Participant } from "./participant.ts";

export class Roster {
  readonly #participants = new Map<string, Participant>();
  readonly #watch: ConferenceMonitor;

  constructor(watching: Omit<ConferenceMonitorOptions, "participants">) {
    this.#watch = new ConferenceMonitor({ ...watching, participants: () => this.all });
  }

  get all(): Participant[] {
    return [...this.#participants.values()];
  }

  get size(): number {
    return this.#participants.size;
  }

  /**
   * Returns false for a participant that has left, even if its call has joined again as a new
   * participant.
   */
  includes(participant: Participant): boolean {
    return this.#participants.get(participant.call.sid) === participant;
  }

  find(callSidOrLabel: string): Participant | null {
    const bySid = this.#participants.get(callSidOrLabel);
    return bySid ?? this.all.find(({ label }) => label === callSidOrLabel) ?? null;
  }

  add(participant: Participant): void {
    this.#participants.set(participant.call.sid, participant);
    this.#watch.watch(participant);
  }

  remove(participant: Participant): void {
    this.#watch.reportSpeech(participant, false);
    this.#watch.reportProgramme(participant, { isLeaving: true });
    this.#participants.delete(participant.call.sid);
    this.#watch.unwatch(participant);
  }

  refresh(view: ConferenceSnapshot): void {
    for (const participant of this.all) {
      participant.refresh(view);
      this.#watch.reportSpeech(participant);
      this.#watch.reportProgramme(participant);
    }
  }
}

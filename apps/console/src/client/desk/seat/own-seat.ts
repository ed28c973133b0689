import { type DeviceLine, listSeats, type Seat, sendHeartbeat } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import type { PageTimers } from "../../../lib/page-timers.ts";
import type { LineDeviceStatus } from "../../softphone/voice-device.ts";
import { seatsLoaded } from "../../store/seats-slice.ts";
import type { Store } from "../../store/store.ts";
import { type SeatAnswer, SeatHeartbeat } from "./seat-heartbeat.ts";
import { TabDesk } from "./tab-desk.ts";
import type { TabLocks } from "./tab-leadership.ts";

export interface OwnSeatOptions {
  store: Store;
  http: HttpClient;
  timers: PageTimers;
  softphones: { register: () => void; release: () => Promise<void> };
  actions: { takeOver: (call: string, line: DeviceLine) => Promise<void> };
  locks: TabLocks | undefined;
  log: (error: unknown) => void;
}

export class OwnSeat {
  readonly tab: TabDesk;
  readonly #options: OwnSeatOptions;
  readonly #heartbeat: SeatHeartbeat;
  readonly #stop: () => void;
  #sentLines: Seat["lines"] = { line1: false, line2: false };

  constructor(options: OwnSeatOptions) {
    const { store, timers, softphones, actions, locks, log } = options;
    this.#options = options;
    this.#heartbeat = new SeatHeartbeat({
      send: (station, signal) => this.#send(station, signal),
      onSeats: (seats) => store.dispatch(seatsLoaded(seats)),
      schedule: timers.schedule,
    });
    this.#stop = store.onChange(() => this.#reportLineChange());
    const onLead = (): void => this.takeSeat();
    this.tab = new TabDesk({ store, softphones, actions, locks, log, onLead });
  }

  takeSeat(): void {
    const { store, timers, softphones } = this.#options;
    const { calls, seats } = store.getState();
    this.#heartbeat.follow(seats.tab === "leading" ? calls.station : null);
    timers.whenIdle(() => {
      if (this.tab.isLeading && store.getState().calls.station !== null) {
        softphones.register();
      }
    });
  }

  handleWake(): void {
    this.takeSeat();
    this.#heartbeat.sendNow();
  }

  async loadSeats(): Promise<void> {
    const { store, http } = this.#options;
    const { station } = store.getState().calls;
    if (this.tab.isLeading || station === null) {
      return this.#heartbeat.sendNow();
    }
    try {
      const { items } = await http.call(listSeats, { params: { id: station } });
      store.dispatch(seatsLoaded(items));
    } catch {
      // Without the list no seat is shown as asleep until an event reports a change of the seat.
    }
  }

  close(): void {
    this.#stop();
    this.#heartbeat.close();
    this.tab.close();
  }

  async #send(station: string, signal: AbortSignal): Promise<SeatAnswer> {
    const { http } = this.#options;
    const lines = this.#readLines();
    this.#sentLines = lines;
    const params = { id: station };
    return http.call(sendHeartbeat, { params, body: { lines }, signal });
  }

  /**
   * Sends a heartbeat when a line becomes reachable or unreachable, so that colleagues see this.
   */
  #reportLineChange(): void {
    const { line1, line2 } = this.#readLines();
    if (line1 !== this.#sentLines.line1 || line2 !== this.#sentLines.line2) {
      this.#sentLines = { line1, line2 };
      this.#heartbeat.sendNow();
    }
  }

  #readLines(): Seat["lines"] {
    const { line1, line2 } = this.#options.store.getState().desk.devices;
    return { line1: isReachable(line1), line2: isReachable(line2) };
  }
}

/**
 * Returns true when the line can take a call. A line on standby can take one too, but it does not
 * ring.
 */
function isReachable(status: LineDeviceStatus): boolean {
  return status === "registered" || status === "standby";
}

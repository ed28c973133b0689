import { channel } from "node:diagnostics_channel";

/** A worker thread with its own pulse, which the supervisor checks like an event loop. */
export interface ThreadPulse {
  /** The number of loops that the thread has run. */
  ticks: number;
  /** The thread's id in Linux; `null` where the system names none. */
  thread: number | null;
}

/** The facts that a part of a station sends to its supervisor with each beat of its event loop. */
export interface PartFacts {
  calls: number;
  media: ThreadPulse | null;
}

/**
 * The process-wide name that connects a part with the heartbeat, which loads before the part, in
 * another bundle.
 */
const READY_CHANNEL = "linedesk.part-ready";

/** Reports that the part has started; `readFacts` runs once a second from now on. */
export function announceReady(readFacts: () => PartFacts): void {
  channel(READY_CHANNEL).publish(readFacts);
}

/** Calls the listener when the part in this process has started. */
export function onPartReady(listener: (readFacts: () => PartFacts) => void): void {
  channel(READY_CHANNEL).subscribe((readFacts) => listener(readFacts as () => PartFacts));
}

import { channel } from "node:diagnostics_channel";

/** One worker thread with a beat of its own, which the supervisor judges like an event loop. */
export interface ThreadPulse {
  /** Counts what the thread does again and again. */
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
 * The process-wide name under which a part meets the heartbeat that was loaded before its own code,
 * in another bundle.
 */
const READY_CHANNEL = "linedesk.part-ready";

/** The part has started; `readFacts` is called once a second from now on. */
export function announceReady(readFacts: () => PartFacts): void {
  channel(READY_CHANNEL).publish(readFacts);
}

/** Calls the listener when the part in this process has started. */
export function onPartReady(listener: (readFacts: () => PartFacts) => void): void {
  channel(READY_CHANNEL).subscribe((readFacts) => listener(readFacts as () => PartFacts));
}

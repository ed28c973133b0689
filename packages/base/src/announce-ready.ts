import { channel } from "node:diagnostics_channel";

/**
 * The state of a worker thread that counts its loops, so that the supervisor can watch the thread.
 */
export interface ThreadPulse {
  /** The number of loops that the thread has run. */
  ticks: number;
  /** The thread's id in Linux; `null` when the system gives none. */
  thread: number | null;
}

/** The facts that a part of a station sends to its supervisor with each beat of its event loop. */
export interface PartFacts {
  calls: number;
  media: ThreadPulse | null;
}

/**
 * The name, known in the whole process, that connects a part with its heartbeat. The heartbeat
 * loads before the part and from another bundle.
 */
const READY_CHANNEL = "linedesk.part-ready";

/** Reports that the part has started. From now on the heartbeat calls `readFacts` once a second. */
export function announceReady(readFacts: () => PartFacts): void {
  channel(READY_CHANNEL).publish(readFacts);
}

/** Calls the listener when the part in this process has started. */
export function onPartReady(listener: (readFacts: () => PartFacts) => void): void {
  channel(READY_CHANNEL).subscribe((readFacts) => listener(readFacts as () => PartFacts));
}

const MIGRATION_CHANNEL = "linedesk.part-migrates";

/** Reports that the part has started or stopped waiting for a migration of the database. */
export function announceMigration(isMigrating: boolean): void {
  channel(MIGRATION_CHANNEL).publish(isMigrating);
}

/** Calls the listener when the part in this process begins or ends a migration. */
export function onPartMigration(listener: (isMigrating: boolean) => void): void {
  channel(MIGRATION_CHANNEL).subscribe((isMigrating) => listener(isMigrating === true));
}

const LOADED_CHANNEL = "linedesk.part-loaded";

/**
 * Reports that a successor has loaded, and waits until the previous process of the part has ended.
 */
export function announceLoaded(): void {
  channel(LOADED_CHANNEL).publish(null);
}

/** Calls the listener when the successor in this process has loaded. */
export function onPartLoaded(listener: () => void): void {
  channel(LOADED_CHANNEL).subscribe(() => listener());
}

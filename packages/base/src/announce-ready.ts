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

/** The facts that a part of a station sends to its supervisor with each heartbeat. */
export interface PartFacts {
  calls: number;
  media: ThreadPulse | null;
}

/**
 * The name of the channel between a part and its heartbeat in the same process. They come from
 * different bundles, so they share no other object.
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

/** Reports that the part begins or ends a migration of the database. */
export function announceMigration(isMigrating: boolean): void {
  channel(MIGRATION_CHANNEL).publish(isMigrating);
}

/** Calls the listener when the part in this process begins or ends a migration. */
export function onPartMigration(listener: (isMigrating: boolean) => void): void {
  channel(MIGRATION_CHANNEL).subscribe((isMigrating) => listener(isMigrating === true));
}

const LOADED_CHANNEL = "linedesk.part-loaded";

/**
 * Reports that this process has loaded as a successor. It then waits until the previous process of
 * the part has ended.
 */
export function announceLoaded(): void {
  channel(LOADED_CHANNEL).publish(null);
}

/** Calls the listener when the successor in this process has loaded. */
export function onPartLoaded(listener: () => void): void {
  channel(LOADED_CHANNEL).subscribe(() => listener());
}

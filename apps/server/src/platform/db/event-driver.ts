import { CompiledQuery, type DatabaseConnection, PostgresDriver } from "kysely";
import pg from "pg";

import type { PendingEvent } from "./pending-event.ts";

/** The notification that wakes the readers of the outbox, after the commit. */
export const OUTBOX_NOTIFICATION = "linedesk_outbox";

/**
 * Writes the events of a transaction in the same message as its commit. Other transactions of the
 * station wait from the number of an event to the end of the commit, so no answer to this server
 * lies between the two. The notification follows the commit, because PostgreSQL orders the commits
 * of all transactions that notify. When it is lost with the connection, the readers find the rows
 * within a second.
 */
export class EventDriver extends PostgresDriver {
  override async beginTransaction(
    ...begin: Parameters<PostgresDriver["beginTransaction"]>
  ): Promise<void> {
    const [connection] = begin;
    connection.pendingEvents = [];
    await super.beginTransaction(...begin);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const events = connection.pendingEvents ?? [];
    connection.pendingEvents = [];
    if (events.length === 0) {
      await super.commitTransaction(connection);
      return;
    }
    await connection.executeQuery(CompiledQuery.raw(commitWith(events)));
  }
}

/** Only a message without parameters may contain several statements. */
function commitWith(events: readonly PendingEvent[]): string {
  // Every transaction takes the locks of several stations in the order of their ids.
  const sorted = events.toSorted((a, b) => compare(a.stationId ?? "", b.stationId ?? ""));
  const columns = [
    sorted.map(({ channel }) => channel),
    sorted.map(({ event }) => event),
    sorted.map(({ payload }) => JSON.stringify(payload)),
    sorted.map(({ stationId }) => stationId),
  ].map(toArray);
  return `select append_events(${columns.join(", ")}::uuid[]);
    commit;
    select pg_notify('${OUTBOX_NOTIFICATION}', current_setting('linedesk.notice'))`;
}

function toArray(values: readonly (string | null)[]): string {
  const literals = values.map((value) => (value === null ? "null" : pg.escapeLiteral(value)));
  return `array[${literals.join(", ")}]`;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

import { CompiledQuery, type DatabaseConnection, PostgresDriver } from "kysely";

import type { PendingEvent } from "./pending-event.ts";

/** The notification that wakes the readers of the outbox, after the commit. */
export const OUTBOX_NOTIFICATION = "linedesk_outbox";

/**
 * Writes the events of a transaction in the same message as its commit. When an event has got its
 * number, other transactions of the station wait until the commit has ended. A round trip to this
 * server between the two would make this wait longer. The notification follows the commit, because
 * PostgreSQL orders the commits of all transactions that notify. If the notification is lost with
 * the connection, the readers find the rows within a second.
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
    await connection.executeQuery(
      CompiledQuery.raw("select set_config('linedesk.events', $1, true)", [toJson(events)]),
    );
    await connection.executeQuery(CompiledQuery.raw(COMMIT));
  }
}

/**
 * Only a message without parameters may contain several statements. The events are no text of this
 * message, because PostgreSQL's log shows the text of a statement that fails or waits.
 */
const COMMIT = `select append_events();
  commit;
  select pg_notify('${OUTBOX_NOTIFICATION}', current_setting('linedesk.notice'))`;

function toJson(events: readonly PendingEvent[]): string {
  const rows = events.map(({ channel, event, payload, stationId }) => ({
    channel,
    name: event,
    payload: JSON.stringify(payload),
    station: stationId,
  }));
  // Every transaction takes the locks of several stations in the order of their ids.
  return JSON.stringify(rows.toSorted((a, b) => compare(a.station ?? "", b.station ?? "")));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

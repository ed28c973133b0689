import type { Transaction } from "kysely";

import type { Tables } from "./tables/tables.ts";

/** An event that a transaction writes together with its commit. */
export interface PendingEvent {
  channel: string;
  event: string;
  payload: object;
  /** The station that numbers the event; `null` for an event without a number. */
  stationId: string | null;
}

declare module "kysely" {
  interface DatabaseConnection {
    /** The events of the transaction that runs on this connection. */
    pendingEvents?: PendingEvent[];
  }
}

/** The transaction writes the event when it commits, and not after a rollback. */
export async function addPendingEvent(
  trx: Transaction<Tables>,
  event: PendingEvent,
): Promise<void> {
  if (!trx.isTransaction) {
    throw new Error("an event needs a transaction");
  }
  await trx.getExecutor().provideConnection(async (connection) => {
    (connection.pendingEvents ??= []).push(event);
  });
}

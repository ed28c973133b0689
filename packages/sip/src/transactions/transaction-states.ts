/**
 * The four state machines of RFC 3261 section 17, corrected by RFC 6026. They use no clock and send
 * nothing.
 */

export type ServerTransactionState =
  | "proceeding"
  | "accepted"
  | "completed"
  | "confirmed"
  | "terminated";

export type ServerEvent =
  | { type: "responded"; status: number }
  | { type: "acknowledged" }
  | { type: "expired" };

export function nextInviteServer(
  status: ServerTransactionState,
  event: ServerEvent,
): ServerTransactionState {
  switch (event.type) {
    case "responded":
      if (status !== "proceeding" || event.status < 200) {
        return status;
      }
      return event.status < 300 ? "accepted" : "completed";
    case "acknowledged":
      return status === "completed" ? "confirmed" : status;
    case "expired":
      return status === "proceeding" ? status : "terminated";
  }
}

export function nextNonInviteServer(
  status: ServerTransactionState,
  event: ServerEvent,
): ServerTransactionState {
  switch (event.type) {
    case "responded":
      return status === "proceeding" && event.status >= 200 ? "completed" : status;
    case "acknowledged":
      return status;
    case "expired":
      return status === "proceeding" ? status : "terminated";
  }
}

export type ClientTransactionState =
  | "calling"
  | "proceeding"
  | "accepted"
  | "completed"
  | "terminated";

export type ClientEvent = { type: "received"; status: number } | { type: "expired" };

export function nextInviteClient(
  status: ClientTransactionState,
  event: ClientEvent,
): ClientTransactionState {
  if (event.type === "expired") {
    return "terminated";
  }
  if (status !== "calling" && status !== "proceeding") {
    return status;
  }
  if (event.status < 200) {
    return "proceeding";
  }
  return event.status < 300 ? "accepted" : "completed";
}

export function nextNonInviteClient(
  status: ClientTransactionState,
  event: ClientEvent,
): ClientTransactionState {
  if (event.type === "expired") {
    return "terminated";
  }
  if (status !== "calling" && status !== "proceeding") {
    return status;
  }
  return event.status < 200 ? "proceeding" : "completed";
}

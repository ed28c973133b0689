import { type ApiErrorBody, type ErrorCode, errorStatus, type Refusal } from "@linedesk/contract";
import { HttpError } from "../lib/http-client.ts";

type Body = ApiErrorBody["error"];
type Shown = Pick<Body, "reason" | "params" | "message">;

export function aReason(refusal: Refusal): Shown {
  const { reason, params } =
    typeof refusal === "string" ? { reason: refusal, params: {} } : refusal;
  const sent = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "object" ? [...value] : value,
  ]);
  return { reason, params: Object.fromEntries(sent), message: "The server's English." };
}

/** Returns the answer of a server that refuses a request. */
export function aRefusal(code: ErrorCode, refusal: Refusal, fields?: Body["fields"]): HttpError {
  const more = fields === undefined ? {} : { fields };
  const body = { code, ...aReason(refusal), ...more, requestId: "r" };
  return new HttpError({ kind: "answered", status: errorStatus[code], body });
}

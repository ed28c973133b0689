import {
  callerReasons,
  callReasons,
  deviceReasons,
  type ErrorCode,
  type ErrorReason,
  type ErrorReasons,
  type Reason,
  type ReasonParam,
  type Refusal,
  requestReasons,
  type ShownRefusal,
  stationReasons,
} from "@linedesk/contract";
import { callMessages } from "./call-messages.ts";
import { callerMessages } from "./caller-messages.ts";
import { deviceMessages } from "./device-messages.ts";
import { requestMessages } from "./request-messages.ts";
import { stationMessages } from "./station-messages.ts";

export const errorReasons: ErrorReasons = {
  ...callReasons,
  ...callerReasons,
  ...stationReasons,
  ...deviceReasons,
  ...requestReasons,
};

/** The English sentence of every reason, for people who use the API. */
export const messages: Record<Reason, string> = {
  ...callMessages,
  ...callerMessages,
  ...stationMessages,
  ...deviceMessages,
  ...requestMessages,
};

type Params = Readonly<Record<string, ReasonParam>>;

/** Returns the refusal as the API answers it. */
export function describeRefusal(refusal: Refusal): ShownRefusal {
  const { reason, params } = toParts(refusal);
  const message = messages[reason].replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    writeParam(params[name] ?? ""),
  );
  const sent = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "object" ? [...value] : value,
  ]);
  return { reason, params: Object.fromEntries(sent), message };
}

export function findErrorCode(refusal: Refusal<ErrorReason>): ErrorCode {
  return errorReasons[toParts(refusal).reason][0] ?? "internal_error";
}

/** Returns the refusal with the texts of its parameters mapped. */
export function mapRefusal<R extends Refusal>(refusal: R, map: (text: string) => string): R {
  if (typeof refusal === "string") {
    return refusal;
  }
  const { reason, params } = toParts(refusal);
  const mapped = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "string" ? map(value) : value,
  ]);
  // The names of the parameters do not change, so the type stays the same.
  return { reason, params: Object.fromEntries(mapped) } as R;
}

function toParts(refusal: Refusal): { reason: Reason; params: Params } {
  return typeof refusal === "string" ? { reason: refusal, params: {} } : refusal;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const days = new Intl.DateTimeFormat("en-AU", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

function writeParam(value: ReasonParam): string {
  if (typeof value === "object") {
    return value.map((reason) => messages[reason]).join(", ");
  }
  const text = String(value);
  return DAY.test(text) ? days.format(new Date(text)) : text;
}

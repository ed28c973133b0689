import * as z from "zod/mini";

import type { callReasons } from "../reasons/call-reasons.ts";
import type { callerReasons } from "../reasons/caller-reasons.ts";
import type { deviceReasons } from "../reasons/device-reasons.ts";
import type { ErrorCode } from "../reasons/error-codes.ts";
import type { requestReasons } from "../reasons/request-reasons.ts";
import type { stationReasons } from "../reasons/station-reasons.ts";

/**
 * Every reason that the API returns. The console needs only the type; the server needs the tables
 * too.
 */
export type ErrorReasons = typeof callReasons &
  typeof callerReasons &
  typeof stationReasons &
  typeof deviceReasons &
  typeof requestReasons;

export type Reason = keyof ErrorReasons;

/** The reasons that belong to one of these codes. */
export type ErrorReason<Code extends ErrorCode = ErrorCode> = {
  [R in Reason]: ErrorReasons[R][0] extends Code ? R : never;
}[Reason];

/**
 * A number, a name or another text. A list contains reasons, whose words become parts of the
 * message.
 */
export type ReasonParam = string | number | readonly Reason[];

type ParamNames<R extends Reason> = ErrorReasons[R] extends readonly [unknown, ...infer Names]
  ? Extract<Names[number], string>
  : never;

/** A reason with the parameters of its words. A reason without parameters is a plain string. */
export type Refusal<R extends Reason = Reason> = {
  [Key in R]: [ParamNames<Key>] extends [never]
    ? Key
    : { reason: Key; params: Record<ParamNames<Key>, ReasonParam> };
}[R];

/** The reasons that have no parameters. */
export type PlainReason = Extract<Refusal, string>;

/**
 * A refusal in a response. `reason` is any text, because a console may be older than the server.
 * `message` is the English sentence for people who use the API.
 */
export const shownRefusal = z.object({
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  message: z.string(),
});
export type ShownRefusal = z.output<typeof shownRefusal>;

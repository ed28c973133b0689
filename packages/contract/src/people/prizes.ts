import * as z from "zod/mini";

import {
  callerNumber,
  callerNumberDisplay,
  givenCallerNumber,
  csvPage,
  pageCursor,
} from "../calls/caller-number.ts";
import { contestOutcome } from "../calls/calls.ts";
import { winMark, winRules } from "../calls/may-win.ts";
import { cleaned } from "../platform/clean-name.ts";
import { endpoint } from "../platform/endpoint.ts";
import { stationDay } from "../platform/station-day.ts";
import { collectionStatus, winStatus } from "./win-status.ts";

const inQuery = { station: z.uuid() };
const cursor = z.optional(z.string().check(z.maxLength(100)));
const limit = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)));
const name = z.string().check(cleaned(), z.minLength(1), z.maxLength(100));
const valueCents = z.int().check(z.minimum(0), z.maximum(100_000_000));
const stock = z.int().check(z.minimum(0), z.maximum(100_000));

export const prize = z.object({
  id: z.uuid(),
  name: z.string(),
  valueCents: z.number(),
  stock: z.number(),
  /** Is true when the prize is no longer offered; its wins stay. */
  retired: z.boolean(),
  /** Changes with every edit and every win. An edit names the version that the person saw. */
  version: z.number(),
});
export type Prize = z.output<typeof prize>;

/** The delivery of a win to an outside promotion system; `none` when none is configured. */
export const winDelivery = z.enum(["none", "waiting", "delivered"]);

/** The row of the contest log that proves the winner and the reason. */
export const winContest = z.object({
  id: z.uuid(),
  entry: z.uuid(),
  place: z.nullable(z.number()),
  callerCount: z.number(),
  outcome: contestOutcome,
  at: z.string(),
  lineName: z.string(),
  startedBy: z.string(),
});

export const prizeWin = z.object({
  id: z.uuid(),
  call: z.uuid(),
  numberDisplay: callerNumberDisplay,
  name: z.nullable(z.string()),
  /** The address for the prize; `null` without one, and for a person who may not see it. */
  address: z.nullable(z.string()),
  prize: z.object({ id: z.uuid(), name: z.string() }),
  valueCents: z.number(),
  wonAt: z.string(),
  wonOn: stationDay,
  by: z.string(),
  /** The reason for a win that the rules refuse; `null` when the rules allow it. */
  exception: z.nullable(z.string()),
  contest: z.nullable(winContest),
  status: winStatus,
  statusBy: z.string(),
  statusAt: z.string(),
  withdrawn: z.nullable(z.string()),
  delivery: winDelivery,
});
export type PrizeWin = z.output<typeof prizeWin>;

/** The listener whose wins are shown, and whether the listener may win today. */
export const prizeListener = z.object({
  /** The number in E.164; `null` when it is withheld and none was given. */
  number: z.nullable(callerNumber),
  numberDisplay: callerNumberDisplay,
  name: z.nullable(z.string()),
  mayWin: z.boolean(),
  /**
   * The win that excludes the listener longest, even when its waiting time is over; `null` when
   * there is none.
   */
  hold: z.nullable(winMark),
});
export type PrizeListener = z.output<typeof prizeListener>;

/**
 * The system that keeps the promotions: the built-in registry, or an outside system with its state.
 */
export const promotionState = z.object({
  system: z.enum(["builtin", "outside"]),
  state: z.enum(["up", "down"]),
  /** The time since which the system does not answer. */
  downSince: z.nullable(z.string()),
  /** Wins of the station that wait for delivery until the system answers. */
  waiting: z.number(),
});
export type PromotionState = z.output<typeof promotionState>;

export const prizeHistory = endpoint("GET /promo/prizeHistory", {
  id: "prizeHistory",
  summary: "Wins of a listener and the household, newest first, and whether the listener may win",
  access: { type: "permission", permission: "screen" },
  query: z.object({
    ...inQuery,
    /**
     * The caller of this call, or the person who has the number; without both, all wins of the
     * station.
     */
    call: z.optional(z.uuid()),
    number: z.optional(givenCallerNumber(z.string().check(z.maxLength(100)))),
    cursor,
    limit,
  }),
  answer: z.object({
    listener: z.nullable(prizeListener),
    items: z.array(prizeWin),
    nextCursor: z.nullable(z.string()),
    promotion: promotionState,
  }),
  errors: ["not_found"],
});

export const recordWin = endpoint("POST /promo/prizeHistory", {
  id: "recordWin",
  summary: "Record a win of the caller of a call, and reduce the stock of the prize by one",
  access: { type: "thing", permission: "desk" },
  body: z.object({
    call: z.uuid(),
    prize: z.uuid(),
    address: z.optional(z.string().check(z.maxLength(300))),
    /** The reason for an exception from the rules. An exception needs the permission `admin`. */
    exception: z.optional(z.string().check(z.maxLength(300))),
  }),
  answer: z.object({ win: prizeWin }),
  errors: ["not_found", "conflict", "not_eligible"],
});

export const getListenerId = endpoint("GET /promo/getListenerId", {
  id: "getListenerId",
  summary: "The promotion system's id of the listener with a number; null when it knows none",
  access: { type: "permission", permission: "screen" },
  query: z.object({ ...inQuery, number: givenCallerNumber(z.string().check(z.maxLength(100))) }),
  answer: z.object({ listenerId: z.nullable(z.string()), promotion: promotionState }),
});

export const listPrizes = endpoint("GET /promo/prizes", {
  id: "listPrizes",
  summary: "Prizes of a station by name, with the stock of each, and the rules for wins",
  access: { type: "permission", permission: "screen" },
  query: z.object(inQuery),
  answer: z.object({
    items: z.array(prize),
    nextCursor: z.nullable(z.string()),
    rules: winRules,
  }),
});

export const addPrize = endpoint("POST /promo/prizes", {
  id: "addPrize",
  summary: "Add a prize",
  access: { type: "permission", permission: "desk" },
  body: z.object({ station: z.uuid(), name, valueCents, stock }),
  answer: z.object({ prize }),
  errors: ["conflict"],
});

export const changePrize = endpoint("PUT /promo/prizes/{prize}", {
  id: "changePrize",
  summary:
    "Change a prize or its stock. The server refuses if another person has changed it meanwhile",
  access: { type: "permission", permission: "desk" },
  params: z.object({ prize: z.uuid() }),
  body: z.object({
    station: z.uuid(),
    version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    name: z.optional(name),
    valueCents: z.optional(valueCents),
    stock: z.optional(stock),
    retired: z.optional(z.boolean()),
  }),
  answer: z.object({ prize }),
  errors: ["not_found", "conflict"],
});

export const setWinRules = endpoint("POST /promo/rules", {
  id: "setWinRules",
  summary: "Set the rules for the time after which a winner may win again",
  access: { type: "permission", permission: "admin" },
  body: z.object({
    station: z.uuid(),
    rules: winRules,
    /** The values that the person saw. A newer change of another person is not overwritten. */
    seen: z.optional(z.partial(winRules)),
  }),
  answer: z.object({ rules: winRules }),
  errors: ["conflict"],
});

export const setWinStatus = endpoint("POST /promo/wins/{win}/status", {
  id: "setWinStatus",
  summary:
    "Set whether the prize was collected. The server refuses if another person has changed it meanwhile",
  access: { type: "permission", permission: "desk" },
  params: z.object({ win: z.uuid() }),
  body: z.object({
    station: z.uuid(),
    seen: winStatus,
    status: collectionStatus,
  }),
  answer: z.object({ win: prizeWin }),
  errors: ["not_found", "conflict"],
});

export const withdrawWin = endpoint("POST /promo/wins/{win}/withdraw", {
  id: "withdrawWin",
  summary: "Withdraw a win that should not have been recorded; it no longer counts",
  access: { type: "permission", permission: "admin" },
  params: z.object({ win: z.uuid() }),
  body: z.object({
    station: z.uuid(),
    seen: winStatus,
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  }),
  answer: z.object({ win: prizeWin }),
  errors: ["not_found", "conflict"],
});

export const exportWins = endpoint("POST /promo/export", {
  id: "exportWins",
  summary: "Every win of the station as CSV, page by page, with full numbers and addresses",
  access: { type: "permission", permission: "admin" },
  body: z.object({ station: z.uuid(), cursor: pageCursor }),
  answer: csvPage,
  errors: ["too_large"],
});

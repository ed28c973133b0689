import { type DeskEvent } from "./desk-state.ts";

export type DeskEventOf<T extends DeskEvent["type"]> = Extract<DeskEvent, { type: T }>;

/** What each state answers in its own way. */
export type SpecificEvent = Exclude<DeskEvent, { type: CommonEventType }>;

type CommonEventType = "caller.left" | "operator.claimed" | "claim.lapsed" | "caller.joined";

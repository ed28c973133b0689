import { type DeskEvent } from "./desk-state.ts";

export type DeskEventOf<T extends DeskEvent["type"]> = Extract<DeskEvent, { type: T }>;

export type SpecificEvent = Exclude<DeskEvent, { type: CommonEventType }>;

type CommonEventType = "caller.left" | "operator.claimed" | "claim.lapsed" | "caller.joined";

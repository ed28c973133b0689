import * as z from "zod/mini";

/** A person can set these statuses. A withdrawn win stays withdrawn. */
export const collectionStatuses = ["to_collect", "collected", "sent", "expired"] as const;
export const collectionStatus = z.enum(collectionStatuses);
export type CollectionStatus = z.output<typeof collectionStatus>;

export const winStatuses = [...collectionStatuses, "withdrawn"] as const;
export const winStatus = z.enum(winStatuses);
export type WinStatus = z.output<typeof winStatus>;

import * as z from "zod/mini";

/** What a person may set; a withdrawn win stays so. */
export const collectionStatuses = ["to_collect", "collected", "sent", "expired"] as const;
export const collectionStatus = z.enum(collectionStatuses);
export type CollectionStatus = z.output<typeof collectionStatus>;

export const winStatuses = [...collectionStatuses, "withdrawn"] as const;
export const winStatus = z.enum(winStatuses);
export type WinStatus = z.output<typeof winStatus>;

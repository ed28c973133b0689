import type { Translation } from "../lib/translation.ts";
import type { exportMessages } from "./export-messages.ts";

export const exportMessagesDe: Translation<typeof exportMessages> = {
  soFar: "{count, number} bisher gelesen",
  of: "{count, number} von {total, number} gelesen",
  stop: "Export abbrechen",
};

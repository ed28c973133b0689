import type { Translation } from "../../lib/translation.ts";
import type { playingMessages } from "./playing-messages.ts";

export const playingMessagesDe: Translation<typeof playingMessages> = {
  now: "Läuft gerade",
  song: "{title}, {artist}",
};

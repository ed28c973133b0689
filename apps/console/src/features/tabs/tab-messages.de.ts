import type { Translation } from "../../lib/translation.ts";
import type { tabMessages } from "./tab-messages.ts";

export const tabMessagesDe: Translation<typeof tabMessages> = {
  title: "Ihre Konsole ist in einem anderen Tab offen",
  words: "Dort klingelt es, dort sind die Leitungen und die Tasten. Hier können Sie lesen.",
  onLine:
    "{names} {count, plural, one {ist} other {sind}} dort auf {count, plural, one {der Leitung und kommt} other {den Leitungen und kommen}} mit: kurz Musik, dann hier.",
  takeOver: "Hierher übernehmen",
};

import type { Language } from "@linedesk/contract";
import type { ReasonWriter } from "./reason-writer.ts";

const loaders: Record<Language, () => Promise<ReasonWriter>> = {
  "en-AU": async () => (await import("./reason-words.ts")).writeReason,
  de: async () => (await import("./reason-words.de.ts")).writeReasonDe,
};

/** Loads the words of one language, a separate chunk; the page works without them. */
export async function loadReasons(language: Language): Promise<ReasonWriter | null> {
  return loaders[language]().catch(() => null);
}

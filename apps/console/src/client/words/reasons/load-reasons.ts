import type { Language } from "@linedesk/contract";
import type { ReasonWriter } from "./reason-writer.ts";

const loaders: Record<Language, () => Promise<ReasonWriter>> = {
  "en-AU": async () => (await import("./reason-words.ts")).writeReason,
  de: async () => (await import("./reason-words.de.ts")).writeReasonDe,
};

/**
 * Loads the function that writes reasons in one language, from a separate chunk. Resolves to `null`
 * if the chunk does not load; the page works without it.
 */
export async function loadReasons(language: Language): Promise<ReasonWriter | null> {
  return loaders[language]().catch(() => null);
}

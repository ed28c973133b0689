import { DEFAULT_LOCALE, type Language } from "@linedesk/contract";
import { enAu } from "./en-au.ts";

export interface Words {
  language: Language;
  messages: typeof enAu;
}

export const englishWords: Words = { language: DEFAULT_LOCALE, messages: enAu };

/** Another language is a chunk of its own; if it does not load, the page speaks English. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === DEFAULT_LOCALE) {
    return englishWords;
  }
  try {
    const { de } = await import("./de.ts");
    // The keys are the same by type; the literal sentences, of which arguments are read, are not.
    return { language, messages: de as unknown as typeof enAu };
  } catch {
    return englishWords;
  }
}

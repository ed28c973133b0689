import { DEFAULT_LOCALE, type Language } from "@linedesk/contract";
import { enAu } from "./en-au.ts";

export interface Words {
  language: Language;
  messages: typeof enAu;
}

export const englishWords: Words = { language: DEFAULT_LOCALE, messages: enAu };

/** Loads another language as a separate chunk; if that fails, the page is in English. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === DEFAULT_LOCALE) {
    return englishWords;
  }
  try {
    const { de } = await import("./de.ts");
    // The German words have the keys of the English ones. The types differ only in their literal
    // texts, from which use-intl infers the arguments of a message.
    return { language, messages: de as unknown as typeof enAu };
  } catch {
    return englishWords;
  }
}

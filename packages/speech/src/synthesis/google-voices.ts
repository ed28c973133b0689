import type { NamedVoice } from "./named-voice.ts";

/** Google's lettered voices by language: Standard, Wavenet and Neural2, between bars. */
const LETTERED: Readonly<Record<string, string>> = {
  "af-ZA": "A||",
  "am-ET": "AB|AB|",
  "ar-XA": "ABCD|ABCD|",
  "bg-BG": "AB||",
  "bn-IN": "ABCD|ABCD|",
  "ca-ES": "AB||",
  "cmn-CN": "ABCD|ABCD|",
  "cmn-TW": "ABC|ABC|",
  "cs-CZ": "AB|AB|",
  "da-DK": "ACDEFG|ACDEFG|DF",
  "de-DE": "ABCDEFGH|ABCDEFGH|ABCDFGH",
  "el-GR": "AB|AB|",
  "en-AU": "ABCD|ABCD|ABCD",
  "en-GB": "ABCDFNO|ABCDFNO|ABCDFNO",
  "en-IN": "ABCDEF|ABCDEF|ABCD",
  "en-US": "ABCDEFGHIJ|ABCDEFGHIJ|ACDEFGHIJ",
  "es-ES": "ABCDEFGH|BCDEFGH|ABCDEFGH",
  "es-US": "ABC|ABC|ABC",
  "eu-ES": "AB||",
  "fi-FI": "AB|AB|",
  "fil-PH": "ABCD|ABCD|AD",
  "fr-CA": "ABCD|ABCD|ABCD",
  "fr-FR": "ABCDEFG|ABCDEFG|ABCDEFG",
  "gl-ES": "AB||",
  "gu-IN": "ABCD|ABCD|",
  "he-IL": "ABCD|ABCD|",
  "hi-IN": "ABCDEF|ABCDEF|ABCD",
  "hu-HU": "AB|A|",
  "id-ID": "ABCD|ABCD|",
  "is-IS": "AB||",
  "it-IT": "ABCDEF|ABCDEF|ACF",
  "ja-JP": "ABCD|ABCD|BCD",
  "kn-IN": "ABCD|ABCD|",
  "ko-KR": "ABCD|ABCD|ABC",
  "lt-LT": "AB||",
  "lv-LV": "AB||",
  "ml-IN": "ABCD|ABCD|",
  "mr-IN": "ABC|ABC|",
  "ms-MY": "ABCD|ABCD|",
  "nb-NO": "ABCDEFG|ABCDEFG|",
  "nl-BE": "ABCD|ABCD|",
  "nl-NL": "ABCDEFG|ABCDEFG|",
  "pa-IN": "ABCD|ABCD|",
  "pl-PL": "ABCDEFG|ABCDEFG|",
  "pt-BR": "ABCDE|ABCDE|ABC",
  "pt-PT": "ABCDEF|ABCDEF|",
  "ro-RO": "AB|AB|",
  "ru-RU": "ABCDE|ABCDE|",
  "sk-SK": "AB|AB|",
  "sr-RS": "A||",
  "sv-SE": "ABCDEFG|ABCDEFG|",
  "ta-IN": "ABCD|ABCD|",
  "te-IN": "ABCD||",
  "th-TH": "A||C",
  "tr-TR": "ABCDE|ABCDE|",
  "uk-UA": "A|A|",
  "vi-VN": "ABCD|ABCD|AD",
  "yue-HK": "ABCD||",
};
const KINDS = ["Standard", "Wavenet", "Neural2"];
const MEN_LETTERS = new Set(["B", "D", "I", "J"]);

/** Those of whole names, who speak each of these languages. */
const CHIRP_WOMEN = new Set(["Aoede", "Kore", "Leda", "Zephyr"]);
const CHIRP_MEN = new Set(["Charon", "Fenrir", "Orus", "Puck"]);
const CHIRP_LANGUAGES = new Set(
  [
    "ar-XA bn-IN cmn-CN de-DE en-AU en-GB en-IN en-US es-ES es-US fr-CA fr-FR gu-IN hi-IN id-ID",
    "it-IT ja-JP kn-IN ko-KR ml-IN mr-IN nl-NL pl-PL pt-BR ru-RU ta-IN te-IN th-TH tr-TR vi-VN",
  ].flatMap((line) => line.split(" ")),
);

const NAME = /^Google\.([a-z]{2,3})-([A-Za-z]{2})-(Standard|Wavenet|Neural2|Chirp3-HD)-(\w+)$/;

/** What the name of a voice of Google's says; null for one that there is not. */
export function googleVoice(name: string): NamedVoice | null {
  const [, tongue, country = "", kind = "", which = ""] = NAME.exec(name) ?? [];
  if (tongue === undefined) {
    return null;
  }
  // One of the names that Twilio writes has a small "ph".
  const language = `${tongue}-${country.toUpperCase()}`;
  if (kind === "Chirp3-HD") {
    return chirpVoice(language, which);
  }
  const letters = LETTERED[language]?.split("|")[KINDS.indexOf(kind)] ?? "";
  if (which.length !== 1 || !letters.includes(which)) {
    return null;
  }
  return { language, gender: MEN_LETTERS.has(which) ? "male" : "female" };
}

function chirpVoice(language: string, which: string): NamedVoice | null {
  if (!CHIRP_LANGUAGES.has(language)) {
    return null;
  }
  if (CHIRP_MEN.has(which)) {
    return { language, gender: "male" };
  }
  return CHIRP_WOMEN.has(which) ? { language, gender: "female" } : null;
}

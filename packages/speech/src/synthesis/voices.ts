import { googleVoice } from "./google-voices.ts";
import type { NamedVoice } from "./named-voice.ts";

/** Amazon's by language: women, and after the bar men. */
const POLLY: Readonly<Record<string, string>> = {
  "ar-AE": "Hala|Zayd",
  arb: "Zeina|",
  "ca-ES": "Arlet|",
  "cmn-CN": "Zhiyu|",
  "cs-CZ": "Jitka|",
  "cy-GB": "Gwyneth|",
  "da-DK": "Naja Sofie|Mads",
  "de-AT": "Hannah|",
  "de-DE": "Marlene Vicki|Hans Daniel",
  "en-AU": "Nicole Olivia|Russell",
  "en-GB": "Amy Emma|Brian Arthur",
  "en-GB-WLS": "|Geraint",
  "en-IE": "Niamh|",
  "en-IN": "Aditi Raveena Kajal|",
  "en-NZ": "Aria|",
  "en-US":
    "Danielle Ivy Joanna Kendra Kimberly Ruth Salli|Gregory Joey Justin Kevin Matthew Stephen",
  "en-ZA": "Ayanda|",
  "es-ES": "Conchita Lucia|Enrique Sergio",
  "es-MX": "Mia Mía|Andres",
  "es-US": "Lupe Penelope|Miguel Pedro",
  "fi-FI": "Suvi|",
  "fr-BE": "Isabelle|",
  "fr-CA": "Chantal Gabrielle|Liam",
  "fr-FR": "Celine Lea|Mathieu Remi Rémi",
  "is-IS": "Dora|Karl",
  "it-IT": "Bianca Carla|Giorgio Adriano",
  "ja-JP": "Mizuki Kazuha Tomoko|Takumi",
  "ko-KR": "Seoyeon|",
  "nb-NO": "Liv Ida|",
  "nl-BE": "Lisa|",
  "nl-NL": "Lotte Laura|Ruben",
  "pl-PL": "Ewa Maja Ola|Jacek Jan",
  "pt-BR": "Camila Vitoria|Ricardo Thiago",
  "pt-PT": "Ines|Cristiano",
  "ro-RO": "Carmen|",
  "ru-RU": "Tatyana|Maxim",
  "sv-SE": "Astrid Elin|",
  "tr-TR": "Filiz Burcu|",
  "yue-HK": "Hiujin|",
};

const POLLY_VOICES = new Map(
  Object.entries(POLLY).flatMap(([language, names]) => {
    const [women = "", men = ""] = names.split("|");
    function each(list: string, gender: NamedVoice["gender"]) {
      return list
        .split(" ")
        .filter((name) => name !== "")
        .map((name) => [name, { language, gender }] as const);
    }
    return [...each(women, "female"), ...each(men, "male")];
  }),
);

const PLAIN: Readonly<Record<string, NamedVoice>> = {
  man: { language: null, gender: "male" },
  woman: { language: null, gender: "female" },
  alice: { language: null, gender: "female" },
};

/** What a voice's name says of it; null for a name that nobody knows. */
export function findVoice(name: string): NamedVoice | null {
  if (Object.hasOwn(PLAIN, name)) {
    return PLAIN[name] ?? null;
  }
  const [, polly] = /^Polly\.(\p{L}+)(?:-Neural|-Generative)?$/u.exec(name) ?? [];
  if (polly !== undefined) {
    return POLLY_VOICES.get(polly) ?? null;
  }
  return googleVoice(name);
}

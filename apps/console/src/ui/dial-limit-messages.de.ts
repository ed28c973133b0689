import type { Translation } from "../lib/translation.ts";
import type { dialLimitMessages } from "./dial-limit-messages.ts";

export const dialLimitMessagesDe: Translation<typeof dialLimitMessages> = {
  ends: "Endet in",
  minutes: "Der Anruf mit {name} endet in zwei Minuten",
  seconds: "Der Anruf mit {name} endet in 30 Sekunden",
  extend: "10 min mehr",
  extendName: "10 min mehr für {name}",
  held: "{name}, gehalten",
};

import { useFormatter, useTranslations } from "use-intl";

import type { BoardCheck, BoardFinding } from "@linedesk/contract";
import { boardMessages } from "./board-messages.ts";

type Measured = keyof typeof boardMessages.measured;

function isMeasured(finding: BoardFinding): finding is Measured {
  return finding in boardMessages.measured;
}

const MB_OF_GB = 1_000;

export interface FindingWords {
  /** Returns the part and its name, such as "Trunk carrier". */
  title: (check: BoardCheck) => string;
  /** Returns what was found, and what to do about it. */
  describe: (check: BoardCheck) => string;
  /** Returns the first sentence of `describe`: what was found. */
  summarise: (check: BoardCheck) => string;
  /** Returns the rest of `describe`: what to do. */
  advise: (check: BoardCheck) => string;
}

export function useFindingWords(): FindingWords {
  const t = useTranslations("board");
  const format = useFormatter();
  function write(finding: Measured, amount: number): string {
    if (finding !== "enough" && finding !== "little") {
      return format.number(amount);
    }
    const isLarge = amount >= MB_OF_GB;
    return format.number(isLarge ? amount / MB_OF_GB : amount, {
      style: "unit",
      unit: isLarge ? "gigabyte" : "megabyte",
      maximumFractionDigits: 1,
    });
  }
  function title({ part, name }: BoardCheck): string {
    if (part === "telephony" && name !== null) {
      return name === "twilio" ? "Twilio" : `${t("exchange")} ${name}`;
    }
    return name === null ? t(`part.${part}`) : `${t(`part.${part}`)} ${name}`;
  }
  function describe({ part, name, finding, amount }: BoardCheck): string {
    if (part === "telephony" && name !== null && finding === "draining") {
      return t("drainingNamed", { name });
    }
    return isMeasured(finding)
      ? t(`measured.${finding}`, { amount: write(finding, amount ?? 0) })
      : t(`finding.${finding}`);
  }
  // The first sentence ends only before a capital letter, so that "10 min." does not end it.
  const split = (check: BoardCheck) => /^(.+?[.:]) (?=\p{Lu})(.+)$/u.exec(describe(check));
  return {
    title,
    describe,
    summarise: (check) => split(check)?.[1]?.replace(/[.:]$/, "") ?? describe(check),
    advise: (check) => split(check)?.[2] ?? "",
  };
}

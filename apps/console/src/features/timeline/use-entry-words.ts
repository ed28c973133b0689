import { useCallback } from "react";
import { useTranslations } from "use-intl";

import type { TimelineEntry } from "@linedesk/contract";
import { describeVoiceFailure } from "../../client/failures/describe-failure.ts";
import { useDecimals } from "../../ui/use-decimals.ts";
import { timelineMessages } from "./timeline-messages.ts";
import { spellOut } from "./use-timeline.ts";

type EventKey = keyof typeof timelineMessages.event;

function isEventKey(key: string): key is EventKey {
  return Object.hasOwn(timelineMessages.event, key);
}

/** Returns a function that describes an entry of the timeline in words, never only by a code. */
export function useEntryWords(): (entry: TimelineEntry) => string {
  const t = useTranslations("timeline");
  const ends = useTranslations("timeline.ended");
  const decimals = useDecimals();
  return useCallback(
    (entry) => {
      function formatNumber(value: number | null, digits: number): string {
        return value === null ? "-" : decimals(value, digits);
      }
      const { type, by, person, line, reason, code, quality } = entry;
      const key = type.replaceAll(".", "_");
      if (!isEventKey(key)) {
        const what = t("other", { what: spellOut(type) });
        return by === null ? what : t("by", { words: what, name: by });
      }
      const fault = code === null ? null : describeVoiceFailure(code);
      return t(`event.${key}`, {
        who: by ?? person ?? t("somebody"),
        to: person ?? t("somebody"),
        words: entry.words ?? "",
        line: t("line", { number: line === "line2" ? "2" : "1" }),
        reason: reason === null ? "" : ends(reason),
        fault: fault === null ? "" : `${fault.words} (${code})`,
        quality:
          quality === null
            ? ""
            : t("quality", {
                mos: formatNumber(quality.mos, 1),
                loss: formatNumber(quality.lossPercent, 1),
                jitter: formatNumber(quality.jitterMs, 0),
              }),
      });
    },
    [t, ends, decimals],
  );
}

import { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import { listCallerMarks } from "../../lib/list-caller-marks.ts";
import { MarkList } from "../../ui/MarkList.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";

interface OfferMarksProps {
  call: Call;
  /** Is true when the offer is beside a call of the same line, where only warnings have space. */
  isShort?: boolean;
}

export function OfferMarks({ call, isShort = false }: OfferMarksProps) {
  const t = useTranslations("queue");
  const { day } = useTimeFormats();
  const marks = listCallerMarks(call, t, { now: useNow(), day });
  const shown = isShort ? marks.filter(({ tone }) => tone === "warn") : marks;
  return <MarkList label={t("known")} marks={shown} />;
}

import { useTranslations } from "use-intl";

import type { DisplayState } from "../../lib/display-state.ts";
import { OnAirLamp } from "../../ui/OnAirLamp.tsx";
import { StateBadge } from "../../ui/StateBadge.tsx";
import type { LineCallView } from "./line-view.ts";

import styles from "./LineCard.module.css";

interface LineBadgeProps {
  tone: DisplayState;
  confirmed: boolean;
  call: LineCallView | null;
  number: 1 | 2;
}

/** What the line's call is doing; dots until the server has confirmed it. */
export function LineBadge({ tone, confirmed, call, number }: LineBadgeProps) {
  const t = useTranslations("state");
  const status = call?.state.status;
  const words =
    status === "connecting" || status === "reconnecting" || status === "dialling"
      ? t(status)
      : call?.state.status === "offered"
        ? t("offered_to", { name: call.state.to })
        : t(tone, { line: String(number) });
  if (tone === "on_air") {
    return <OnAirSign words={words} />;
  }
  return <StateBadge filled tone={tone} words={confirmed ? words : `${words}…`} />;
}

/** Larger than any other state: the public hears what is said here. */
function OnAirSign({ words }: { words: string }) {
  return (
    <span className={styles["onAir"]} data-tone="on_air" data-lamp="">
      <OnAirLamp size={20} />
      {words}
    </span>
  );
}

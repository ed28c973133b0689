import { useTranslations } from "use-intl";

import { OnAirLamp, StateBadge } from "../../ui/StateBadge.tsx";
import { describeFreeDevice, findDeviceDot } from "./device-words.ts";
import { expectedTone } from "./line-tone.ts";
import type { LineView } from "./line-view.ts";
import { useSelectKeys } from "./use-line-commands.ts";

import device from "./DeviceStatusLabel.module.css";
import styles from "./LineTabs.module.css";

/** Shows both lines as tabs where only the card of the selected line has room. */
export function LineTabs({ views }: { views: readonly LineView[] }) {
  const t = useTranslations("lines");
  return (
    <div className={styles["tabs"]} role="group" aria-label={t("tabs")} data-tabs="">
      {views.map((view) => (
        <LineTab key={view.line} view={view} />
      ))}
    </div>
  );
}

function LineTab({ view }: { view: LineView }) {
  const t = useTranslations("lines");
  const { call, number, selected, free } = view;
  const keys = useSelectKeys(number);
  const tone = call === null ? undefined : expectedTone(call).tone;
  return (
    <button
      type="button"
      className={styles["tab"]}
      aria-pressed={selected}
      aria-keyshortcuts={keys}
      data-tone={tone}
      data-to-air={free === "toAir" || undefined}
      onClick={view.select}
    >
      {t("line", { number: String(number) })}
      {selected && call !== null ? null : <LineSign view={view} />}
    </button>
  );
}

function LineSign({
  view: { call, offer, direct, free, device: phone, number },
}: {
  view: LineView;
}) {
  const t = useTranslations("lines");
  const state = useTranslations("state");
  if (call !== null) {
    const { tone } = expectedTone(call);
    return <StateBadge tone={tone} words={state(tone, { line: String(number) })} />;
  }
  if (offer !== null || direct !== null) {
    const tone = offer === null ? "ringing" : "offered";
    return (
      <StateBadge
        tone={tone}
        words={direct === null ? state(tone) : t(`direct.${direct.call.status}`)}
      />
    );
  }
  if (free === "toAir") {
    return (
      <span className={styles["toAir"]}>
        <OnAirLamp size={16} />
        {t("toAir")}
      </span>
    );
  }
  return (
    <span className={styles["device"]}>
      <span className={device["dot"]} data-status={findDeviceDot(phone, false)} aria-hidden="true" />
      {describeFreeDevice(phone, t)}
    </span>
  );
}

import { useTranslations } from "use-intl";

import { OnAirLamp, StateBadge } from "../../ui/StateBadge.tsx";
import { Elapsed } from "../../ui/time/TimeProvider.tsx";
import { describeFreeDevice, findBlock, findDeviceDot } from "./describe-free-device.ts";
import { expectedTone } from "./line-tone.ts";
import type { LineView } from "./line-view.ts";
import { useSelectKeys } from "./use-line-commands.ts";

import device from "./DeviceStatusLabel.module.css";
import styles from "./LineTabs.module.css";

/** Shows both lines as tabs where only the card of the selected line has room. */
export function LineTabs({ views }: { views: readonly LineView[] }) {
  const t = useTranslations("lines");
  return (
    <fieldset className={styles["tabs"]} aria-label={t("tabs")} data-tabs="">
      {views.map((view) => (
        <LineTab key={view.line} view={view} />
      ))}
    </fieldset>
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
      {isOnCard(view) ? null : (
        <span className={styles["sign"]}>
          <LineSign view={view} />
        </span>
      )}
    </button>
  );
}

/** Returns true when the card below the tab already shows the state in large letters. */
function isOnCard({ selected, call, offer, free, device: phone }: LineView): boolean {
  const isShown = call !== null || offer !== null || free === "toAir" || findBlock(phone) !== null;
  return selected && isShown;
}

function LineSign({ view }: { view: LineView }) {
  const t = useTranslations("lines");
  const state = useTranslations("state");
  const { call, offer, direct, free, device: phone, number } = view;
  if (call !== null) {
    const { tone } = expectedTone(call);
    // The tab has the number of the line already, so the time is more useful than "On line 1".
    return tone === "on_line" && call.state.status !== "ended" ? (
      <>
        <StateBadge tone={tone} words="" />
        <Elapsed since={call.state.since} />
      </>
    ) : (
      <StateBadge tone={tone} words={state(tone, { line: String(number) })} />
    );
  }
  if (direct !== null) {
    return <StateBadge tone="ringing" words={t(`direct.${direct.call.status}`)} />;
  }
  if (offer !== null) {
    return <StateBadge tone="offered" words={state("offered")} />;
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
    <>
      <span
        className={device["dot"]}
        data-status={findDeviceDot(phone, false)}
        aria-hidden="true"
      />
      <span className={styles["words"]}>{describeFreeDevice(phone, t)}</span>
    </>
  );
}

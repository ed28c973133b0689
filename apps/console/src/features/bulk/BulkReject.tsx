import { Play, Square } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";

import { type SpareReason, undoTimes } from "@linedesk/contract";
import { MOST_REJECTED } from "../../client/desk/leaving/bulk-reject.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { useFromNow } from "../../ui/time/TimeProvider.tsx";
import { usePreview } from "../../ui/use-preview.ts";
import type { BulkRejectView, ChoiceLine, Spared } from "./bulk-reject-view.ts";

import styles from "./BulkReject.module.css";

type BulkWords = ReturnType<typeof useTranslations<"bulk">>;

export function BulkReject({ view, close }: { view: BulkRejectView; close: () => void }) {
  const t = useTranslations("bulk");
  const panel = useFocusOnOpen();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc leaves the card
    <div
      ref={panel}
      className={styles["panel"]}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          close();
        }
      }}
    >
      <div className={styles["lines"]}>
        {view.lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </div>
      <Preview view={view} />
      <footer className={styles["foot"]}>
        {view.after === null ? <LiveRegion words="" /> : <After after={view.after} />}
        <Button
          size="call"
          look="danger"
          pending={view.pending}
          disabledReason={view.reject === null ? describeRefusal(view, t) : null}
          onClick={() => view.reject?.()}
        >
          {t("reject", { count: view.going.length })}
        </Button>
      </footer>
    </div>
  );
}

/** Until the server has answered, the text must not state that no caller is rejected. */
function describeRefusal({ status }: BulkRejectView, t: BulkWords): string {
  return status === "looking" ? t("looking") : t("nobodyGoes");
}

/** Moves the focus into the opened panel, and back when the panel closes if nothing else has it. */
function useFocusOnOpen() {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) {
        opener.focus({ preventScroll: true });
      }
    };
  }, []);
  return panel;
}

function Line({ line }: { line: ChoiceLine }) {
  const t = useTranslations("bulk");
  const words = line.type === "flag" ? t("flag", { name: line.name }) : t(line.type);
  return (
    <Checkbox checked={line.checked} onChange={line.toggle} detail={line.count}>
      {words}
    </Checkbox>
  );
}

const MOST_NAMES = 30;

function Preview({ view }: { view: BulkRejectView }) {
  const t = useTranslations("bulk");
  if (view.status !== "ready") {
    const words = {
      nobody: t("nobody"),
      looking: t("looking"),
      failed: t("failed", { words: view.words }),
    };
    return <p className={styles["muted"]}>{words[view.status]}</p>;
  }
  const more = view.going.length - MOST_NAMES;
  return (
    <div className={styles["preview"]}>
      <p className={styles["strong"]}>{t("going", { count: view.going.length })}</p>
      <p className={styles["muted"]}>
        {view.going.slice(0, MOST_NAMES).join(", ")}
        {more > 0 ? ` ${t("more", { count: String(more) })}` : ""}
      </p>
      {view.isMost ? (
        <p className={styles["muted"]}>{t("most", { count: String(MOST_REJECTED) })}</p>
      ) : null}
      {view.going.length === 0
        ? null
        : view.announced.map((one) => (
            <Announced key={`${one.sound ?? ""}:${one.words ?? ""}`} {...one} />
          ))}
      {view.spared.length === 0 ? null : <SparedList spared={view.spared} />}
    </div>
  );
}

function Announced({ words, sound }: BulkRejectView["announced"][number]) {
  const t = useTranslations("bulk");
  const { playing, play, stop } = usePreview();
  return (
    <p className={styles["announced"]}>
      <span>{words === null ? t("hearOwn") : t("hear", { words })}</span>
      {sound === null ? null : (
        <Button
          look="quiet"
          icon={playing ? Square : Play}
          title={t(playing ? "stop" : "play")}
          aria-label={t(playing ? "stop" : "play")}
          onClick={() => (playing ? stop() : play(sound))}
        />
      )}
    </p>
  );
}

function SparedList({ spared }: { spared: Spared[] }) {
  const t = useTranslations("bulk");
  const more = spared.length - MOST_NAMES;
  return (
    <>
      <p className={styles["strong"]}>{t("spared", { count: spared.length })}</p>
      <ul className={styles["names"]}>
        {spared.slice(0, MOST_NAMES).map((one) => (
          <li key={one.id}>{t("sparedOne", { name: one.name, reason: describeReason(one, t) })}</li>
        ))}
        {more > 0 ? <li>{t("more", { count: String(more) })}</li> : null}
      </ul>
    </>
  );
}

const wordsByReason = {
  held: "held",
  pinned: "pinned",
  locked: "locked",
  "on air": "onAir",
  "with an operator": "attended",
  "priority line": "priority",
  gone: "gone",
} as const satisfies Record<SpareReason, string>;

function describeReason({ reason, holder }: Spared, t: BulkWords): string {
  if (reason === "with an operator" && holder !== null) {
    return t("stays.with", { name: holder });
  }
  return t(`stays.${wordsByReason[reason]}`);
}

function After({ after }: { after: NonNullable<BulkRejectView["after"]> }) {
  const t = useTranslations("bulk");
  const { count, until, undo } = after;
  const words = t("rejected", { count });
  const seconds = useFromNow(
    useCallback(
      (now: number) =>
        until === null
          ? 0
          : Math.max(0, Math.ceil((Date.parse(until) - undoTimes.graceMs - now) / 1000)),
      [until],
    ),
  );
  return (
    <div className={styles["after"]}>
      <LiveRegion words={words} />
      <span className={styles["strong"]}>{words}</span>
      {undo === null ? null : (
        <Button onClick={undo}>
          {until === null ? t("undoPlain") : t("undo", { seconds: String(seconds) })}
        </Button>
      )}
    </div>
  );
}

import { ChevronDown, ChevronUp, PhoneCall, PhoneMissed, X } from "lucide-react";
import { useMemo } from "react";
import { useTranslations } from "use-intl";

import { type CutOff, type CutOffWas, isCutOffOpen } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { formatTimer, secondsSince } from "../../ui/time/time-formats.ts";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { CutOffRow } from "./cut-off-row.ts";
import { CutOffStatus } from "./CutOffStatus.tsx";

import styles from "./CutOffs.module.css";

interface CutOffListView {
  rows: readonly { cutOff: CutOff; row: CutOffRow }[];
  isExchangeUp: boolean;
  isFolded: boolean;
  fold: (folded: boolean) => void;
  ring: ((call: string) => void) | null;
  ringAll: (() => void) | null;
  release: (calls: readonly string[], released: boolean) => void;
}

/** Shows, above the queue, the callers whom a failure of the exchange cut off. */
export function CutOffList({ view }: { view: CutOffListView }) {
  const t = useTranslations("cutOffs");
  const count = view.rows.length;
  return (
    <Panel label={t("title", { count })} region="cut-offs" className={styles["list"]}>
      <LiveRegion words={t("title", { count })} />
      <ListHead view={view} />
      {view.isFolded ? null : (
        <div className={styles["body"]}>
          <ColumnHeads />
          <ul className={styles["rows"]}>
            {view.rows.map((one) => (
              <Row key={one.cutOff.call.id} {...one} view={view} />
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

function ListHead({ view }: { view: CutOffListView }) {
  const t = useTranslations("cutOffs");
  const formats = useTimeFormats();
  const open = useMemo(() => view.rows.filter(({ cutOff }) => isCutOffOpen(cutOff)), [view.rows]);
  const at = Math.min(...view.rows.map(({ cutOff }) => Date.parse(cutOff.at)));
  const time = formats.clock(at);
  const { isFolded, fold } = view;
  const words = t(isFolded ? "unfold" : "fold");
  return (
    <header className={styles["head"]}>
      <PhoneMissed size={18} aria-hidden="true" />
      <h2 className={styles["title"]}>{t("title", { count: view.rows.length })}</h2>
      <p className={styles["about"]}>{t(view.isExchangeUp ? "stopped" : "down", { time })}</p>
      <span className={styles["left"]}>{t("left", { count: String(open.length) })}</span>
      <Button
        look="quiet"
        onClick={() =>
          view.release(
            open.map(({ cutOff }) => cutOff.call.id),
            true,
          )
        }
      >
        {t("releaseAll")}
      </Button>
      <Button
        look="primary"
        icon={PhoneCall}
        title={t("ringAllHint")}
        disabledReason={view.isExchangeUp ? null : t("exchangeDown")}
        onClick={view.ringAll}
      >
        {t("ringAll")}
      </Button>
      <Button
        look="quiet"
        icon={isFolded ? ChevronDown : ChevronUp}
        aria-expanded={!isFolded}
        aria-label={words}
        title={words}
        onClick={() => fold(!isFolded)}
      />
    </header>
  );
}

function ColumnHeads() {
  const t = useTranslations("cutOffs");
  return (
    <div className={styles["columns"]} aria-hidden="true">
      <span>{t("columns.was")}</span>
      <span>{t("columns.caller")}</span>
      <span>{t("columns.number")}</span>
      <span>{t("columns.place")}</span>
      <span>{t("columns.waited")}</span>
      <span />
    </div>
  );
}

function Row({ cutOff, row, view }: CutOffListView["rows"][number] & { view: CutOffListView }) {
  const t = useTranslations("cutOffs");
  const { call, at } = cutOff;
  const { caller, description } = call;
  const name = caller.name ?? (caller.number === null ? t("privateCaller") : caller.numberDisplay);
  return (
    <li className={styles["row"]} data-open={isCutOffOpen(cutOff) || undefined}>
      <span className={styles["was"]}>{useWasWords(cutOff)}</span>
      <span className={styles["who"]} title={description === "" ? name : `${name}: ${description}`}>
        <strong>{name}</strong> {description}
      </span>
      <span className={styles["number"]}>{caller.numberDisplay}</span>
      <span className={styles["place"]}>{caller.location ?? caller.locationGuess}</span>
      <span className={styles["waited"]}>
        {formatTimer(secondsSince(call.arrivedAt, Date.parse(at)))}
      </span>
      <span className={styles["act"]}>
        <CutOffStatus row={row} />
        {row.type === "open" ? (
          <Button
            size="row"
            aria-label={t("ringName", { name })}
            disabledReason={view.isExchangeUp ? null : t("exchangeDown")}
            onClick={view.ring === null ? null : () => view.ring?.(call.id)}
          >
            {t("ring")}
          </Button>
        ) : null}
        <Release row={row} name={name} release={(gone) => view.release([call.id], gone)} />
      </span>
    </li>
  );
}

interface ReleaseProps {
  row: CutOffRow;
  name: string;
  release: (gone: boolean) => void;
}

function Release({ row, name, release }: ReleaseProps) {
  const t = useTranslations("cutOffs");
  if (row.type === "released") {
    return (
      <Button size="row" aria-label={t("keepName", { name })} onClick={() => release(false)}>
        {t("keep")}
      </Button>
    );
  }
  if (row.type !== "open" && row.type !== "noNumber") {
    return null;
  }
  const words = t("releaseName", { name });
  return row.type === "noNumber" ? (
    <Button size="row" aria-label={words} onClick={() => release(true)}>
      {t("release")}
    </Button>
  ) : (
    <Button
      look="quiet"
      size="row"
      icon={X}
      aria-label={words}
      title={words}
      onClick={() => release(true)}
    />
  );
}

function useWasWords({ was, holder }: CutOff): string {
  const t = useTranslations("cutOffs");
  const number = holder?.line === "line2" ? "2" : "1";
  const numbered: Partial<Record<CutOffWas, string>> = {
    on_air: t("was.on_air", { number }),
    line: t("was.line", { number }),
  };
  return numbered[was] ?? t(`was.${was === "on_air" || was === "line" ? "held" : was}`);
}

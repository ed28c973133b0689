import { Download, Search } from "lucide-react";
import { useId } from "react";
import { useTranslations } from "use-intl";

import { historyOutcomes } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { DateField } from "../../ui/DateField.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ExportProgress } from "../../ui/ExportProgress.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { MOST_EXPORTED } from "./history-file.ts";
import { PastCallRow } from "./PastCallRow.tsx";
import type { HistoryView } from "./profile-view.ts";
import { VirtualList } from "./VirtualList.tsx";

import styles from "./People.module.css";

export function HistoryCard({ view }: { view: HistoryView }) {
  const t = useTranslations("history");
  const app = useTranslations("app");
  const { of, showAll, items, loading, failed } = view;
  return (
    <div className={styles["card"]}>
      <div className={styles["flag"]}>
        <h3 className={styles["title"]}>
          {of === null ? t("everybody") : t("of", { name: of })}
          {view.elsewhere === null ? "" : ` (${view.elsewhere})`}
        </h3>
        {showAll === null ? null : (
          <Button look="quiet" onClick={showAll}>
            {t("showAll")}
          </Button>
        )}
      </div>
      <Filters view={view} />
      {failed === null ? null : (
        <EmptyState title={failed.words}>
          <Button onClick={failed.retry}>{app("retry")}</Button>
        </EmptyState>
      )}
      {items.length === 0 && failed === null ? (
        loading ? (
          <p className={styles["muted"]}>{t("loading")}</p>
        ) : view.continueSearch === null ? (
          <EmptyState title={t("none")}>{t("noneWords")}</EmptyState>
        ) : null
      ) : (
        <VirtualList
          label={t("list")}
          items={items}
          idOf={({ id }) => id}
          more={view.more}
          draw={(call) => (
            <span className={styles["past"]}>
              <PastCallRow
                station={view.station}
                call={call}
                withCaller={of === null}
                openCard={view.openCard}
                openTimeline={view.openTimeline}
                dial={view.dial}
              />
            </span>
          )}
        />
      )}
      <Further view={view} />
      <ExportRow view={view} />
    </div>
  );
}

function Further({ view: { continueSearch, lookedBackTo } }: { view: HistoryView }) {
  const t = useTranslations("history");
  const formats = useTimeFormats();
  const now = useNow();
  if (continueSearch === null) {
    return null;
  }
  const day = lookedBackTo === null ? "" : formats.day(Date.parse(lookedBackTo), now);
  return (
    <EmptyState title={t("lookedBackTo", { day })}>
      <Button onClick={continueSearch}>{t("further")}</Button>
    </EmptyState>
  );
}

function ExportRow({ view: { exportCsv, exporting, exportCut } }: { view: HistoryView }) {
  const t = useTranslations("history");
  return (
    <>
      {exportCsv === null || exporting !== null ? null : (
        <Button icon={Download} onClick={exportCsv}>
          {t("export")}
        </Button>
      )}
      {exporting === null ? null : (
        <ExportProgress progress={exporting} words={t("exporting", { count: exporting.count })} />
      )}
      {exportCut ? (
        <output className={styles["muted"]}>{t("exportCut", { count: MOST_EXPORTED })}</output>
      ) : null}
    </>
  );
}

function Filters({ view }: { view: HistoryView }) {
  const t = useTranslations("history");
  const { filter, change, lines } = view;
  return (
    <div className={styles["fields"]}>
      <div className={styles["search"]}>
        <Search size={15} aria-hidden="true" />
        <input
          type="search"
          aria-label={t("text")}
          placeholder={t("text")}
          maxLength={100}
          value={filter.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </div>
      <div className={styles["pair"]}>
        <select
          aria-label={t("outcome")}
          value={filter.outcome}
          onChange={({ target: { value } }) =>
            change({ outcome: historyOutcomes.find((one) => one === value) ?? "" })
          }
        >
          <option value="">{t("anyOutcome")}</option>
          {historyOutcomes.map((value) => (
            <option key={value} value={value}>
              {t(`outcomes.${value}`)}
            </option>
          ))}
        </select>
        <select
          aria-label={t("line")}
          value={filter.line}
          onChange={({ target: { value } }) => change({ line: value })}
        >
          <option value="">{t("anyLine")}</option>
          {lines.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        {(["from", "to"] as const).map((field) => (
          <DayField
            key={field}
            label={t(field)}
            value={filter[field]}
            onChange={(day) => change({ [field]: day })}
          />
        ))}
      </div>
      <Checkbox checked={filter.mine} onChange={(mine) => change({ mine })}>
        {t("mine")}
      </Checkbox>
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className={styles["day"]}>
      <label htmlFor={id}>{label}</label>
      <DateField id={id} value={value} onChange={(day) => onChange(day ?? "")} />
    </div>
  );
}

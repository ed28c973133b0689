import { useTranslations } from "use-intl";

import type { FlagImportResult } from "@linedesk/contract";
import { readReason } from "../../../client/words/page-words.ts";
import { fileEncodings, isFileEncoding } from "../../../lib/decode-file.ts";
import { Button } from "../../../ui/Button.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import {
  type FlagFileProblem,
  type FlagImportState,
  type FlagImportView,
  MOST_LINES,
  useFlagImport,
} from "./use-flag-import.ts";

import styles from "../Admin.module.css";
import own from "./Registers.module.css";

export function FlagImport({ station, close }: { station: string; close: () => void }) {
  const t = useTranslations("registers.flags");
  const view = useFlagImport(station);
  return <FlagImportCard title={t("import")} view={view} close={close} />;
}

interface FlagImportCardProps {
  title: string;
  view: FlagImportView;
  close: () => void;
}

export function FlagImportCard({ title, view, close }: FlagImportCardProps) {
  const t = useTranslations("registers.flags");
  const { state } = view;
  return (
    <section className={styles["card"]} aria-label={title}>
      <h3>{title}</h3>
      {state.status === "idle" ? (
        <Choice problem={state.problem} choose={view.choose} />
      ) : (
        <>
          <Course state={state} />
          {state.status === "checked" && state.decoded.isGuess ? (
            <SelectField
              label={t("encoding")}
              value={state.decoded.encoding}
              options={Object.entries(fileEncodings).map(([value, label]) => ({ value, label }))}
              onChange={(value) => (isFileEncoding(value) ? view.decode(value) : undefined)}
            >
              {t("encodingHint")}
            </SelectField>
          ) : null}
        </>
      )}
      <div className={styles["buttons"]}>
        <ImportButtons view={view} close={close} />
      </div>
    </section>
  );
}

interface ChoiceProps {
  problem: FlagFileProblem | null;
  choose: (file: File) => void;
}

function Choice({ problem, choose }: ChoiceProps) {
  const t = useTranslations("registers.flags");
  return (
    <>
      <p>{t("columns")}</p>
      <div>
        <label className={styles["pick"]}>
          {t("choose")}
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file !== undefined) {
                choose(file);
              }
            }}
          />
        </label>
      </div>
      {problem === null ? null : (
        <output className={styles["refused"]}>{t(problem, { most: String(MOST_LINES) })}</output>
      )}
    </>
  );
}

type Started = Exclude<FlagImportState, { status: "idle" }>;

function Course({ state }: { state: Started }) {
  const t = useTranslations("registers.flags");
  const { name, rows, done, report, status } = state;
  const total = rows.length;
  const lines = { done: String(done), total: String(total) };
  const isTrial =
    status === "checking" || status === "checked" || (status === "failed" && state.isChecking);
  const isRunning = status === "checking" || status === "importing";
  const counts = {
    added: String(report.added),
    known: String(report.known.length),
    bad: String(report.bad.length),
  };
  const progress = t("progress", lines);
  return (
    <>
      {isRunning || status === "failed" ? (
        <p>
          {t(isTrial ? "checking" : "importing", { name })}{" "}
          <progress aria-label={progress} max={total} value={done} /> {progress}
        </p>
      ) : null}
      {status === "failed" ? <output className={styles["refused"]}>{state.words}</output> : null}
      {status === "stopped" ? <p>{t("stopped", lines)}</p> : null}
      <output>{t(isTrial ? "would" : "did", counts)}</output>
      {isRunning ? null : <Lines report={report} />}
    </>
  );
}

function Lines({ report: { bad, known } }: { report: FlagImportResult }) {
  const t = useTranslations("registers.flags");
  return (
    <>
      <LineList
        title={t("badTitle")}
        isOpen
        lines={bad.map((one) => ({ line: one.line, words: readReason(one) ?? one.reason }))}
      />
      <LineList
        title={t("knownTitle")}
        lines={known.map(({ line, name }) => ({ line, words: name }))}
      />
    </>
  );
}

interface LineListProps {
  title: string;
  isOpen?: boolean;
  lines: readonly { line: number; words: string }[];
}

function LineList({ title, isOpen = false, lines }: LineListProps) {
  const t = useTranslations("registers.flags");
  return lines.length === 0 ? null : (
    <details open={isOpen}>
      <summary>
        {title} ({lines.length})
      </summary>
      <div className={own["lines"]}>
        <ul>
          {lines.map(({ line, words }) => (
            <li key={line}>
              <strong>{t("line", { line: String(line) })}</strong> {words}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

function ImportButtons({ view, close }: Pick<FlagImportCardProps, "view" | "close">) {
  const t = useTranslations("registers.flags");
  const admin = useTranslations("admin");
  const { state, start, stop } = view;
  switch (state.status) {
    case "idle":
      return <Button onClick={close}>{admin("cancel")}</Button>;
    case "checking":
    case "importing":
      return <Button onClick={stop}>{admin("cancel")}</Button>;
    case "checked":
      return (
        <>
          <Button onClick={close}>{admin("cancel")}</Button>
          {state.report.added === 0 ? null : (
            <Button look="primary" onClick={start}>
              {t("run", { added: String(state.report.added) })}
            </Button>
          )}
        </>
      );
    case "failed":
      return (
        <>
          <Button onClick={close}>{admin("cancel")}</Button>
          <Button look="primary" onClick={start}>
            {t("goOn")}
          </Button>
        </>
      );
    case "finished":
    case "stopped":
      return (
        <Button look="primary" onClick={close}>
          {t("done")}
        </Button>
      );
  }
}

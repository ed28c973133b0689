import { useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { contactOwner } from "@linedesk/contract";
import type { ImportReport, ImportState } from "../../client/desk/contacts/contact-import.ts";
import { readReason } from "../../client/words/page-words.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import type { ContactsView, FilesView } from "./contact-files.ts";
import { ImportPreview } from "./ImportPreview.tsx";

import styles from "./PhoneBook.module.css";

interface ImportSectionProps {
  files: FilesView;
  view: Pick<ContactsView, "station" | "shows">;
  close: () => void;
}

export function ImportSection({ files, view, close }: ImportSectionProps) {
  const t = useTranslations("contacts.import");
  const { state } = files;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} className={styles["import"]} aria-label={t("title")}>
      <h3>{t("title")}</h3>
      {state.status === "idle" ? (
        <Choice files={files} view={view} />
      ) : (
        <>
          <ImportProgress state={state} saveBad={files.saveBad} />
          {files.preview === null || hidesPreview(state) ? null : (
            <ImportPreview
              preview={files.preview}
              correct={state.status === "checked" ? files.correct : null}
            />
          )}
        </>
      )}
      <div className={styles["buttons"]}>
        <ImportButtons files={files} close={close} />
      </div>
    </section>
  );
}

function Choice({ files, view }: Omit<ImportSectionProps, "close">) {
  const t = useTranslations("contacts");
  const id = useId();
  const [owner, setOwner] = useState(files.targets[0] ?? "person");
  const [show, setShow] = useState(view.shows[0] ?? "");
  return (
    <>
      <p className={styles["hint"]}>{t("import.words")}</p>
      <SelectField
        label={t("import.into")}
        value={owner}
        options={files.targets.map((value) => ({
          value,
          label: t(`owners.${value}`, { name: view.station }),
        }))}
        onChange={(value) => setOwner(contactOwner.parse(value))}
      />
      {owner === "show" ? (
        <div className={styles["pair"]}>
          <label htmlFor={`${id}-show`} className={styles["label"]}>
            {t("form.show")}
          </label>
          <input
            id={`${id}-show`}
            className={styles["input"]}
            value={show}
            maxLength={60}
            onChange={(event) => setShow(event.target.value)}
          />
        </div>
      ) : null}
      <div>
        <label className={styles["pick"]}>
          {t("import.choose")}
          <input
            type="file"
            accept=".csv,.tsv,.txt,.vcf,text/csv,text/vcard"
            disabled={owner === "show" && show.trim() === ""}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file !== undefined) {
                files.choose(file, { owner, show: show.trim() });
              }
            }}
          />
        </label>
      </div>
      {files.problem === null ? null : (
        <p aria-live="polite" className={styles["refused"]}>
          {t(`import.${files.problem}`)}
        </p>
      )}
    </>
  );
}

/**
 * Once the import has started, a change of encoding or columns has no effect, so the preview is
 * hidden.
 */
function hidesPreview({ status }: ImportState): boolean {
  return status !== "checking" && status !== "checked";
}

type Started = Exclude<ImportState, { status: "idle" }>;

function ImportProgress({ state, saveBad }: { state: Started; saveBad: () => void }) {
  const t = useTranslations("contacts.import");
  const { file, done, report, status } = state;
  const total = file.rows.length;
  const isChecking = status === "checking" || (status === "failed" && state.phase === "checking");
  const counts = { added: report.added, known: report.known.length, bad: report.bad.length };
  const runs = status === "checking" || status === "importing";
  const progress = t("progress", { done, total });
  return (
    <>
      {runs || status === "failed" ? (
        <div className={styles["course"]}>
          <span>{t(isChecking ? "checking" : "importing", { name: file.name })}</span>
          <progress aria-label={progress} max={Math.max(1, total)} value={done} />
          <span className={styles["hint"]}>{progress}</span>
        </div>
      ) : null}
      {status === "failed" ? (
        <p aria-live="polite" className={styles["refused"]}>
          {state.words}
        </p>
      ) : null}
      {status === "cancelled" ? <p>{t("cancelled", { done, total })}</p> : null}
      <output>{t(isChecking || status === "checked" ? "would" : "did", counts)}</output>
      {runs ? null : <Lines report={report} saveBad={saveBad} />}
    </>
  );
}

/** The page lists at most this many lines of each kind; the saved file contains all bad lines. */
const MOST_LISTED = 100;

function Lines({ report, saveBad }: { report: ImportReport; saveBad: () => void }) {
  const t = useTranslations("contacts.import");
  const { bad, known } = report;
  if (bad.length + known.length === 0) {
    return null;
  }
  return (
    <>
      <LineList
        title={t("badTitle", { count: bad.length })}
        isOpen
        count={bad.length}
        lines={bad
          .slice(0, MOST_LISTED)
          .map((one) => ({ line: one.line, words: readReason(one) ?? one.reason }))}
      />
      <LineList
        title={t("knownTitle", { count: known.length })}
        count={known.length}
        lines={known
          .slice(0, MOST_LISTED)
          .map(({ line, ...rest }) => ({ line, words: t("knownLine", rest) }))}
      />
      <Button look="quiet" className={styles["save"]} onClick={saveBad}>
        {t("saveBad")}
      </Button>
    </>
  );
}

interface LineListProps {
  title: string;
  isOpen?: boolean;
  count: number;
  lines: readonly { line: number; words: string }[];
}

function LineList({ title, isOpen = false, count, lines }: LineListProps) {
  const t = useTranslations("contacts.import");
  if (lines.length === 0) {
    return null;
  }
  const rest = count - lines.length;
  return (
    <details open={isOpen} className={styles["lines"]}>
      <summary>{title}</summary>
      <ul>
        {lines.map(({ line, words }, at) => (
          <li key={`${line} ${at}`}>
            <strong>{t("line", { line: String(line) })}</strong> {words}
          </li>
        ))}
        {rest > 0 ? <li>{t("rest", { count: rest })}</li> : null}
      </ul>
    </details>
  );
}

function ImportButtons({ files, close }: { files: FilesView; close: () => void }) {
  const t = useTranslations("contacts.import");
  const { state, start, cancel } = files;
  switch (state.status) {
    case "idle":
      return <Button onClick={close}>{t("cancel")}</Button>;
    case "checking":
    case "importing":
      return <Button onClick={cancel}>{t("cancel")}</Button>;
    case "checked":
      return (
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          {state.report.added === 0 ? null : (
            <Button look="primary" onClick={start}>
              {t("run", { added: state.report.added })}
            </Button>
          )}
        </>
      );
    case "failed":
      return (
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button look="primary" onClick={start}>
            {t("goOn")}
          </Button>
        </>
      );
    case "finished":
    case "cancelled":
      return (
        <Button look="primary" onClick={close}>
          {t("done")}
        </Button>
      );
  }
}

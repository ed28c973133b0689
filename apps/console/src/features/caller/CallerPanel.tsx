import { TriangleAlert, UserRound, X } from "lucide-react";
import { useState } from "react";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { CallerView, EditableView } from "./caller-view.ts";
import { PastCalls } from "./PastCalls.tsx";

import styles from "./CallerPanel.module.css";

interface CallerPanelProps {
  view: CallerView | null;
  nameField: RefObject<HTMLInputElement | null>;
  /** Back to the caller on the line, when another was opened. */
  close: (() => void) | null;
}

export function CallerPanel({ view, nameField, close }: CallerPanelProps) {
  const t = useTranslations("caller");
  return (
    <Panel label={t("panel")} className={styles["panel"]}>
      {view === null ? (
        <div className={styles["none"]}>
          <EmptyState icon={UserRound} title={t("none")}>
            {t("noneWords")}
          </EmptyState>
        </div>
      ) : (
        <>
          <CallerHead view={view} close={close} />
          <CallerFields key={view.call.id} view={view} nameField={nameField} />
          <CallerTabs view={view} />
        </>
      )}
    </Panel>
  );
}

function CallerHead({ view, close }: { view: CallerView; close: (() => void) | null }) {
  const t = useTranslations("caller");
  const { caller } = view.call;
  const { warning } = caller;
  return (
    <>
      <header className={styles["head"]}>
        <div className={styles["who"]}>
          <h2 className={styles["name"]}>{caller.name ?? caller.numberDisplay}</h2>
          {caller.flags.map((flag) => (
            <span key={flag.id} className={styles["chip"]}>
              {flag.name}
            </span>
          ))}
        </div>
        <span className={styles["earlier"]}>{t("earlier", { count: caller.earlierCalls })}</span>
        {close === null ? null : (
          <Button look="quiet" icon={X} aria-label={t("close")} onClick={close} />
        )}
      </header>
      {warning === null ? null : (
        <p className={styles["warning"]}>
          <TriangleAlert size={16} aria-hidden="true" />
          <span>
            <strong>{t(warning.kind)}</strong> {warning.reason}
          </span>
        </p>
      )}
    </>
  );
}

interface CallerFieldsProps {
  view: CallerView;
  nameField: RefObject<HTMLInputElement | null>;
}

function CallerFields({ view, nameField }: CallerFieldsProps) {
  const t = useTranslations("caller");
  const words = { saving: t("saving"), retry: t("retry") };
  function field(editable: EditableView) {
    return { ...editable, words };
  }
  const { caller, phoneLine } = view.call;
  return (
    <div className={styles["fields"]}>
      <p className={styles["number"]}>
        <span>{caller.numberDisplay}</span>
        {phoneLine === null ? null : (
          <span className={styles["muted"]}>{t("line", { line: phoneLine.name })}</span>
        )}
      </p>
      <Field
        label={t("name")}
        placeholder={t("nameHint")}
        maxLength={100}
        inputRef={nameField}
        {...field(view.name)}
      />
      <Field
        label={t("place")}
        placeholder={t("placeHint")}
        maxLength={100}
        {...field(view.location)}
      />
      <Field
        label={t("point")}
        placeholder={t("pointHint")}
        maxLength={500}
        {...field(view.point)}
      />
    </div>
  );
}

function CallerTabs({ view }: { view: CallerView }) {
  const t = useTranslations("caller");
  const [tab, setTab] = useState("history");
  return (
    <Tabs
      label={t("tabs")}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: "history", label: t("history"), panel: <PastCalls history={view.history} /> },
      ]}
    />
  );
}

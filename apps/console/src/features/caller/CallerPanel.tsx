import { UserRound } from "lucide-react";
import { lazy, memo, type RefObject, Suspense, useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";

import { EmptyState } from "../../ui/EmptyState.tsx";
import { withWords } from "../../ui/LazyWords.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { AirChecks } from "./AirChecks.tsx";
import type { CallerView, PanelActions } from "./caller-view.ts";
import { CallerFields } from "./CallerFields.tsx";
import { CallerHead } from "./CallerHead.tsx";
import { CallerMarks } from "./CallerMarks.tsx";
import { CallerWarnings } from "./CallerWarnings.tsx";

import styles from "./CallerPanel.module.css";

// Not of the first load: the page stands before anybody is in it.
const CallerAbout = lazy(async () => {
  const words = await import("./known-messages.ts");
  const loaded = await import("./CallerAbout.tsx");
  return { default: withWords(loaded.CallerAbout, { known: words.knownMessages }) };
});

interface CallerPanelProps {
  view: CallerView | null;
  nameField: RefObject<HTMLInputElement | null>;
  actions: PanelActions;
}

export const CallerPanel = memo(({ view, nameField, actions }: CallerPanelProps) => {
  const t = useTranslations("caller");
  const panel = useRef<HTMLElement>(null);
  const lostFocus = useRef(false);
  const id = view?.call.id;
  // The rest of a sentence must not be written into the next caller's field.
  useLayoutEffect(() => {
    if (lostFocus.current) {
      lostFocus.current = false;
      panel.current?.focus({ preventScroll: true });
    }
  }, [id]);
  return (
    <Panel
      label={t("panel")}
      className={styles["panel"]}
      panelRef={panel}
      keys="caller"
      region="caller"
    >
      {view === null ? (
        <div className={styles["none"]}>
          <EmptyState icon={UserRound} title={t("none")}>
            {t("noneWords")}
          </EmptyState>
        </div>
      ) : (
        <>
          <CallerHead view={view} actions={actions} />
          <div className={styles["body"]}>
            <CallerWarnings view={view} />
            <CallerFields
              key={view.call.id}
              view={view}
              nameField={nameField}
              onFocus={actions.focused}
              lostFocus={lostFocus}
            />
            <AirChecks view={view} />
            <CallerMarks view={view} readMarks={actions.readMarks} />
            <Suspense fallback={null}>
              <CallerAbout view={view} />
            </Suspense>
          </div>
        </>
      )}
    </Panel>
  );
});

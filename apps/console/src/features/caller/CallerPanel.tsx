import { UserRound } from "lucide-react";
import {
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
} from "react";
import { useTranslations } from "use-intl";

import { listMissingForAir } from "@linedesk/contract";
import { airCheckIds, airCheckActions } from "../../client/actions/air-check-actions.ts";
import { findKey } from "../../client/actions/desk-actions.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { withWords } from "../../ui/LazyWords.tsx";
import { Panel } from "../../ui/Panel.tsx";
import type { CallerView, PanelActions } from "./caller-view.ts";
import { CallerFields } from "./CallerFields.tsx";
import { CallerHead } from "./CallerHead.tsx";
import { CallerMarks } from "./CallerMarks.tsx";

import styles from "./CallerPanel.module.css";

const CallerWarnings = lazy(async () => ({
  default: (await import("./CallerWarnings.tsx")).CallerWarnings,
}));

const CallerAbout = lazy(async () => {
  const words = await import("./known-messages.ts");
  const loaded = await import("./CallerAbout.tsx");
  return { default: withWords(loaded.CallerAbout, { known: words.knownMessages }) };
});

interface CallerPanelProps {
  view: CallerView | null;
  nameField: RefObject<HTMLInputElement | null>;
  actions: PanelActions;
  /** Opens, from an ended call, a new call of the same person. */
  again?: ReactNode;
}

export const CallerPanel = memo(({ view, nameField, actions, again }: CallerPanelProps) => {
  const t = useTranslations("caller");
  const panel = useRef<HTMLElement>(null);
  const lostFocus = useRef(false);
  const id = view?.call.id;
  // The panel takes the focus, so that further typing does not go into a field of the next caller.
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
      onFocus={actions.entered}
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
            {again}
            <Suspense>
              <CallerWarnings view={view} />
            </Suspense>
            <CallerFields
              key={view.call.id}
              view={view}
              nameField={nameField}
              onFocus={actions.focused}
              lostFocus={lostFocus}
            />
            <AirChecks view={view} keyed={actions.keyed} />
            <CallerMarks view={view} actions={actions} />
            <Suspense fallback={null}>
              <CallerAbout view={view} />
            </Suspense>
          </div>
        </>
      )}
    </Panel>
  );
});

interface AirChecksProps {
  view: CallerView;
  keyed: boolean;
}

/** Shows two questions of the air-ready check. A point answers the third question. */
function AirChecks({ view, keyed }: AirChecksProps) {
  const t = useTranslations("caller");
  const actions = useTranslations("deskActions");
  const { call, air, checkForAir } = view;
  if (checkForAir === null) {
    return null;
  }
  const lacks = listMissingForAir({ ...call, air });
  return (
    <section className={styles["marks"]} aria-label={t("air")}>
      {airCheckIds.map((id) => {
        const { check, icon } = airCheckActions[id];
        return (
          <Button
            key={id}
            icon={icon}
            aria-pressed={air[check]}
            onClick={() => checkForAir(check)}
            {...(keyed ? { shortcut: toShortcut(findKey(id, "page")) } : {})}
          >
            {actions(`${id}.name`)}
          </Button>
        );
      })}
      <p className={styles["airWords"]}>
        {lacks.length === 0
          ? t("airReady")
          : t("airLacks", { lacks: lacks.map((lack) => t(`lack.${lack}`)).join(", ") })}
      </p>
    </section>
  );
}

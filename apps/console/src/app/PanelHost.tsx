import { X, RotateCw } from "lucide-react";
import {
  type KeyboardEvent,
  memo,
  Suspense,
  useRef,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
  type ReactNode,
} from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { useTranslations } from "use-intl";

import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { rememberElement } from "../ui/keys/focus-trail.ts";
import { Panel } from "../ui/Panel.tsx";
import type { PanelWays } from "./panels.ts";
import type { StationPanel } from "./use-panels.ts";

import styles from "./PanelHost.module.css";

export function PanelHost({ panels, ways }: { panels: readonly StationPanel[]; ways: PanelWays }) {
  return panels
    .filter(({ isOpen }) => isOpen)
    .map((panel) => (
      <PanelBoundary key={panel.id}>
        <Suspense fallback={null}>
          <SideCard panel={panel} ways={ways} />
        </Suspense>
      </PanelBoundary>
    ));
}

const SideCard = memo(({ panel, ways }: { panel: StationPanel; ways: PanelWays }) => {
  const t = useTranslations("app");
  const { icon: Icon, label, close } = panel;
  const card = useRef<HTMLDivElement>(null);
  useCardFocus(card);
  function handleKey(event: KeyboardEvent) {
    if (event.key === "Escape" && !event.defaultPrevented && isInside(card.current, event)) {
      event.preventDefault();
      close();
    }
  }
  return (
    <Panel label={label} className={styles["card"]} region={panel.id}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes the card */}
      <div ref={card} className={styles["inside"]} tabIndex={-1} onKeyDown={handleKey}>
        <header className={styles["head"]}>
          <Icon size={16} aria-hidden="true" />
          <h2 className={styles["title"]}>{label}</h2>
          <Button look="quiet" icon={X} aria-label={t("close")} onClick={close} />
        </header>
        <div className={styles["body"]}>
          <panel.Panel open close={close} {...ways} />
        </div>
      </div>
    </Panel>
  );
});

/**
 * Returns false for an event from a dialog of the card. The dialog is elsewhere in the document,
 * but React passes its key events to the card.
 */
function isInside(card: HTMLElement | null, { target }: KeyboardEvent): boolean {
  return target instanceof Node && card?.contains(target) === true;
}

function useCardFocus(card: RefObject<HTMLElement | null>): void {
  const [findOpener] = useState(() => {
    const opener = document.activeElement;
    return opener instanceof HTMLElement ? rememberElement(opener) : null;
  });
  useEffect(() => {
    const element = card.current;
    if (element !== null && !element.contains(document.activeElement)) {
      element.focus({ preventScroll: true });
    }
    element?.scrollIntoView({ block: "nearest" });
  }, [card]);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      const isInside = element?.contains(document.activeElement) === true;
      if (isInside) {
        findOpener?.()?.focus();
      }
    };
  }, [card, findOpener]);
}

/** Catches the errors of one panel, so that they stay within it. */
export function PanelBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={PanelFailed}>{children}</ErrorBoundary>;
}

export function PanelFailed({ resetErrorBoundary }: Pick<FallbackProps, "resetErrorBoundary">) {
  const t = useTranslations("app");
  return (
    <Panel label={t("panelFailed")}>
      <EmptyState icon={RotateCw} title={t("panelFailed")}>
        {t("panelFailedWords")}
        <Button onClick={() => resetErrorBoundary()}>{t("reloadPanel")}</Button>
      </EmptyState>
    </Panel>
  );
}

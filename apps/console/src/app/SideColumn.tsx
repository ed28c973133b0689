import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { PanelHost, PanelBoundary } from "./PanelHost.tsx";
import { CHAT_PANEL, type PanelWays } from "./panels.ts";
import type { StationPanel } from "./use-panels.ts";

import styles from "./SideColumn.module.css";

interface SideColumnProps {
  panels: readonly StationPanel[];
  ways: PanelWays;
  /** True when the column is beside the queue; otherwise it is a drawer. */
  wide: boolean;
  /** The caller's panel, or `null` while it is closed. */
  caller: ReactNode;
  openCallerPanel: () => void;
}

export function SideColumn(props: SideColumnProps) {
  const { panels, wide, caller, ways } = props;
  const guarded = caller === null ? null : <PanelBoundary>{caller}</PanelBoundary>;
  if (wide) {
    return (
      <>
        <PanelHost panels={panels} ways={ways} />
        {guarded}
      </>
    );
  }
  return <DrawerTabs {...props} caller={guarded} />;
}

function DrawerTabs({ panels, caller, ways, openCallerPanel }: SideColumnProps) {
  const t = useTranslations("panels");
  const unread = useRootState((state) => state.desk.msg_unread);
  const chat = panels.find(({ id }) => id === CHAT_PANEL);
  const others = panels.filter(({ id }) => id !== CHAT_PANEL);
  const hasOthers = caller !== null || others.some(({ isOpen }) => isOpen);
  const isChatShown = chat?.isOpen === true && (chat.isLast || !hasOthers);
  function show(tab: string): void {
    if (tab === CHAT_PANEL) {
      chat?.raise();
      return;
    }
    chat?.close();
    if (!hasOthers) {
      openCallerPanel();
    }
  }
  const label = unread === 0 ? t("chat") : t("unread", { label: t("chat"), count: String(unread) });
  return (
    <div className={styles["drawer"]}>
      <Tabs
        label={t("sideTabs")}
        value={isChatShown ? CHAT_PANEL : "caller"}
        onChange={show}
        tabs={[
          {
            value: "caller",
            label: t("callerTab"),
            panel: (
              <div className={styles["shown"]}>
                <PanelHost panels={others} ways={ways} />
                {caller}
              </div>
            ),
          },
          {
            value: CHAT_PANEL,
            label,
            panel:
              isChatShown && chat !== undefined ? (
                <div className={styles["shown"]}>
                  <PanelHost panels={[chat]} ways={ways} />
                </div>
              ) : null,
          },
        ]}
      />
    </div>
  );
}

import { Tabs } from "@base-ui/react/tabs";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "use-intl";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { Button } from "../ui/Button.tsx";
import { PanelHost } from "./PanelHost.tsx";
import { CHAT_PANEL } from "./panels.ts";
import { findShownPanel, listTabs, type SheetTab, type SideColumnProps } from "./shown-panel.ts";

import styles from "./SideSheet.module.css";

/** Shows the caller, the chat or one panel: below the queue, or on a phone instead of it. */
export function SideSheet(props: SideColumnProps) {
  const { panels, size, caller, ways, close } = props;
  const t = useTranslations("panels");
  const shown = findShownPanel(panels, caller !== null);
  const id = shown === null || shown === "caller" ? shown : shown.id;
  const tabs = listTabs({ size, shown: id });
  function show(tab: SheetTab): void {
    if (tab === "queue") {
      close();
    } else if (tab === "caller") {
      props.openCallerPanel();
    } else {
      panels.find((panel) => panel.id === tab)?.raise();
    }
  }
  const content =
    shown === null || shown === "caller" ? caller : <PanelHost panels={[shown]} ways={ways} />;
  const isTab = id !== null && tabs.includes(id);
  return (
    <Tabs.Root
      className={styles["sheet"]}
      value={isTab ? id : id === null ? (tabs[0] ?? null) : null}
    >
      <div className={styles["head"]}>
        <Tabs.List className={styles["tabs"]} aria-label={t("sideTabs")}>
          {tabs.map((tab) => (
            <SheetTabButton key={tab} {...props} tab={tab} open={() => show(tab)} />
          ))}
        </Tabs.List>
        {size === "small" ? null : (
          <SheetToggle isOpen={id !== null} toggle={id === null ? props.openCallerPanel : close} />
        )}
      </div>
      {isTab ? (
        <Tabs.Panel key={id} className={styles["shown"]} value={id}>
          {content}
        </Tabs.Panel>
      ) : id === null ? null : (
        <div className={styles["shown"]}>{content}</div>
      )}
    </Tabs.Root>
  );
}

interface SheetTabProps extends SideColumnProps {
  tab: SheetTab;
  open: () => void;
}

function SheetTabButton(props: SheetTabProps) {
  const { tab, open, panels, waiting, callerName, size } = props;
  const t = useTranslations("panels");
  const panel = panels.find(({ id }) => id === tab);
  const label = tab === "queue" || tab === "caller" ? t(`${tab}Tab`) : (panel?.label ?? "");
  const isSmall = size === "small";
  return tab === CHAT_PANEL ? (
    <ChatTab {...{ label, open, isSmall }} />
  ) : (
    <Tabs.Tab value={tab} className={styles["tab"]} onClick={open}>
      {label}
      {tab === "caller" && !isSmall ? <span className={styles["name"]}>{callerName}</span> : null}
      {tab === "queue" ? <span className={styles["count"]}>{waiting}</span> : null}
    </Tabs.Tab>
  );
}

interface ChatTabProps {
  label: string;
  open: () => void;
  isSmall: boolean;
}

function ChatTab({ label, open, isSmall }: ChatTabProps) {
  const t = useTranslations("panels");
  const unread = useRootState((state) => state.desk.msg_unread);
  const last = useRootState((state) => state.chat.messages.at(-1) ?? null);
  return (
    <Tabs.Tab
      value={CHAT_PANEL}
      className={styles["tab"]}
      aria-label={unread === 0 ? label : t("unread", { label, count: String(unread) })}
      onClick={open}
    >
      {label}
      {unread === 0 ? null : (
        <span className={styles["count"]} data-news="">
          {unread}
        </span>
      )}
      {isSmall || last === null ? null : (
        <span className={styles["last"]}>{`${last.from.name}: ${last.text}`}</span>
      )}
    </Tabs.Tab>
  );
}

function SheetToggle({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) {
  const t = useTranslations("panels");
  return (
    <Button
      look="quiet"
      className={styles["toggle"]}
      icon={isOpen ? ChevronDown : ChevronUp}
      aria-expanded={isOpen}
      aria-label={t(isOpen ? "sheetClose" : "sheetOpen")}
      onClick={toggle}
    />
  );
}

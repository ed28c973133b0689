import { Search } from "lucide-react";
import { type RefObject, useMemo } from "react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { ShortcutCap } from "../../ui/KeyCap.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { useShownKeys } from "../../ui/keys/KeyboardProvider.tsx";
import { spellForAria } from "../../ui/keys/spell-keys.ts";
import { Segments } from "../../ui/Segments.tsx";
import { HiddenFlagMenu } from "./HiddenFlagMenu.tsx";
import { countTabs, type QueueFilter, queueTabs, type QueueView } from "./queue-filter.ts";
import type { HiddenView } from "./queue-order.ts";

import styles from "./QueuePanel.module.css";

interface QueueToolsProps {
  queue: QueueView;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
  search: RefObject<HTMLInputElement | null>;
  toFirstRow: () => void;
  hidden: HiddenView;
}

const FIND = toShortcut(findKey("find"));

export function QueueTools({
  queue,
  filter,
  setFilter,
  search,
  toFirstRow,
  hidden,
}: QueueToolsProps) {
  const t = useTranslations("queue");
  const findKeys = useShownKeys(FIND);
  const counts = useMemo(() => countTabs(queue.rows), [queue.rows]);
  const isUsed = filter.tab !== "all" || filter.find !== "";
  return (
    <div className={styles["tools"]} data-used={isUsed || undefined}>
      <h2>{t("title")}</h2>
      <Segments
        asTabs
        label={t("tabsLabel")}
        value={filter.tab}
        segments={queueTabs.map((tab) => ({
          value: tab,
          label: t(`tabs.${tab}`),
          count: counts[tab],
          // An unattended call must be visible from across the room.
          alarms: tab === "unattended" && counts[tab] > 0,
        }))}
        onChange={(tab) => setFilter({ ...filter, tab })}
      />
      <label className={styles["search"]} data-trail="find">
        <Search size={16} aria-hidden="true" />
        <input
          ref={search}
          type="search"
          className={styles["input"]}
          aria-label={t("find")}
          aria-keyshortcuts={findKeys === null ? undefined : spellForAria(findKeys)}
          placeholder={t("find")}
          value={filter.find}
          onChange={(event) => setFilter({ ...filter, find: event.target.value })}
          onKeyDown={(event) => {
            const { altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
            if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) {
              return;
            }
            if (event.key === "Enter" || event.key === "ArrowDown") {
              event.preventDefault();
              toFirstRow();
            }
            if (event.key === "Escape") {
              setFilter({ ...filter, find: "" });
            }
          }}
        />
        <ShortcutCap shortcut={FIND} />
      </label>
      <span className={styles["space"]} />
      <HiddenFlagMenu hidden={hidden} />
    </div>
  );
}

import { ArrowDown, MessageSquare } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Virtualizer, type VirtualizerHandle } from "virtua";

import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import type { ChatEntry, ChatView } from "./build-entries.ts";
import { ChatMessageRow } from "./ChatMessageRow.tsx";

import styles from "./ChatCard.module.css";

/** A position closer to the end than this counts as at the end. */
const NEAR_PX = 40;
/** The distance from the top at which older messages are loaded. */
const OLDER_PX = 400;

/**
 * Mounts only messages near the visible ones. The log is a live region only while it is scrolled to
 * its end. Further up, scrolling mounts old messages, which a screen reader would announce.
 */
export function ChatLog({ view }: { view: ChatView }) {
  const t = useTranslations("chat");
  const { entries, station, status } = view;
  const callSign = station?.callSign ?? "";
  const { list, isAtEnd, isShifting, handleScroll, goToEnd } = useLogScroll(view);
  return (
    <div className={styles["logBox"]}>
      <div
        className={styles["log"]}
        role="log"
        aria-label={t("log", { station: callSign })}
        aria-live={isAtEnd ? "polite" : "off"}
        aria-busy={status === "loading"}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
        tabIndex={0}
      >
        <Virtualizer ref={list} shift={isShifting} onScroll={handleScroll}>
          {entries.map((entry) => (
            <ChatMessageRow key={entry.key} entry={entry} view={view} />
          ))}
        </Virtualizer>
        {entries.length > 0 ? null : (
          <EmptyState icon={MessageSquare} title={t(status === "loading" ? "loading" : "empty")}>
            {status === "loading" ? null : t("emptyWords", { station: callSign })}
          </EmptyState>
        )}
      </div>
      {isAtEnd ? null : (
        <Button className={styles["newer"]} icon={ArrowDown} onClick={goToEnd}>
          {t("newer")}
        </Button>
      )}
    </div>
  );
}

/**
 * Keeps the end in view while the person is there. Older messages are added above without moving
 * the visible ones.
 */
function useLogScroll({ entries, loadOlder }: ChatView) {
  const list = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [shown, setShown] = useState({ entries, isShifting: false });
  if (shown.entries !== entries) {
    setShown({ entries, isShifting: isPrepended(shown.entries, entries) });
  }
  const count = entries.length;
  const last = entries.at(-1);
  const isMine = last?.isMine === true;
  const lastMark = `${last?.key} ${last?.delivery?.status}`;
  const seenMark = useRef("");
  useLayoutEffect(() => {
    const isNew = seenMark.current !== lastMark;
    seenMark.current = lastMark;
    // A person who reads further up stays there, unless the new message is their own.
    if (isNew && count > 0 && (isAtEnd || isMine)) {
      list.current?.scrollToIndex(count - 1, { align: "end" });
    }
  }, [lastMark, count, isAtEnd, isMine]);
  const older = useRef(loadOlder);
  useEffect(() => {
    older.current = loadOlder;
  });
  // A list that does not fill its box cannot be scrolled, so its older messages are loaded here.
  useEffect(() => {
    const { current } = list;
    if (current !== null && current.scrollSize <= current.viewportSize + OLDER_PX) {
      loadOlder?.();
    }
  }, [count, loadOlder]);
  function handleScroll(offset: number): void {
    const { current } = list;
    if (current === null) {
      return;
    }
    setAtEnd(current.scrollSize - offset - current.viewportSize < NEAR_PX);
    if (offset < OLDER_PX) {
      older.current?.();
    }
  }
  function goToEnd(): void {
    list.current?.scrollToIndex(count - 1, { align: "end" });
    setAtEnd(true);
  }
  return { list, isAtEnd, isShifting: shown.isShifting, handleScroll, goToEnd };
}

function isPrepended(before: readonly ChatEntry[], now: readonly ChatEntry[]): boolean {
  const first = before[0]?.key;
  return first !== undefined && now.length > before.length && now[0]?.key !== first;
}

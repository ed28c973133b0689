import { Search } from "lucide-react";
import { useCallback, useMemo, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import { useRootState, useOpenDial } from "../../client/ConsoleProvider.tsx";
import { describeCaller } from "../../client/store/panel-caller.ts";
import {
  selectActiveLine,
  selectCall,
  selectLeg,
  selectQueueCalls,
} from "../../client/store/select-calls.ts";
import { selectHiddenCalls } from "../../client/store/select-hidden.ts";
import { selectKeyCall } from "../../client/store/select-key-call.ts";
import { selectTakeable } from "../../client/store/select-takeable.ts";
import { useContactOffers } from "../../client/use-contact-offers.ts";
import type { Command } from "../../ui/keys/command.ts";
import { useCommandList } from "../../ui/keys/KeyboardProvider.tsx";
import { addNotes, describeOwn, nobody, type OwnNames } from "./describe-own.ts";
import {
  type CommandEntry,
  findEntries,
  listCommands,
  listContacts,
  type PaletteEntry,
} from "./find-entries.ts";
import type { paletteMessages } from "./palette-messages.ts";
import { optionId, PaletteList } from "./PaletteList.tsx";
import { usePaletteRun } from "./use-palette-run.ts";

import styles from "./Palette.module.css";

interface PalettePanelProps {
  close: () => void;
  openCaller: (id: string) => void;
}

export function PalettePanel({ close, openCaller }: PalettePanelProps) {
  const calls = useRootState(selectQueueCalls);
  const hidden = useRootState(selectHiddenCalls);
  const shown = useMemo(() => calls.filter(({ id }) => !hidden.has(id)), [calls, hidden]);
  return (
    <Palette
      commands={useCommandList()}
      calls={shown}
      names={useOwnNames()}
      close={close}
      openCaller={openCaller}
    />
  );
}

function useOwnNames(): OwnNames {
  const onLine = useRootState((state) =>
    selectCall(state, selectLeg(state, selectActiveLine(state))?.callId ?? ""),
  );
  const keyed = useRootState((state) => selectCall(state, selectKeyCall(state) ?? ""));
  const next = useRootState((state) => selectTakeable(state).call);
  return useMemo(
    () => ({
      onLine: onLine === null ? null : describeCaller(onLine),
      keyed: keyed === null ? null : describeCaller(keyed),
      next: next === null ? null : describeCaller(next),
      isOnAir: onLine?.desk.status === "on_air",
    }),
    [onLine, keyed, next],
  );
}

interface PaletteProps {
  commands: readonly Command[];
  calls: readonly Call[];
  names?: OwnNames;
  close: () => void;
  openCaller: (id: string) => void;
  initialFind?: string;
}

export function Palette(props: PaletteProps) {
  const { commands, calls, names = nobody, close, openCaller, initialFind = "" } = props;
  const t = useTranslations("palette");
  const list = useId();
  const [find, setFind] = useState(initialFind);
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const dial = useOpenDial();
  const contacts = useContactOffers(dial === null ? "" : find);
  // A typed letter appears before its results, because the list is deferred.
  const shown = useDeferredValue(find);
  const listed = useListed(commands, names, shown !== "");
  const entries = useMemo(
    () => [...findEntries(listed, calls, shown), ...listContacts(contacts)],
    [listed, calls, shown, contacts],
  );
  const current = entries[Math.min(at, entries.length - 1)];
  const { armed, choose, press, release } = usePaletteRun({ close, openCaller, dial });
  useEffect(() => field.current?.focus(), []);
  function handleKey(event: React.KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setAt(moved(at, by, entries.length));
    }
    // Enter uses the results for the typed text, even if their list is not drawn yet.
    const meant = shown === find ? current : findEntries(listed, calls, find)[at];
    pressOnEnter(event, meant, press);
  }
  return (
    <div className={styles["palette"]}>
      <label className={styles["find"]}>
        <Search size={16} aria-hidden="true" />
        <input
          ref={field}
          className={styles["input"]}
          role="combobox"
          aria-label={t("find")}
          aria-controls={list}
          aria-expanded
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : optionId(list, current)}
          placeholder={t("find")}
          value={find}
          maxLength={100}
          onChange={(event) => {
            setFind(event.target.value);
            setAt(0);
          }}
          onKeyDown={handleKey}
          onKeyUp={(event) => (event.key === "Enter" ? release() : undefined)}
          onBlur={release}
        />
      </label>
      <PaletteList id={list} entries={entries} current={current} armed={armed} choose={choose} />
      <output className={styles["count"]}>{t("count", { count: entries.length })}</output>
    </div>
  );
}

/** The whole list, before a search, has no notes. */
function useListed(
  commands: readonly Command[],
  names: OwnNames,
  isSearch: boolean,
): CommandEntry[] {
  const t = useTranslations("palette");
  const note = useCallback((word: keyof typeof paletteMessages.note) => t(`note.${word}`), [t]);
  return useMemo(
    () =>
      describeOwn(listCommands(isSearch ? addNotes(commands, note) : commands), names, {
        own: (word, name) => t(`own.${word}`, { name }),
        also: (word) => t(`also.${word}`),
      }),
    [t, note, commands, names, isSearch],
  );
}

function moved(at: number, by: number, count: number): number {
  return (Math.min(at, count - 1) + by + count) % Math.max(1, count);
}

function pressOnEnter(
  event: React.KeyboardEvent,
  current: PaletteEntry | undefined,
  press: (entry: PaletteEntry, at: number) => void,
): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing || current === undefined) {
    return;
  }
  event.preventDefault();
  if (!event.repeat) {
    press(current, event.timeStamp);
  }
}

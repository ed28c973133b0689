import { useEffect, useMemo, useRef } from "react";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { chooseMark } from "../../client/desk/bind-marks.ts";
import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { QueueHints } from "./use-queue-hints.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";
import type { ActOnRow } from "./use-row-events.ts";

interface Input {
  view: QueueViewport;
  act: ActOnRow;
  selectedLine: DeviceLine;
  open: (id: string, target: "panel" | "field") => void;
  hints: QueueHints;
  search: RefObject<HTMLInputElement | null>;
}

type RowKey =
  | "up"
  | "down"
  | "open"
  | "answer"
  | "answerOther"
  | "reject"
  | "show"
  | "find"
  | RowMark;
type RowMark = "verify" | "next" | "lock";

interface RowBinding {
  id: RowKey;
  keys: string[];
  keyLabel: string;
  repeats?: true;
  guarded?: true;
}

const bound: RowBinding[] = [
  { id: "up", keys: ["ArrowUp", "k"], keyLabel: "↑ or K", repeats: true },
  { id: "down", keys: ["ArrowDown", "j"], keyLabel: "↓ or J", repeats: true },
  { id: "open", keys: ["Enter"], keyLabel: "Enter" },
  { id: "answer", keys: ["a"], keyLabel: "A" },
  { id: "answerOther", keys: ["Shift+A"], keyLabel: "Shift A" },
  { id: "reject", keys: ["Delete"], keyLabel: "Del Del", guarded: true },
  { id: "verify", keys: ["v"], keyLabel: "V" },
  { id: "next", keys: ["n"], keyLabel: "N" },
  { id: "lock", keys: ["l"], keyLabel: "L" },
  { id: "show", keys: ["u"], keyLabel: "U" },
];

export function useQueueCommands(input: Input): void {
  const t = useTranslations("shortcuts");
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const commands = useMemo((): Command[] => {
    const rowCommands = bound.map((key): Command => ({
      ...key,
      id: `queue.${key.id}`,
      scope: "queue",
      group: "queue",
      label: t(key.id),
      isPossible: () => isPossible(latest.current, key.id),
      run: () => run(latest.current, key.id),
    }));
    const find: Command = {
      id: "queue.find",
      scope: "page",
      group: "panels",
      label: t("find"),
      keys: ["/"],
      keyLabel: "/",
      run: () => latest.current.search.current?.focus(),
    };
    return [...rowCommands, find];
  }, [t]);
  useCommands(commands);
}

function isPossible({ view, selectedLine }: Input, key: RowKey): boolean {
  const row = view.cursor === null ? undefined : view.rows.rowOf(view.cursor);
  if (row === undefined) {
    return key === "show";
  }
  switch (key) {
    case "answer":
      return row.answer !== null && row.lines.includes(selectedLine);
    case "answerOther":
      return row.answer !== null && row.lines.some((line) => line !== selectedLine);
    case "reject":
      return row.reject !== null;
    case "verify":
    case "next":
    case "lock":
      return chooseMark(row.marks, key) !== null;
    case "up":
    case "down":
    case "open":
    case "find":
    case "show":
      return true;
  }
}

function run({ view, act, selectedLine, open, hints }: Input, key: RowKey): void {
  if (key === "show") {
    return view.rows.flush();
  }
  if (key === "up" || key === "down") {
    return view.step(key === "up" ? -1 : 1);
  }
  const id = view.cursor;
  if (id === null) {
    return;
  }
  const other: DeviceLine = selectedLine === "line1" ? "line2" : "line1";
  if (key === "open") {
    open(id, "field");
  }
  if (key === "answer") {
    act(id, selectedLine, true);
  }
  if (key === "answerOther") {
    act(id, other, true);
  }
  if (key === "reject") {
    rejectRow({ view, hints, id });
  }
  if (key === "verify" || key === "next" || key === "lock") {
    markRow({ view, hints, id }, key);
  }
}

function markRow({ view, hints, id }: OnRow, key: RowMark): void {
  const marks = view.rows.rowOf(id)?.marks;
  const mark = marks === undefined ? null : chooseMark(marks, key);
  if (mark !== null && view.rows.guarded(id)) {
    return hints.noteMoved();
  }
  mark?.();
}

type OnRow = Pick<Input, "view" | "hints"> & { id: string };

function rejectRow({ view, hints, id }: OnRow): void {
  const reject = view.rows.rowOf(id)?.reject ?? null;
  if (reject === null) {
    return;
  }
  if (view.rows.guarded(id)) {
    hints.noteMoved();
  } else if (hints.pressReject(id)) {
    reject();
  }
}

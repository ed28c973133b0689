import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { PickView } from "./queue-order.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";

type OrderKey = "position" | "flags" | "pick" | "pickUp" | "pickDown";

interface OrderBinding {
  id: OrderKey;
  keys: string[];
  keyLabel: string;
  repeats?: true;
}

const bound: OrderBinding[] = [
  { id: "position", keys: ["m"], keyLabel: "M" },
  { id: "flags", keys: ["f"], keyLabel: "F" },
  { id: "pick", keys: ["x"], keyLabel: "X" },
  { id: "pickUp", keys: ["Shift+ArrowUp"], keyLabel: "Shift ↑", repeats: true },
  { id: "pickDown", keys: ["Shift+ArrowDown"], keyLabel: "Shift ↓", repeats: true },
];

export interface OrderCommandsInput {
  view: QueueViewport;
  position: (id: string) => void;
  flags: (id: string) => void;
  /** Null where nothing is done to many: then no key selects. */
  picks: PickView | null;
}

/** Order, flags and selection by key, on the row that has the cursor. */
export function useOrderCommands(input: OrderCommandsInput): void {
  const t = useTranslations("shortcuts");
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const picks = input.picks !== null;
  const commands = useMemo(
    () =>
      (picks ? bound : bound.filter(({ id }) => !id.startsWith("pick"))).map((key): Command => ({
        ...key,
        id: `queue.${key.id}`,
        scope: "queue",
        group: "queue",
        label: t(key.id),
        isPossible: () => latest.current.view.cursor !== null,
        run: () => run(latest.current, key.id),
      })),
    [t, picks],
  );
  useCommands(commands);
}

function run(input: OrderCommandsInput, key: OrderKey): void {
  const { view } = input;
  const id = view.cursor;
  if (id === null) {
    return;
  }
  if (key === "pickUp" || key === "pickDown") {
    return extend(input, id, key === "pickUp" ? -1 : 1);
  }
  if (view.rows.guarded(id)) {
    return;
  }
  if (key === "pick") {
    return input.picks?.toggle(id);
  }
  input[key](id);
}

function extend({ view, picks }: OrderCommandsInput, id: string, by: number): void {
  const { shown } = view.rows.order;
  const next = shown[shown.indexOf(id) + by];
  picks?.add(next === undefined ? [id] : [id, next]);
  view.step(by);
}

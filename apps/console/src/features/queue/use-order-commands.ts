import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { PickView } from "./queue-order.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";

const orderKeys = ["position", "flags", "pick", "pick_up", "pick_down"] as const;
type OrderKey = (typeof orderKeys)[number];

export interface OrderCommandsInput {
  view: QueueViewport;
  position: (id: string) => void;
  flags: (id: string) => void;
  /** The selection; with `null` no key selects. */
  picks: PickView | null;
}

/** Changes order, flags and selection by key, on the row with the cursor. */
export function useOrderCommands(input: OrderCommandsInput): void {
  const t = useTranslations("deskActions");
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const picks = input.picks !== null;
  const commands = useMemo(
    () =>
      orderKeys
        .filter((id) => picks || !id.startsWith("pick"))
        .map((id) => ({
          ...bindCommand(findKey(id)),
          label: t(findCommandName(id)),
          isPossible: () => latest.current.view.cursor !== null,
          run: () => run(latest.current, id),
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
  if (key === "pick_up" || key === "pick_down") {
    return extend(input, id, key === "pick_up" ? -1 : 1);
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

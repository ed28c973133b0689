import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import { deskActions, findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { bindCommand, toShortcut } from "../../ui/keys/bind-command.ts";
import { useCommands, useShownKeys } from "../../ui/keys/KeyboardProvider.tsx";
import { leaveButton } from "../../ui/keys/leave-button.ts";
import { spellForAria } from "../../ui/keys/spell-keys.ts";
import type { EndPress } from "./EndButton.tsx";
import type { LineView } from "./line-view.ts";

/** Registers a line's keys: its number selects it; F4, F8 and F9 work on the selected line. */
export function useLineCommands(view: LineView, guard: EndPress): void {
  const t = useTranslations("deskActions");
  const latest = useRef({ view, guard });
  useEffect(() => {
    latest.current = { view, guard };
  });
  const { number, selected } = view;
  const { leave } = guard;
  // If a key is down when the line is deselected, its press does not count.
  useEffect(() => (selected ? leave : undefined), [selected, leave]);
  const commands = useMemo(() => {
    const line = number === 1 ? "line1" : "line2";
    const run = () => {
      leaveButton();
      latest.current.view.select();
    };
    const doing = { label: t(findCommandName(line)), run };
    const select = deskActions[line].keys.map((key) => ({ ...bindCommand(key), ...doing }));
    if (!selected) {
      return select;
    }
    const onCall = [
      {
        ...bindCommand(findKey("hold")),
        label: t(findCommandName("hold")),
        isPossible: () =>
          (latest.current.view.call?.hold ?? latest.current.view.call?.resume ?? null) !== null,
        run: () => hold(latest.current.view),
      },
      {
        ...bindCommand(findKey("mute")),
        label: t(findCommandName("mute")),
        isPossible: () => findMuteToggle(latest.current.view) !== null,
        run: () => findMuteToggle(latest.current.view)?.(),
      },
      {
        ...bindCommand(findKey("hang_up")),
        label: t(findCommandName("hang_up")),
        isPossible: () => findEnd(latest.current.view) !== null,
        run: () => {
          if (findEnd(latest.current.view) !== null) {
            latest.current.guard.press();
          }
        },
        release: () => latest.current.guard.release(),
      },
    ];
    return [...select, ...onCall];
  }, [number, selected, t]);
  useCommands(commands);
}

/** Returns the keys that select the line, spelled as `aria-keyshortcuts` requires. */
export function useSelectKeys(number: 1 | 2): string | undefined {
  const [chord, digit] = deskActions[number === 1 ? "line1" : "line2"].keys;
  const everywhere = useShownKeys(toShortcut(chord));
  const outside = useShownKeys(toShortcut(digit));
  const keys = [everywhere, outside].filter((one) => one !== null);
  return keys.length === 0 ? undefined : keys.map(spellForAria).join(" ");
}

function hold({ call }: LineView): void {
  if (call === null || call.pending !== null) {
    return;
  }
  (call.hold ?? call.resume)?.();
}

function findMuteToggle({ call, direct }: LineView): (() => void) | null {
  const { mute = null, unmute = null } = call ?? direct ?? {};
  return unmute ?? mute;
}

export function findEnd({ call, direct }: Pick<LineView, "call" | "direct">): (() => void) | null {
  return call === null ? (direct?.end ?? null) : call.hangUp;
}

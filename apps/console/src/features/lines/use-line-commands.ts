import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import type { Command } from "../../ui/keys/command.ts";
import { useCommands, useShownKeys } from "../../ui/keys/KeyboardProvider.tsx";
import { spellForAria } from "../../ui/keys/spell-keys.ts";
import type { EndPress } from "./EndButton.tsx";
import type { LineView } from "./line-view.ts";

/** Keys of one line: its number selects it; F4, F8 and F9 are those of the selected line. */
export function useLineCommands(view: LineView, guard: EndPress): void {
  const t = useTranslations("shortcuts");
  const latest = useRef({ view, guard });
  useEffect(() => {
    latest.current = { view, guard };
  });
  const { number, selected } = view;
  const { leave } = guard;
  // A key that is down when the line is deselected counts for no line.
  useEffect(() => (selected ? leave : undefined), [selected, leave]);
  const commands = useMemo(() => {
    const label = t(number === 1 ? "line1" : "line2");
    const select = selectKeys(number).map((key): Command => ({
      ...key,
      label,
      run: () => latest.current.view.select(),
    }));
    if (!selected) {
      return select;
    }
    const onCall: Command[] = [
      {
        ...anywhere,
        id: "line.hold",
        keys: ["F4"],
        keyLabel: "F4",
        label: t("hold"),
        isPossible: () =>
          (latest.current.view.call?.hold ?? latest.current.view.call?.resume ?? null) !== null,
        run: () => hold(latest.current.view),
      },
      {
        ...anywhere,
        id: "line.mute",
        keys: ["F8"],
        keyLabel: "F8",
        label: t("mute"),
        isPossible: () => findMuteToggle(latest.current.view) !== null,
        run: () => findMuteToggle(latest.current.view)?.(),
      },
      {
        ...anywhere,
        id: "line.end",
        keys: ["F9"],
        keyLabel: "F9 F9",
        label: t("end"),
        isPossible: () => findEnd(latest.current.view) !== null,
        guarded: true,
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

const anywhere = { scope: "anywhere", group: "calls" } as const;

function selectKeys(number: 1 | 2): Omit<Command, "label" | "run">[] {
  return [
    {
      id: `line.select${number}`,
      scope: "anywhere",
      group: "lines",
      keys: [`Alt+${number}`],
      keyLabel: `Alt ${number}`,
    },
    {
      id: `line.select${number}.digit`,
      scope: "page",
      group: "lines",
      keys: [String(number)],
      keyLabel: String(number),
    },
  ];
}

/** The keys that select the line, as `aria-keyshortcuts` wants them. */
export function useSelectKeys(number: 1 | 2): string | undefined {
  const everywhere = useShownKeys({ command: `line.select${number}`, keys: `Alt+${number}` });
  const outside = useShownKeys({ command: `line.select${number}.digit`, keys: String(number) });
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

import { PanelRight, SkipForward } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslations } from "use-intl";

import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { bindPanel, PANEL_OPENS_MS } from "../../lib/key-binding.ts";
import { Button } from "../../ui/Button.tsx";
import { bindCommand, toShortcut } from "../../ui/keys/bind-command.ts";
import type { Command } from "../../ui/keys/command.ts";
import { isTyping } from "../../ui/keys/is-typing.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { leaveButton } from "../../ui/keys/leave-button.ts";
import { OnAirLamp } from "../../ui/StateBadge.tsx";
import type { DeskSize } from "../../ui/use-desk-size.ts";
import { type PanelButton, PanelButtons, type PanelCount } from "./PanelButtons.tsx";
import type { DeskView } from "./use-desk.ts";

import styles from "./BottomBar.module.css";

const TAKE_NEXT = toShortcut(findKey("take_next"));

interface BottomBarProps {
  takeNext: DeskView["takeNext"];
  /** The buttons of a seat whose line feeds the air. */
  air?: ReactNode;
  /** The list must be memoised, because its keys are registered again whenever it changes. */
  panels: readonly PanelButton[];
  side: { open: boolean; toggle: () => void };
  /**
   * The panel with a count. In layouts narrower than `wide` it is a tab, like the caller's panel.
   */
  counted?: PanelCount | undefined;
  size: DeskSize;
}

export function BottomBar({ takeNext, air, panels, side, counted, size }: BottomBarProps) {
  const t = useTranslations("bottom");
  useBarCommands({ takeNext, panels });
  const { because, take, toAir } = takeNext;
  const words = useNextWords(takeNext);
  const hasAir = (air ?? null) !== null;
  const lead = useMemo(
    () =>
      size !== "wide" ? null : (
        <Button size="call" icon={PanelRight} aria-expanded={side.open} onClick={side.toggle}>
          {t("side")}
        </Button>
      ),
    [t, side, size],
  );
  const tab = size === "wide" ? null : counted?.id;
  const barPanels = useMemo(
    () =>
      panels.filter(({ id, inTopBar }) => id !== tab && (inTopBar !== true || size === "small")),
    [panels, tab, size],
  );
  return (
    <footer
      className={styles["bar"]}
      aria-label={t("bar")}
      data-trail="bottom"
      data-air={hasAir || undefined}
    >
      <Button
        look="primary"
        size="call"
        icon={toAir ? OnAirLamp : SkipForward}
        data-to-air={toAir || undefined}
        shortcut={TAKE_NEXT}
        className={styles["next"]}
        pending={takeNext.pending}
        disabledReason={because === null ? null : t(`because.${because}`)}
        onClick={(event) => {
          // After a click, Space and Enter must not take the next caller too.
          if (event.detail > 0) {
            leaveButton();
          }
          take?.();
        }}
      >
        {useTakeWords(takeNext)}
      </Button>
      {air}
      <span className={styles["because"]}>{words}</span>
      <PanelButtons panels={barPanels} counted={counted} lead={lead} onlyMenu={size === "small"} />
    </footer>
  );
}

function useTakeWords({ call, toAir }: DeskView["takeNext"]): string {
  const t = useTranslations("bottom");
  if (call === null) {
    return t("takeNextNobody");
  }
  const { numberDisplay, warning, name: known } = call.caller;
  const plain = known ?? numberDisplay;
  const name = warning?.kind === "banned" ? t("banned", { name: plain }) : plain;
  return t(toAir ? "takeNextToAir" : "takeNext", { name });
}

function useNextWords({ because, skipped }: DeskView["takeNext"]): string {
  const t = useTranslations("bottom");
  if (because !== null) {
    return t(`because.${because}`);
  }
  return skipped === 0 ? "" : t("skipped", { count: skipped });
}

type BarActions = Pick<BottomBarProps, "takeNext" | "panels">;

function useBarCommands({ takeNext, panels }: BarActions): void {
  const t = useTranslations("deskActions");
  const { take, toAir } = takeNext;
  const words = useTakeWords(takeNext);
  const commands = useMemo((): Command[] => {
    const next = {
      ...bindCommand(findKey("take_next")),
      label: toAir ? words : t(findCommandName("take_next")),
      isPossible: () => take !== null,
      run: () => {
        leaveButton();
        take?.();
      },
    };
    return [next, ...panels.map(toPanelCommand)];
  }, [t, take, toAir, words, panels]);
  useCommands(commands);
}

function toPanelCommand({ id, label, shortcut, isOpen, toggle }: PanelButton): Command {
  const opens = isOpen ? {} : { opensFieldMs: PANEL_OPENS_MS };
  function run(): void {
    if (!isOpen || !focusField(id)) {
      toggle();
    }
  }
  return { ...bindCommand(bindPanel(id, shortcut)), ...opens, label, run };
}

/**
 * Moves the focus to the text field of an open card, because a person who presses the card's key
 * wants to type.
 */
function focusField(id: string): boolean {
  const card = document.querySelector(`[data-region="${id}"]`);
  const field = [...(card?.querySelectorAll<HTMLElement>("input") ?? [])].find(isTyping);
  if (field === undefined || card?.contains(document.activeElement) === true) {
    return false;
  }
  field.focus();
  return true;
}

import { PanelRight, SkipForward } from "lucide-react";
import { useMemo } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { Command } from "../../ui/keys/command-registry.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { DeskView } from "./use-desk.ts";

import styles from "./BottomBar.module.css";

interface BottomBarProps {
  takeNext: DeskView["takeNext"];
  openKeypad: (() => void) | null;
  openSettings: () => void;
  /** The caller's panel as a drawer, where the page is too narrow to keep it open. */
  side: { open: boolean; toggle: () => void } | null;
}

export function BottomBar({ takeNext, openKeypad, openSettings, side }: BottomBarProps) {
  const t = useTranslations("bottom");
  useBarCommands({ takeNext, openKeypad, openSettings });
  const { call, because, take } = takeNext;
  const name = call === null ? null : (call.caller.name ?? call.caller.numberDisplay);
  return (
    <footer className={styles["bar"]} aria-label={t("bar")}>
      <Button
        look="primary"
        size="call"
        icon={SkipForward}
        keys="F2"
        className={styles["next"]}
        pending={takeNext.pending}
        disabledReason={because === null ? null : t(`because.${because}`)}
        onClick={() => take?.()}
      >
        {name === null ? t("takeNextNobody") : t("takeNext", { name })}
      </Button>
      {because === null ? null : (
        <span className={styles["because"]}>{t(`because.${because}`)}</span>
      )}
      {openKeypad === null ? null : (
        <Button size="call" keys="K" onClick={openKeypad}>
          {t("keypad")}
        </Button>
      )}
      <span className={styles["space"]} />
      {side === null ? null : (
        <Button size="call" icon={PanelRight} aria-expanded={side.open} onClick={side.toggle}>
          {t("side")}
        </Button>
      )}
      <Button size="call" keys="S" onClick={openSettings}>
        {t("settings")}
      </Button>
    </footer>
  );
}

type BarActions = Pick<BottomBarProps, "takeNext" | "openKeypad" | "openSettings">;

function useBarCommands({ takeNext, openKeypad, openSettings }: BarActions): void {
  const t = useTranslations("shortcuts");
  const { take } = takeNext;
  const commands = useMemo((): Command[] => {
    const next: Command = {
      id: "desk.takeNext",
      scope: "anywhere",
      group: "calls",
      keys: ["F2"],
      keyLabel: "F2",
      label: t("takeNext"),
      run: () => take?.(),
    };
    const settings: Command = {
      id: "desk.settings",
      scope: "page",
      group: "panels",
      keys: ["s"],
      keyLabel: "S",
      label: t("settings"),
      run: openSettings,
    };
    if (openKeypad === null) {
      return [next, settings];
    }
    const keypad: Command = {
      id: "desk.keypad",
      scope: "page",
      group: "panels",
      keys: ["k"],
      keyLabel: "K",
      label: t("keypad"),
      run: openKeypad,
    };
    return [next, keypad, settings];
  }, [t, take, openKeypad, openSettings]);
  useCommands(commands);
}

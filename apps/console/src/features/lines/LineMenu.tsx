import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { useOpenPrizes, useOpenTimeline } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import type { DeskSize } from "../../ui/use-desk-size.ts";
import type { LineCallView, LineView } from "./line-view.ts";
import { listColleagues, useMoveWords } from "./MoveButtons.tsx";

import styles from "./LineControls.module.css";

interface LineMenuProps {
  view: LineView;
  call: LineCallView;
  size: DeskSize;
  openKeypad: () => void;
  openConference: () => void;
  giving: boolean;
  setGiving: (giving: boolean) => void;
}

/** Contains the actions of a line whose buttons only the wide layout shows. */
export function LineMenu(props: LineMenuProps) {
  const { view, size, giving, setGiving } = props;
  const t = useTranslations("lines");
  const [isOpen, setOpen] = useState(false);
  // On a phone the colleagues are in this menu, which the key of "Give to" opens.
  const isGiving = size === "small" && giving;
  return (
    <Menu
      open={isOpen || isGiving}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next && isGiving) {
          setGiving(false);
        }
      }}
      align="end"
      label={t("lineMenu", { number: String(view.number) })}
      entries={useLineEntries(props)}
      trigger={
        <Button
          size="call"
          icon={Ellipsis}
          className={styles["rest"]}
          aria-label={t("lineMenu", { number: String(view.number) })}
        >
          {size === "small" ? t("lineMore") : undefined}
        </Button>
      }
    />
  );
}

function useLineEntries({ call, size, openKeypad, openConference }: LineMenuProps): MenuEntry[] {
  const t = useTranslations("lines");
  const actions = useTranslations("deskActions");
  const openTimeline = useOpenTimeline();
  const openPrizes = useOpenPrizes();
  const { conference, moves, sendDigit } = call;
  const { other } = moves;
  const { whole: move } = useMoveWords(other);
  return [
    ...entry("keypad", t("keypad"), sendDigit === null || conference !== null ? null : openKeypad),
    ...entry("beside", t("resumeBeside"), call.resumeBeside),
    ...(size === "small" ? entry("move", move, other?.run ?? null) : []),
    ...entry(
      "conference",
      t(conference === null ? "conference" : "conferenceAdd"),
      call.mayConfer ? openConference : null,
    ),
    ...entry("leave", t("leave"), conference?.leave ?? null),
    ...entry("talkback", t("endTalkback"), call.endTalkback),
    ...entry("unlock", actions("unlock.name"), call.unlock),
    ...entry("timeline", t("timeline"), () => openTimeline(call.call.id)),
    ...entry("prizes", t("prizes"), () => openPrizes(call.call.id)),
    ...(size === "small" && moves.give !== null ? listColleagues(moves.give, t) : []),
  ];
}

function entry(key: string, label: string, run: (() => void) | null): MenuEntry[] {
  return run === null ? [] : [{ type: "item", key, label, run }];
}

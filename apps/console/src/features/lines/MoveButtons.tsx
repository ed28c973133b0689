import { ArrowRight, ArrowRightLeft, Forward } from "lucide-react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { Button } from "../../ui/Button.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import type { LineMovesView } from "./line-view.ts";

import styles from "./LineControls.module.css";

interface MoveButtonsProps {
  moves: LineMovesView;
  selected: boolean;
  giving: boolean;
  setGiving: (giving: boolean) => void;
}

export function MoveButtons({ moves, selected, giving, setGiving }: MoveButtonsProps) {
  const t = useTranslations("lines");
  const actions = useTranslations("deskActions");
  const { other, give } = moves;
  const words = useMoveWords(other);
  function bind(id: "move" | "offer") {
    return selected ? { shortcut: toShortcut(findKey(id)) } : {};
  }
  return (
    <>
      {other === null ? null : (
        <Button
          size="call"
          icon={other.kind === "move" ? ArrowRight : ArrowRightLeft}
          className={styles["compact"]}
          data-to-air={other.toAir ? "outline" : undefined}
          aria-label={words.whole}
          title={t(`${other.kind}Hint`, { number: String(other.number) })}
          onClick={other.run}
          {...bind("move")}
        >
          <FoldedWords {...words} />
        </Button>
      )}
      {give === null ? null : (
        <Menu
          open={giving}
          onOpenChange={setGiving}
          label={t("giveLabel")}
          entries={listColleagues(give, t)}
          trigger={
            <Button
              size="call"
              icon={Forward}
              className={styles["compact"]}
              title={t("giveHint")}
              {...bind("offer")}
            >
              {actions("offer.name")}
            </Button>
          }
        />
      )}
    </>
  );
}

/** Returns the words of the move or the swap, which say when it puts a caller to air. */
export function useMoveWords(other: LineMovesView["other"]): { whole: string; short: string } {
  const t = useTranslations("lines");
  const queue = useTranslations("queue");
  if (other === null) {
    return { whole: "", short: "" };
  }
  const { kind, toAir } = other;
  const number = String(other.number);
  const fill = (action: string) => (toAir ? queue("toAirName", { action }) : action);
  return { whole: fill(t(kind, { number })), short: fill(t(`${kind}Short`, { number })) };
}

/** Shows the whole words of a button, or the short ones on a folded row. */
export function FoldedWords({ whole, short }: { whole: string; short: string }) {
  return (
    <>
      <span className={styles["whole"]}>{whole}</span>
      <span className={styles["short"]}>{short}</span>
    </>
  );
}

export function listColleagues(
  { colleagues, elsewhere, to }: NonNullable<LineMovesView["give"]>,
  t: ReturnType<typeof useTranslations<"lines">>,
): MenuEntry[] {
  const heading = colleagues.length === 0 ? t("noColleague") : t("giveLabel");
  const label = elsewhere === null ? heading : t("giveElsewhere", { station: elsewhere });
  return [
    { type: "heading", key: "heading", label },
    ...colleagues.map((colleague): MenuEntry => ({
      type: "item",
      key: colleague.user,
      label: t("colleague", { name: colleague.name, role: colleague.role }),
      run: () => to(colleague),
    })),
  ];
}

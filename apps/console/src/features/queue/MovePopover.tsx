import { useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { MenuAnchor } from "../../ui/Menu.tsx";
import { Popover } from "../../ui/Popover.tsx";

import styles from "./MovePopover.module.css";

interface MovePopoverProps {
  name: string;
  /** The row's present place, where 1 is the first; `null` keeps the popover closed. */
  position: number | null;
  count: number;
  anchor: MenuAnchor | null;
  move: (position: number) => void;
  close: () => void;
}

/** Moves a row to a typed place, without dragging (WCAG 2.5.7). */
export function MovePopover({ name, position, count, anchor, move, close }: MovePopoverProps) {
  const t = useTranslations("rowMenu");
  return (
    <Popover
      open={position !== null}
      onClose={close}
      anchor={anchor}
      title={t("moveTitle", { name })}
    >
      {position === null ? null : (
        <PlaceForm
          position={position}
          count={count}
          submit={(wanted) => {
            move(wanted);
            close();
          }}
        />
      )}
    </Popover>
  );
}

interface PlaceFormProps {
  position: number;
  count: number;
  submit: (position: number) => void;
}

function PlaceForm({ position, count, submit }: PlaceFormProps) {
  const t = useTranslations("rowMenu");
  const [typed, setTyped] = useState(String(position));
  const wanted = Number(typed);
  const isPlace = Number.isInteger(wanted) && wanted >= 1 && wanted <= count;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPlace) {
          submit(wanted);
        }
      }}
    >
      <label className={styles["label"]}>
        {t("movePlace", { count: String(count) })}
        <input
          className={styles["input"]}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          aria-invalid={!isPlace}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <Button
        type="submit"
        look="primary"
        disabledReason={isPlace ? null : t("movePlace", { count: String(count) })}
      >
        {t("moveDo")}
      </Button>
    </form>
  );
}

import { Undo2 } from "lucide-react";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";

import type { PrizeWin } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import type { PrizeView } from "./prize-view.ts";

import styles from "./Prizes.module.css";

interface WithdrawFieldProps {
  win: PrizeWin;
  withdraw: PrizeView["withdraw"];
  pending: boolean;
}

/** Withdraws a win; the button asks for the reason first. */
export function WithdrawField({ win, withdraw, pending }: WithdrawFieldProps) {
  const t = useTranslations("prizes");
  const [isOpen, open] = useState(false);
  if (withdraw === null || win.status === "withdrawn") {
    return null;
  }
  if (isOpen) {
    return <WithdrawForm {...{ win, withdraw, pending }} close={() => open(false)} />;
  }
  const label = t("withdraw", { prize: win.prize.name });
  return (
    <Button look="quiet" icon={Undo2} title={label} aria-label={label} onClick={() => open(true)} />
  );
}

interface WithdrawFormProps {
  win: PrizeWin;
  withdraw: NonNullable<PrizeView["withdraw"]>;
  pending: boolean;
  close: () => void;
}

export function WithdrawForm({ win, withdraw, pending, close }: WithdrawFormProps) {
  const t = useTranslations("prizes");
  const id = useId();
  const [reason, setReason] = useState("");
  const isGone = win.status === "collected" || win.status === "sent";
  return (
    <form
      className={styles["withdraw"]}
      aria-label={t("withdraw", { prize: win.prize.name })}
      onSubmit={(event) => {
        event.preventDefault();
        withdraw(win, reason.trim());
        close();
      }}
    >
      <label className={styles["muted"]} htmlFor={id}>
        {t("withdrawReason")}
      </label>
      <input
        id={id}
        className={styles["input"]}
        maxLength={300}
        required
        pattern=".*\S.*"
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <span className={styles["muted"]}>{t(isGone ? "withdrawGone" : "withdrawBack")}</span>
      <div className={styles["buttons"]}>
        <Button look="danger" type="submit" pending={pending}>
          {t("withdrawNow")}
        </Button>
        <Button onClick={close}>{t("cancel")}</Button>
      </div>
    </form>
  );
}

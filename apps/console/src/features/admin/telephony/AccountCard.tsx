import { useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../../ui/Button.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { AccountForm } from "./AccountForm.tsx";
import type { AccountChanges } from "./use-account.ts";
import type { TelephonyInForce } from "./use-trunks.ts";

import styles from "../Admin.module.css";

interface AccountCardProps {
  telephony: TelephonyInForce;
  /** The possible changes; `null` when the role may not make them. */
  changes: AccountChanges | null;
}

export function AccountCard({ telephony, changes }: AccountCardProps) {
  const t = useTranslations("telephony");
  const [opened, setOpened] = useState<"choose" | "leave" | null>(null);
  const [restarts, setRestarts] = useState(false);
  const { kind, sip, account, chosen } = telephony;
  const isOurs = kind === "exchange";
  return (
    <>
      <div className={styles["card"]}>
        <h3>{isOurs ? t("exchange") : t("twilio", { account })}</h3>
        {isOurs ? (
          <p className={styles["hint"]}>{sip === null ? t("away") : t("sip", { address: sip })}</p>
        ) : null}
        {!isOurs && !chosen ? <p className={styles["hint"]}>{t("configured")}</p> : null}
        {restarts ? <output className={styles["hint"]}>{t("restarts")}</output> : null}
        {changes === null || (!isOurs && !chosen) ? null : (
          <div className={styles["buttons"]}>
            <Button onClick={() => setOpened(isOurs ? "choose" : "leave")}>
              {isOurs ? t("useTwilio") : t("useExchange")}
            </Button>
          </div>
        )}
      </div>
      {opened === "choose" && changes !== null ? (
        <AccountForm
          changes={changes}
          close={() => setOpened(null)}
          chosen={() => {
            setOpened(null);
            setRestarts(true);
          }}
        />
      ) : null}
      <AskDialog
        open={opened === "leave"}
        title={t("leaveTitle")}
        words={t("leaveWords", { account })}
        doWords={t("useExchange")}
        close={() => setOpened(null)}
        run={async () => {
          await changes?.leave();
          setRestarts(true);
        }}
      />
    </>
  );
}

import { useState } from "react";
import { useTranslations } from "use-intl";

import {
  type EndpointAnswer,
  type listIntegrations,
  removePromotionSystem,
  setPromotionSystem,
} from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { useStationChange } from "../use-station-details.ts";
import { useMayLeave } from "../use-unsaved-guard.ts";
import { PromotionForm } from "./PromotionForm.tsx";

import styles from "../Admin.module.css";

interface PromotionCardProps {
  station: string;
  promotion: EndpointAnswer<typeof listIntegrations>["promotion"];
  mayChange: boolean;
}

export function PromotionCard({ station, promotion, mayChange }: PromotionCardProps) {
  const t = useTranslations("integrations");
  const change = useStationChange(station);
  const mayLeave = useMayLeave();
  const [opened, setOpened] = useState<"form" | "remove" | null>(null);
  const { host, state, chosen } = promotion;
  const params = { id: station };
  const isConfigured = host !== null && chosen === undefined;
  return (
    <>
      <section className={styles["card"]} aria-label={t("promotion")}>
        <h3>{t("promotion")}</h3>
        <span>
          {host === null
            ? t("promotionNone")
            : t(state.state === "up" ? "promotionUp" : "promotionDown", { host })}
          {state.waiting === 0 ? null : (
            <span className={styles["quiet"]}>{t("waiting", { count: state.waiting })}</span>
          )}
        </span>
        {isConfigured ? <p className={styles["hint"]}>{t("promotionConfigured")}</p> : null}
        {isConfigured || !mayChange ? null : (
          <div className={styles["buttons"]}>
            <Button onClick={() => (mayLeave() ? setOpened("form") : undefined)}>
              {t("promotionSet")}
            </Button>
            {chosen === undefined ? null : (
              <Button look="quiet" onClick={() => setOpened("remove")}>
                {t("promotionRemove")}
              </Button>
            )}
          </div>
        )}
      </section>
      {opened === "form" ? (
        <PromotionForm
          url={chosen?.url ?? null}
          close={() => setOpened(null)}
          save={(body) => change((http) => http.call(setPromotionSystem, { params, body }))}
        />
      ) : null}
      <AskDialog
        open={opened === "remove"}
        title={t("promotionRemoveTitle")}
        words={t("promotionRemoveWords")}
        doWords={t("promotionRemove")}
        close={() => setOpened(null)}
        run={async () => {
          await change((http) => http.call(removePromotionSystem, { params }));
        }}
      />
    </>
  );
}

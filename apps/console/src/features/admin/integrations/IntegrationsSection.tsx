import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { type Integration, type IntegrationKind, may, type Role } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { SectionState } from "../SectionState.tsx";
import { useMayLeave } from "../use-unsaved-guard.ts";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { IntegrationForm } from "./IntegrationForm.tsx";
import { IntegrationTable } from "./IntegrationTable.tsx";
import { PromotionCard } from "./PromotionCard.tsx";
import { type NewSecret, useIntegrationChanges, useIntegrations } from "./use-integrations.ts";

import styles from "../Admin.module.css";

type Opened =
  | { what: "form"; kind: IntegrationKind; id: string | null }
  | { what: "log" | "remove" | "renew"; id: string }
  | null;

export function IntegrationsSection({ station, role }: { station: string; role: Role }) {
  const mayChange = may(role, "own");
  const t = useTranslations("integrations");
  const fetched = useIntegrations(station);
  const changes = useIntegrationChanges(station);
  const mayLeave = useMayLeave();
  const [opened, setOpened] = useState<Opened>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const { items, promotion, masksNumbers } = fetched.data;
  const one = items.find(({ id }) => id === opened?.id) ?? null;
  const close = () => setOpened(null);
  const open = (what: Opened) => {
    if (mayLeave()) {
      setOpened(what);
    }
  };
  return (
    <div className={styles["section"]}>
      <IntegrationTable items={items} open={open}>
        <Button icon={Plus} onClick={() => open({ what: "form", kind: "webhook", id: null })}>
          {t("addWebhook")}
        </Button>
        <Button icon={Plus} onClick={() => open({ what: "form", kind: "now_playing", id: null })}>
          {t("addInput")}
        </Button>
      </IntegrationTable>
      {secret === null ? null : <SecretCard secret={secret} close={() => setSecret(null)} />}
      {opened?.what === "form" ? (
        <IntegrationForm
          key={`${opened.kind}-${opened.id}`}
          kind={opened.kind}
          integration={one}
          masksNumbers={masksNumbers}
          changes={changes}
          close={close}
          showSecret={setSecret}
        />
      ) : null}
      {opened?.what === "log" && one !== null ? (
        <DeliveryLog key={one.id} station={station} integration={one} changes={changes} />
      ) : null}
      <PromotionCard station={station} promotion={promotion} mayChange={mayChange} />
      <Questions opened={opened} one={one} close={close} changes={changes} show={setSecret} />
    </div>
  );
}

interface QuestionsProps {
  opened: Opened;
  one: Integration | null;
  close: () => void;
  changes: ReturnType<typeof useIntegrationChanges>;
  show: (secret: NewSecret) => void;
}

function Questions({ opened, one, close, changes, show }: QuestionsProps) {
  const t = useTranslations("integrations");
  const name = one?.name ?? "";
  return (
    <>
      <AskDialog
        open={opened?.what === "remove"}
        title={t("removeTitle", { name })}
        words={t("removeWords")}
        doWords={t("removeDo")}
        close={close}
        run={async () => {
          if (one !== null) {
            await changes.remove(one);
          }
        }}
      />
      <AskDialog
        open={opened?.what === "renew"}
        title={t("renewTitle", { name })}
        words={t("renewWords")}
        doWords={t("renewDo")}
        close={close}
        run={async () => {
          if (one !== null) {
            show(await changes.renew(one));
          }
        }}
      />
    </>
  );
}

interface SecretCardProps {
  secret: NewSecret;
  close: () => void;
}

export function SecretCard({ secret: { integration, secret }, close }: SecretCardProps) {
  const t = useTranslations("integrations");
  const { id, kind, name } = integration;
  const address = new URL(`api/now_playing/${id}`, window.location.origin).href;
  return (
    <section className={styles["card"]} aria-label={t("secretTitle", { name })}>
      <h3>{t("secretTitle", { name })}</h3>
      <output>{t("secretWords")}</output>
      {kind === "now_playing" ? (
        <>
          <span>{t("inputAddress")}</span>
          <code className={styles["secret"]}>{address}</code>
          <span>{t("inputKey")}</span>
          <code className={styles["secret"]}>{`Authorization: Bearer ${secret}`}</code>
        </>
      ) : (
        <code className={styles["secret"]}>{secret}</code>
      )}
      <div className={styles["buttons"]}>
        <Button onClick={close}>{t("done")}</Button>
      </div>
    </section>
  );
}

import { useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { TrunkChange, TrunkSetup, TrunkTrial } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { FormCard } from "../FormCard.tsx";
import { useCheckedForm } from "../use-checked-form.ts";
import { TrialWords } from "./TrialWords.tsx";
import {
  toTrunkChange,
  toTrunkFields,
  toTrunkSchema,
  type TrunkFormFields,
} from "./trunk-form-fields.ts";
import { TrunkReach } from "./TrunkReach.tsx";
import { TrunkTerms } from "./TrunkTerms.tsx";
import type { TriedTrunk } from "./use-trunks.ts";

import styles from "../Admin.module.css";

interface TrunkFormProps {
  /** The trunk to change; `null` adds one. */
  trunk: TrunkSetup | null;
  save: (change: TrunkChange) => Promise<TriedTrunk>;
  close: () => void;
  saved: (tried: TriedTrunk) => void;
}

/** Edits all settings of a trunk. The server tests the trunk before it saves them. */
export function TrunkForm({ trunk, save, close, saved }: TrunkFormProps) {
  const t = useTranslations("telephony");
  const form = useCheckedForm(useTrunkSchema(), toTrunkFields(trunk));
  const [failed, setFailed] = useState<TrunkTrial | null>(null);
  // The second button saves the trunk although the test has failed.
  const anyway = useRef(false);
  async function send(fields: TrunkFormFields) {
    setFailed(null);
    const tried = await save(toTrunkChange(fields, anyway.current));
    if (tried.trunk === null) {
      setFailed(tried.trial);
      return "open";
    }
    saved(tried);
    return undefined;
  }
  return (
    <FormCard
      title={trunk === null ? t("addTrunk") : t("editTrunk", { name: trunk.name })}
      form={form}
      first="name"
      close={close}
      submit={t("testAndSave")}
      send={(fields) => send(fields).finally(() => (anyway.current = false))}
    >
      <TrunkReach form={form} hasPassword={trunk?.hasPassword ?? false} />
      <TrunkTerms form={form} />
      {failed === null ? null : (
        <div className={styles["buttons"]}>
          <output className={styles["grow"]}>
            <TrialWords trial={failed} />
            <span className={styles["refused"]}>{t("notSaved")}</span>
          </output>
          <Button type="submit" onClick={() => (anyway.current = true)}>
            {t("saveAnyway")}
          </Button>
        </div>
      )}
    </FormCard>
  );
}

function useTrunkSchema() {
  const t = useTranslations("telephony.wrong");
  return toTrunkSchema({
    name: t("name"),
    host: t("host"),
    hosts: t("hosts"),
    certificate: t("certificate"),
    seconds: t("seconds"),
    expiry: t("expiry"),
    networks: t("networks"),
    word: t("word"),
    channels: t("channels"),
    priority: t("priority"),
    codecs: t("codecs"),
    numbers: t("numbers"),
    callerId: t("callerId"),
    country: t("country"),
    prefix: t("prefix"),
  });
}

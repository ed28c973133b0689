import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import {
  type TrunkChange,
  trunkNumberFormats,
  type TrunkSetup,
  type TrunkTrial,
  trunkTransports,
} from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow, FormCard } from "../FormCard.tsx";
import { SelectRow } from "../registers/SelectRow.tsx";
import { TextRow } from "../TextRow.tsx";
import { matching, useCheckedForm, inputOf, useControl } from "../use-checked-form.ts";
import { TrialWords } from "./TrunkRow.tsx";
import type { TriedTrunk } from "./use-trunks.ts";

import styles from "../Admin.module.css";

interface TrunkFormProps {
  /** The trunk to change; `null` adds one. */
  trunk: TrunkSetup | null;
  save: (change: TrunkChange) => Promise<TriedTrunk>;
  close: () => void;
  saved: (tried: TriedTrunk) => void;
}

type Fields = Omit<TrunkChange, "username" | "password" | "anyway"> & {
  username: string;
  password: string;
};

function toFields(trunk: TrunkSetup | null): Fields {
  return {
    name: trunk?.name ?? "",
    host: trunk?.host ?? "",
    transport: trunk?.transport ?? "udp",
    username: trunk?.username ?? "",
    password: "",
    registers: trunk?.registers ?? true,
    numberFormat: trunk?.numberFormat ?? "e164",
  };
}

function toChange({ username, password, registers, ...fields }: Fields): TrunkChange {
  const user = username.trim();
  return {
    ...fields,
    name: fields.name.trim(),
    host: fields.host.trim(),
    username: user === "" ? null : user,
    password: password === "" ? null : password,
    registers: registers && user !== "",
    anyway: false,
  };
}

const NAME = /^[A-Za-z0-9_-]{1,40}$/;
const HOST = /^[A-Za-z0-9_.:[\]-]{1,255}$/;

function toSchema(nameWrong: string, hostWrong: string) {
  return z.object({
    name: matching(NAME, nameWrong),
    host: matching(HOST, hostWrong),
    transport: z.enum(trunkTransports),
    username: z.string(),
    password: z.string(),
    registers: z.boolean(),
    numberFormat: z.enum(trunkNumberFormats),
  });
}

/**
 * Edits the data that the carrier has issued for a trunk. The server tests the trunk before it
 * saves the data.
 */
export function TrunkForm({ trunk, save, close, saved }: TrunkFormProps) {
  const t = useTranslations("telephony");
  const form = useCheckedForm(toSchema(t("nameWrong"), t("hostWrong")), toFields(trunk));
  const [failed, setFailed] = useState<TrunkTrial | null>(null);
  // The second button saves the trunk although the test has failed.
  const anyway = useRef(false);
  return (
    <FormCard
      title={trunk === null ? t("addTrunk") : t("editTrunk", { name: trunk.name })}
      form={form}
      first="name"
      close={close}
      submit={t("testAndSave")}
      send={async (fields) => {
        setFailed(null);
        const tried = await save({ ...toChange(fields), anyway: anyway.current });
        anyway.current = false;
        if (tried.trunk === null) {
          setFailed(tried.trial);
          return "open";
        }
        saved(tried);
        return undefined;
      }}
    >
      <TrunkInputs form={form} hasPassword={trunk?.hasPassword ?? false} />
      {failed === null ? null : (
        <div className={styles["buttons"]}>
          <output className={styles["refused"]}>
            <TrialWords trial={failed} /> {t("notSaved")}
          </output>
          <Button
            type="submit"
            onClick={() => {
              anyway.current = true;
            }}
          >
            {t("saveAnyway")}
          </Button>
        </div>
      )}
    </FormCard>
  );
}

type Form = UseFormReturn<Fields>;

function TrunkInputs({ form, hasPassword }: { form: Form; hasPassword: boolean }) {
  const t = useTranslations("telephony");
  return (
    <>
      <div className={styles["pair"]}>
        <TextRow
          label={t("trunkName")}
          hint={t("trunkNameHint")}
          maxLength={40}
          {...inputOf(form, "name")}
        />
        <TextRow
          label={t("host")}
          hint={t("hostHint")}
          inputMode="url"
          maxLength={255}
          {...inputOf(form, "host")}
        />
        <TextRow
          label={t("username")}
          hint={t("usernameHint")}
          maxLength={128}
          {...inputOf(form, "username")}
        />
        <TextRow
          label={t("password")}
          hint={hasPassword ? t("passwordKept") : t("passwordHint")}
          type="password"
          autoComplete="new-password"
          maxLength={128}
          {...inputOf(form, "password")}
        />
        <SelectRow
          label={t("transport")}
          options={trunkTransports.map((value) => ({ value, label: value.toUpperCase() }))}
          {...useControl(form, "transport")}
        />
        <SelectRow
          label={t("numberFormat")}
          options={trunkNumberFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
          {...useControl(form, "numberFormat")}
        />
      </div>
      <CheckRow form={form} name="registers">
        {t("registers")}
      </CheckRow>
    </>
  );
}

import { useEffect, useState } from "react";
import { useController, useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import {
  type TrunkChange,
  trunkNumberFormats,
  type TrunkSetup,
  type TrunkTrial,
  trunkTransports,
} from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { FormFoot } from "../FormFoot.tsx";
import { SelectRow } from "../registers/SelectRow.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";
import { TrialWords } from "./TrialWords.tsx";
import type { TriedTrunk } from "./use-trunks.ts";

import styles from "../Admin.module.css";

interface TrunkFormProps {
  /** Null adds one. */
  trunk: TrunkSetup | null;
  save: (change: TrunkChange) => Promise<TriedTrunk>;
  /** Null where there is no way back. */
  close: (() => void) | null;
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

/** A trunk as its carrier wrote it down; it is tried before it is used [AD80]. */
export function TrunkForm({ trunk, save, close, saved }: TrunkFormProps) {
  const t = useTranslations("telephony");
  const form = useForm<Fields>({ defaultValues: toFields(trunk), mode: "onTouched" });
  const saving = useSave(form.setError);
  const [failed, setFailed] = useState<TrunkTrial | null>(null);
  useUnsavedGuard(form.formState.isDirty);
  // It was opened to be filled in.
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);
  function send(anyway: boolean) {
    return form.handleSubmit((fields) =>
      saving.run(async () => {
        setFailed(null);
        const tried = await save({ ...toChange(fields), anyway });
        if (tried.trunk === null) {
          setFailed(tried.trial);
          return;
        }
        form.reset(fields);
        saved(tried);
      }),
    );
  }
  return (
    <form
      className={styles["card"]}
      aria-label={trunk === null ? t("addTrunk") : t("editTrunk", { name: trunk.name })}
      onSubmit={(event) => void send(false)(event)}
      noValidate
    >
      <h3>{trunk === null ? t("addTrunk") : t("editTrunk", { name: trunk.name })}</h3>
      <TrunkInputs form={form} hasPassword={trunk?.hasPassword ?? false} />
      {failed === null ? null : (
        <div className={styles["buttons"]}>
          <output className={styles["refused"]}>
            <TrialWords trial={failed} /> {t("notSaved")}
          </output>
          <Button pending={saving.pending} onClick={() => void send(true)()}>
            {t("saveAnyway")}
          </Button>
        </div>
      )}
      <FormFoot saving={saving} state="clean" cancel={close} submit={t("testAndSave")} />
    </form>
  );
}

type Form = ReturnType<typeof useForm<Fields>>;

const NAME = /^[A-Za-z0-9_-]{1,40}$/;
const HOST = /^[A-Za-z0-9_.:[\]-]{1,255}$/;

function TrunkInputs({ form, hasPassword }: { form: Form; hasPassword: boolean }) {
  const t = useTranslations("telephony");
  const { register, formState, control } = form;
  const transport = useController({ control, name: "transport" }).field;
  const format = useController({ control, name: "numberFormat" }).field;
  const registers = useController({ control, name: "registers" }).field;
  return (
    <>
      <div className={styles["pair"]}>
        <TextRow
          label={t("trunkName")}
          hint={t("trunkNameHint")}
          wrong={formState.errors.name?.message}
          maxLength={40}
          {...register("name", { validate: (text) => NAME.test(text.trim()) || t("nameWrong") })}
        />
        <TextRow
          label={t("host")}
          hint={t("hostHint")}
          wrong={formState.errors.host?.message}
          inputMode="url"
          maxLength={255}
          {...register("host", { validate: (text) => HOST.test(text.trim()) || t("hostWrong") })}
        />
        <TextRow
          label={t("username")}
          hint={t("usernameHint")}
          wrong={formState.errors.username?.message}
          maxLength={128}
          {...register("username")}
        />
        <TextRow
          label={t("password")}
          hint={hasPassword ? t("passwordKept") : t("passwordHint")}
          wrong={formState.errors.password?.message}
          type="password"
          autoComplete="new-password"
          maxLength={128}
          {...register("password")}
        />
        <SelectRow
          label={t("transport")}
          value={transport.value}
          options={trunkTransports.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={transport.onChange}
        />
        <SelectRow
          label={t("numberFormat")}
          value={format.value}
          options={trunkNumberFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
          onChange={format.onChange}
        />
      </div>
      <Checkbox checked={registers.value} onChange={registers.onChange}>
        {t("registers")}
      </Checkbox>
    </>
  );
}

import { useEffect, useState } from "react";
import { useController, useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import {
  addFlag,
  changeFlag,
  type FlagDetails,
  flagEffects,
  flagGlyphs,
  type FlagIcon,
  flagIcons,
  flagKind,
  flagLimits,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { FormFoot } from "../FormFoot.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";
import { useRefresh } from "../use-station-details.ts";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";
import { SelectRow } from "./SelectRow.tsx";

import styles from "../Admin.module.css";

type FlagFields = Omit<FlagDetails, "id" | "carriers" | "retired">;
type Form = ReturnType<typeof useForm<FlagFields>>;

const emptyFlag: FlagFields = {
  name: "",
  colour: "#59626b",
  icon: null,
  kind: "label",
  effect: "mark",
  hiddenByDefault: false,
};

function toFields(flag: FlagDetails | null): FlagFields {
  if (flag === null) {
    return emptyFlag;
  }
  const { id: _id, carriers: _carriers, retired: _retired, ...fields } = flag;
  return fields;
}

interface FlagFormProps {
  station: string;
  /** Null adds one. */
  flag: FlagDetails | null;
  close: () => void;
}

export function FlagForm({ station, flag, close }: FlagFormProps) {
  const t = useTranslations("registers.flags");
  const admin = useTranslations("admin");
  const form = useForm<FlagFields>({ defaultValues: toFields(flag), mode: "onChange" });
  const saving = useSave(form.setError);
  const send = useSend({ station, flag, close }, form);
  const [blocking, setBlocking] = useState<FlagFields | null>(null);
  useUnsavedGuard(form.formState.isDirty);
  // It was opened to be filled in.
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);
  const submit = form.handleSubmit(async (fields) => {
    const blocks = fields.effect === "block" && flag?.effect !== "block";
    if (blocks && flag !== null && flag.carriers > 0) {
      setBlocking(fields);
    } else {
      await saving.run(() => send(fields));
    }
  });
  return (
    <form
      className={styles["card"]}
      aria-label={flag === null ? t("add") : admin("editOf", { name: flag.name })}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <FlagInputs form={form} />
      <FormFoot
        saving={saving}
        state="clean"
        cancel={() => {
          form.reset();
          close();
        }}
      />
      <AskDialog
        open={blocking !== null}
        title={t("blockTitle", { name: blocking?.name ?? "" })}
        words={t("blockWords", { count: flag?.carriers ?? 0 })}
        doWords={t("blockDo")}
        close={() => setBlocking(null)}
        run={async () => {
          if (blocking !== null) {
            await send(blocking);
          }
        }}
      />
    </form>
  );
}

function useSend({ station, flag, close }: FlagFormProps, form: Form) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return async (fields: FlagFields) => {
    const body = { ...fields, name: fields.name.trim() };
    await (flag === null
      ? http.call(addFlag, { params: { id: station }, body })
      : http.call(changeFlag, {
          params: { id: station, flag: flag.id },
          body: { ...body, retired: flag.retired, seen: toFields(flag) },
        }));
    form.reset(fields);
    await refresh();
    close();
  };
}

function FlagInputs({ form }: { form: Form }) {
  const t = useTranslations("registers.flags");
  const admin = useTranslations("admin");
  const { control, register, formState } = form;
  const icon = useController({ control, name: "icon" }).field;
  const kind = useController({ control, name: "kind" }).field;
  const effect = useController({ control, name: "effect" }).field;
  const hidden = useController({ control, name: "hiddenByDefault" }).field;
  return (
    <>
      <div className={styles["pair"]}>
        <TextRow
          label={t("name")}
          wrong={formState.errors.name?.message}
          maxLength={flagLimits.name}
          {...register("name", {
            validate: (text) => text.trim() !== "" || admin("station.needed"),
          })}
        />
        <TextRow
          label={t("colour")}
          type="color"
          wrong={formState.errors.colour?.message}
          {...register("colour")}
        />
        <SelectRow<FlagIcon | "none">
          label={t("icon")}
          value={icon.value ?? "none"}
          options={[
            { value: "none", label: t("icons.none") },
            ...flagIcons.map((value) => ({
              value,
              label: `${flagGlyphs[value]} ${t(`icons.${value}`)}`,
            })),
          ]}
          onChange={(value) => icon.onChange(value === "none" ? null : value)}
        />
        <SelectRow
          label={t("kind")}
          value={kind.value}
          options={flagKind.options.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={kind.onChange}
        />
        <SelectRow
          label={t("effect")}
          hint={t(`effectHint.${effect.value}`)}
          value={effect.value}
          options={flagEffects.map((value) => ({ value, label: t(`effects.${value}`) }))}
          onChange={effect.onChange}
        />
      </div>
      <Checkbox checked={hidden.value} onChange={hidden.onChange}>
        {t("hidden")}
      </Checkbox>
    </>
  );
}

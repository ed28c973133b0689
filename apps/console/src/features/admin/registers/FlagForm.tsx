import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

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
import { CheckRow, FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { given, useCheckedForm, inputOf, useControl } from "../use-checked-form.ts";
import { useStationChange } from "../use-station-details.ts";
import { SelectRow } from "./SelectRow.tsx";

import styles from "../Admin.module.css";

function toSchema(needed: string, colourWrong: string) {
  return z.object({
    name: given(needed),
    colour: z.string().check(z.regex(/^#[0-9a-f]{6}$/i, colourWrong)),
    icon: z.nullable(z.enum(flagIcons)),
    kind: flagKind,
    effect: z.enum(flagEffects),
    hiddenByDefault: z.boolean(),
  });
}

type FlagFields = z.output<ReturnType<typeof toSchema>>;
type Form = UseFormReturn<FlagFields>;

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
  /** The flag to change; `null` adds one. */
  flag: FlagDetails | null;
  close: () => void;
}

export function FlagForm({ station, flag, close }: FlagFormProps) {
  const t = useTranslations("registers.flags");
  const admin = useTranslations("admin");
  const change = useStationChange(station);
  const schema = toSchema(admin("station.needed"), t("colourWrong"));
  // The request contains these values as `seen`, because the person has not seen later changes.
  const [opened] = useState(() => toFields(flag));
  const form = useCheckedForm(schema, opened);
  return (
    <FormCard
      title={flag === null ? t("add") : admin("editOf", { name: flag.name })}
      form={form}
      first="name"
      close={close}
      confirm={({ name, effect }) =>
        flag === null || flag.carriers === 0 || effect !== "block" || flag.effect === "block"
          ? null
          : {
              title: t("blockTitle", { name }),
              words: t("blockWords", { count: flag.carriers }),
              doWords: t("blockDo"),
            }
      }
      send={async (fields) => {
        const body = { ...fields, name: fields.name.trim() };
        await change((http) =>
          flag === null
            ? http.call(addFlag, { params: { id: station }, body })
            : http.call(changeFlag, {
                params: { id: station, flag: flag.id },
                body: { ...body, retired: flag.retired, seen: opened },
              }),
        );
      }}
    >
      <FlagInputs form={form} />
    </FormCard>
  );
}

function FlagInputs({ form }: { form: Form }) {
  const t = useTranslations("registers.flags");
  const icon = useControl(form, "icon");
  const effect = useControl(form, "effect");
  return (
    <>
      <div className={styles["pair"]}>
        <TextRow label={t("name")} maxLength={flagLimits.name} {...inputOf(form, "name")} />
        <TextRow label={t("colour")} type="color" {...inputOf(form, "colour")} />
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
          options={flagKind.options.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          {...useControl(form, "kind")}
        />
        <SelectRow
          label={t("effect")}
          hint={t(`effectHint.${effect.value}`)}
          options={flagEffects.map((value) => ({ value, label: t(`effects.${value}`) }))}
          {...effect}
        />
      </div>
      <CheckRow form={form} name="hiddenByDefault">
        {t("hidden")}
      </CheckRow>
    </>
  );
}

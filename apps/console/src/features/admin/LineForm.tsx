import { useState } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { addPhoneLine, changePhoneLine, type LineDetails, withheldRules } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { findEffects } from "./find-effects.ts";
import { FormCard } from "./FormCard.tsx";
import { WithheldRows } from "./registers/WithheldRows.tsx";
import { SoundRow } from "./sounds/SoundRow.tsx";
import { TextRow } from "./TextRow.tsx";
import {
  given,
  numberOrNone,
  numberWanted,
  orNull,
  urlOrNone,
  useCheckedForm,
} from "./use-checked-form.ts";
import { useRefresh } from "./use-station-details.ts";

import styles from "./Admin.module.css";

interface Sentences {
  needed: string;
  numberWrong: string;
  urlWrong: string;
}

function toSchema({ needed, numberWrong, urlWrong }: Sentences) {
  return z.object({
    name: given(needed),
    number: numberWanted(numberWrong),
    priority: z.boolean(),
    forwardTo: numberOrNone(numberWrong),
    holdMusicUrl: urlOrNone(urlWrong),
    lineClosedUrl: urlOrNone(urlWrong),
    withheld: z.enum(withheldRules),
    withheldWords: z.string(),
  });
}

type LineFields = z.output<ReturnType<typeof toSchema>>;

function toFields(line: LineDetails | null): LineFields {
  return {
    name: line?.name ?? "",
    number: line?.numberDisplay ?? "",
    priority: line?.priority ?? false,
    forwardTo: line?.forwardTo ?? "",
    holdMusicUrl: line?.holdMusicUrl ?? "",
    lineClosedUrl: line?.lineClosedUrl ?? "",
    withheld: line?.withheld ?? "accept",
    withheldWords: line?.withheldWords ?? "",
  };
}

function toBody(fields: LineFields) {
  return {
    name: fields.name.trim(),
    number: fields.number.trim(),
    priority: fields.priority,
    forwardTo: orNull(fields.forwardTo),
    holdMusicUrl: orNull(fields.holdMusicUrl),
    lineClosedUrl: orNull(fields.lineClosedUrl),
    withheld: fields.withheld,
    withheldWords: orNull(fields.withheldWords),
  };
}

interface LineFormProps {
  station: string;
  /** Null adds one. */
  line: LineDetails | null;
  close: () => void;
}

export function LineForm({ station, line, close }: LineFormProps) {
  const t = useTranslations("admin");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const schema = toSchema({
    needed: t("station.needed"),
    numberWrong: t("numberWrong"),
    urlWrong: t("station.urlWrong"),
  });
  // As the form began: a later look is not what the person saw.
  const [opened] = useState(() => toFields(line));
  const form = useCheckedForm(schema, opened);
  return (
    <FormCard
      title={line === null ? t("lines.add") : t("editOf", { name: line.name })}
      form={form}
      first="name"
      close={close}
      // What callers meet after the change is confirmed.
      confirm={(fields) => {
        const effects = line === null ? [] : findEffects(toFields(line), fields);
        const values = { target: fields.forwardTo.trim() };
        return effects.length === 0
          ? null
          : {
              title: t("effects.title"),
              words: effects.map((effect) => t(`effects.${effect}`, values)).join(" "),
              doWords: t("effects.do"),
            };
      }}
      send={async (fields) => {
        const body = toBody(fields);
        await (line === null
          ? http.call(addPhoneLine, { params: { id: station }, body })
          : http.call(changePhoneLine, {
              params: { id: station, line: line.id },
              body: { ...body, seen: toBody(opened) },
            }));
        await refresh();
      }}
    >
      <LineInputs station={station} form={form} isOwn={line?.isOwn ?? true} />
    </FormCard>
  );
}

type Form = UseFormReturn<LineFields>;

const sounds = {
  holdMusicUrl: { use: "music", label: "music" },
  lineClosedUrl: { use: "announcement", label: "closed" },
} as const;

interface LineSoundProps {
  station: string;
  form: Form;
  field: keyof typeof sounds;
}

function LineSound({ station, form, field: name }: LineSoundProps) {
  const t = useTranslations("admin.lines");
  const { field, fieldState } = useController({ control: form.control, name });
  const { use, label } = sounds[name];
  return (
    <SoundRow
      station={station}
      use={use}
      label={t(label)}
      value={field.value}
      onChange={field.onChange}
      wrong={fieldState.error?.message}
    />
  );
}

function LineInputs({ station, form, isOwn }: { station: string; form: Form; isOwn: boolean }) {
  const t = useTranslations("admin");
  const { control } = form;
  const priority = useController({ control, name: "priority" }).field;
  const withheld = useController({ control, name: "withheld" }).field;
  const withheldWords = useController({ control, name: "withheldWords" }).field;
  return (
    <>
      <div className={styles["pair"]}>
        <LineInput form={form} field="name" />
        <LineInput
          form={form}
          field="number"
          hint={t(isOwn ? "lines.numberHint" : "lines.notOwn")}
        />
      </div>
      <Checkbox checked={priority.value} onChange={priority.onChange}>
        {t("lines.priority")}
      </Checkbox>
      <LineInput form={form} field="forwardTo" hint={t("lines.forwardHint")} />
      <WithheldRows
        withheld={withheld.value}
        words={withheldWords.value}
        change={(rule, words) => {
          withheld.onChange(rule);
          withheldWords.onChange(words);
        }}
      />
      <LineSound station={station} form={form} field="holdMusicUrl" />
      <LineSound station={station} form={form} field="lineClosedUrl" />
    </>
  );
}

const inputs = {
  name: { label: "name", most: 100 },
  number: { label: "number", most: 32 },
  forwardTo: { label: "forward", most: 32 },
} as const;

interface LineInputProps {
  form: Form;
  field: keyof typeof inputs;
  hint?: string;
}

function LineInput({ form, field, hint }: LineInputProps) {
  const t = useTranslations("admin.lines");
  const { label, most } = inputs[field];
  return (
    <TextRow
      label={t(label)}
      hint={hint}
      wrong={form.formState.errors[field]?.message}
      maxLength={most}
      {...form.register(field)}
    />
  );
}

import { useEffect, useState } from "react";
import { useController, useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import {
  addPhoneLine,
  changePhoneLine,
  type LineDetails,
  type WithheldRule,
} from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { EffectsDialog } from "./EffectsDialog.tsx";
import { findEffects } from "./find-effects.ts";
import { FormFoot } from "./FormFoot.tsx";
import { WithheldRows } from "./registers/WithheldRows.tsx";
import { SoundRow } from "./sounds/SoundRow.tsx";
import { TextRow } from "./TextRow.tsx";
import { useSave } from "./use-save.ts";
import { useRefresh } from "./use-station-details.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

import styles from "./Admin.module.css";

interface LineFields {
  name: string;
  number: string;
  priority: boolean;
  forwardTo: string;
  holdMusicUrl: string;
  lineClosedUrl: string;
  withheld: WithheldRule;
  withheldWords: string;
}

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
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
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
  const form = useForm<LineFields>({ defaultValues: toFields(line), mode: "onChange" });
  const saving = useSave(form.setError);
  const send = useSend({ station, line, close }, form);
  const [unconfirmed, setUnconfirmed] = useState<LineFields | null>(null);
  const before = toFields(line);
  useUnsavedGuard(form.formState.isDirty);
  // It was opened to be filled in.
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);
  const submit = form.handleSubmit(async (fields) => {
    if (line !== null && findEffects(before, fields).length > 0) {
      setUnconfirmed(fields);
    } else {
      await saving.run(() => send(fields));
    }
  });
  return (
    <form
      className={styles["card"]}
      aria-label={line === null ? t("lines.add") : t("editOf", { name: line.name })}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <LineInputs station={station} form={form} />
      <FormFoot
        saving={saving}
        state="clean"
        cancel={() => {
          form.reset();
          close();
        }}
      />
      <EffectsDialog
        before={before}
        fields={unconfirmed}
        close={() => setUnconfirmed(null)}
        save={send}
      />
    </form>
  );
}

type Form = ReturnType<typeof useForm<LineFields>>;

function useSend({ station, line, close }: LineFormProps, form: Form) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return async (fields: LineFields) => {
    const body = toBody(fields);
    await (line === null
      ? http.call(addPhoneLine, { params: { id: station }, body })
      : http.call(changePhoneLine, { params: { id: station, line: line.id }, body }));
    form.reset(fields);
    await refresh();
    close();
  };
}

const sounds = {
  holdMusicUrl: { use: "music", label: "music" },
  lineClosedUrl: { use: "announcement", label: "closed" },
} as const;

interface LineSoundProps {
  station: string;
  form: Form;
  field: keyof typeof sounds;
}

/** A sound of the line's own, in place of the station's. */
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

function LineInputs({ station, form }: { station: string; form: Form }) {
  const t = useTranslations("admin");
  const { control } = form;
  const priority = useController({ control, name: "priority" }).field;
  const withheld = useController({ control, name: "withheld" }).field;
  const withheldWords = useController({ control, name: "withheldWords" }).field;
  return (
    <>
      <div className={styles["pair"]}>
        <LineInput form={form} field="name" required />
        <LineInput form={form} field="number" required hint={t("lines.numberHint")} />
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

const labels = { name: "name", number: "number", forwardTo: "forward" } as const;

interface LineInputProps {
  form: Form;
  field: keyof typeof labels;
  hint?: string;
  required?: boolean;
}

function LineInput({ form, field, hint, required = false }: LineInputProps) {
  const t = useTranslations("admin");
  const validate = (text: string) => !required || text.trim() !== "" || t("station.needed");
  return (
    <TextRow
      label={t(`lines.${labels[field]}`)}
      hint={hint}
      wrong={form.formState.errors[field]?.message}
      maxLength={field === "name" ? 100 : 32}
      {...form.register(field, { validate })}
    />
  );
}

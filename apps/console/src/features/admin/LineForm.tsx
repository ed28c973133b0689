import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { addPhoneLine, changePhoneLine, type LineDetails, withheldRules } from "@linedesk/contract";
import { findEffects } from "./find-effects.ts";
import { CheckRow, FormCard } from "./FormCard.tsx";
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
  inputOf,
  useControl,
} from "./use-checked-form.ts";
import { useStationChange } from "./use-station-details.ts";

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
  /** The line to change; `null` adds one. */
  line: LineDetails | null;
  close: () => void;
}

export function LineForm({ station, line, close }: LineFormProps) {
  const t = useTranslations("admin");
  const change = useStationChange(station);
  const schema = toSchema({
    needed: t("station.needed"),
    numberWrong: t("numberWrong"),
    urlWrong: t("station.urlWrong"),
  });
  // The request contains these values as `seen`, because the person has not seen later changes.
  const [opened] = useState(() => toFields(line));
  const form = useCheckedForm(schema, opened);
  return (
    <FormCard
      title={line === null ? t("lines.add") : t("editOf", { name: line.name })}
      form={form}
      first="name"
      close={close}
      // A dialog asks the person to confirm the effects that callers will notice.
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
        await change((http) =>
          line === null
            ? http.call(addPhoneLine, { params: { id: station }, body })
            : http.call(changePhoneLine, {
                params: { id: station, line: line.id },
                body: { ...body, seen: toBody(opened) },
              }),
        );
      }}
    >
      <LineInputs station={station} form={form} isOwn={line?.isOwn ?? true} />
    </FormCard>
  );
}

type Form = UseFormReturn<LineFields>;

function LineInputs({ station, form, isOwn }: { station: string; form: Form; isOwn: boolean }) {
  const t = useTranslations("admin");
  const withheld = useControl(form, "withheld");
  const withheldWords = useControl(form, "withheldWords");
  return (
    <>
      <div className={styles["pair"]}>
        <TextRow label={t("lines.name")} maxLength={100} {...inputOf(form, "name")} />
        <TextRow
          label={t("lines.number")}
          hint={t(isOwn ? "lines.numberHint" : "lines.notOwn")}
          maxLength={32}
          {...inputOf(form, "number")}
        />
      </div>
      <CheckRow form={form} name="priority">
        {t("lines.priority")}
      </CheckRow>
      <TextRow
        label={t("lines.forward")}
        hint={t("lines.forwardHint")}
        maxLength={32}
        {...inputOf(form, "forwardTo")}
      />
      <WithheldRows
        withheld={withheld.value}
        words={withheldWords.value}
        change={(rule, words) => {
          withheld.onChange(rule);
          withheldWords.onChange(words);
        }}
      />
      <SoundRow
        station={station}
        use="music"
        label={t("lines.music")}
        {...useControl(form, "holdMusicUrl")}
      />
      <SoundRow
        station={station}
        use="announcement"
        label={t("lines.closed")}
        {...useControl(form, "lineClosedUrl")}
      />
    </>
  );
}

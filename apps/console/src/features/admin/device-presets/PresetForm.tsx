import { useId, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import {
  addDevicePreset,
  type AudioServer,
  changeDevicePreset,
  type DevicePreset,
  type Role,
  role,
  roles,
} from "@linedesk/contract";
import { FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { given, useCheckedForm, inputOf } from "../use-checked-form.ts";
import { useStationChange } from "../use-station-details.ts";

import styles from "../Admin.module.css";

const feedsNames = ["station", "yes", "no"] as const;
type Feeds = (typeof feedsNames)[number];

function toSchema(needed: string) {
  return z.object({
    name: given(needed),
    /** An audio server's id; empty means the browser. */
    line1: z.string(),
    line2: z.string(),
    line1Feeds: z.enum(feedsNames),
    line2Feeds: z.enum(feedsNames),
    /** The role that uses this preset by default; empty means no role. */
    seatOf: z.string(),
  });
}

type PresetFields = z.output<ReturnType<typeof toSchema>>;

function toFeeds(feeds: boolean | null | undefined): Feeds {
  if (feeds === null || feeds === undefined) {
    return "station";
  }
  return feeds ? "yes" : "no";
}

function fromFeeds(feeds: Feeds): boolean | null {
  return feeds === "station" ? null : feeds === "yes";
}

function toFields(preset: DevicePreset | null): PresetFields {
  return {
    name: preset?.name ?? "",
    line1: preset?.line1?.id ?? "",
    line2: preset?.line2?.id ?? "",
    line1Feeds: toFeeds(preset?.feedsAir.line1),
    line2Feeds: toFeeds(preset?.feedsAir.line2),
    seatOf: preset?.seatOf ?? "",
  };
}

function readSeatOf(seatOf: string): Role | null {
  return role.safeParse(seatOf).data ?? null;
}

function toBody({ name, line1, line2, line1Feeds, line2Feeds, seatOf }: PresetFields) {
  return {
    name: name.trim(),
    line1: line1 === "" ? null : line1,
    line2: line2 === "" ? null : line2,
    feedsAir: { line1: fromFeeds(line1Feeds), line2: fromFeeds(line2Feeds) },
    seatOf: readSeatOf(seatOf),
  };
}

interface PresetFormProps {
  station: string;
  /** The preset to change; `null` adds one. */
  preset: DevicePreset | null;
  servers: readonly AudioServer[];
  close: () => void;
}

export function PresetForm({ station, preset, servers, close }: PresetFormProps) {
  const t = useTranslations("audioServers.presets");
  const admin = useTranslations("admin");
  const change = useStationChange(station);
  // The request contains these values as `seen`, because the person has not seen later changes.
  const [opened] = useState(() => toFields(preset));
  const form = useCheckedForm(toSchema(admin("station.needed")), opened);
  return (
    <FormCard
      title={preset === null ? t("add") : admin("editOf", { name: preset.name })}
      form={form}
      first="name"
      close={close}
      send={async (fields) => {
        const body = toBody(fields);
        await change((http) =>
          preset === null
            ? http.call(addDevicePreset, { params: { id: station }, body })
            : http.call(changeDevicePreset, {
                params: { id: station, preset: preset.id },
                body: { ...body, seen: toBody(opened) },
              }),
        );
      }}
    >
      <TextRow label={t("name")} maxLength={60} {...inputOf(form, "name")} />
      <div className={styles["pair"]}>
        <LineFields form={form} number="1" servers={servers} />
        <LineFields form={form} number="2" servers={servers} />
      </div>
      <SeatField form={form} />
    </FormCard>
  );
}

interface LineFieldsProps {
  form: UseFormReturn<PresetFields>;
  number: "1" | "2";
  servers: readonly AudioServer[];
}

function LineFields({ form, number, servers }: LineFieldsProps) {
  const t = useTranslations("audioServers.presets");
  const wrong = form.formState.errors[`line${number}`]?.message;
  const id = useId();
  return (
    <div className={styles["row"]}>
      <label htmlFor={`${id}-server`}>{t("line", { number })}</label>
      <select id={`${id}-server`} {...form.register(`line${number}`)}>
        <option value="">{t("browser")}</option>
        {servers.map((server) => (
          <option key={server.id} value={server.id}>
            {server.name}
          </option>
        ))}
      </select>
      {wrong === undefined ? null : <output className={styles["wrong"]}>{wrong}</output>}
      <label htmlFor={`${id}-feeds`}>{t("feeds", { number })}</label>
      <select id={`${id}-feeds`} {...form.register(`line${number}Feeds`)}>
        {feedsNames.map((feeds) => (
          <option key={feeds} value={feeds}>
            {t(`feedsBy.${feeds}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

function SeatField({ form }: Pick<LineFieldsProps, "form">) {
  const t = useTranslations("audioServers.presets");
  const names = useTranslations("admin.roles");
  const id = useId();
  return (
    <div className={styles["row"]}>
      <label htmlFor={id}>{t("seatOf")}</label>
      <select id={id} aria-describedby={`${id}-hint`} {...form.register("seatOf")}>
        <option value="">{t("seatOfNobody")}</option>
        {roles.map((one) => (
          <option key={one} value={one}>
            {names(one)}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className={styles["hint"]}>
        {t("seatOfHint")}
      </p>
    </div>
  );
}

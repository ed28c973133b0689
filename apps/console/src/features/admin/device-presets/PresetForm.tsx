import { useId } from "react";
import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import {
  addDevicePreset,
  type AudioServer,
  changeDevicePreset,
  type DevicePreset,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { FormFoot } from "../FormFoot.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";
import { useRefresh } from "../use-station-details.ts";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";

import styles from "../Admin.module.css";

type Feeds = "station" | "yes" | "no";

interface PresetFields {
  name: string;
  /** Empty: the browser. */
  line1: string;
  line2: string;
  line1Feeds: Feeds;
  line2Feeds: Feeds;
}

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
  };
}

function toBody({ name, line1, line2, line1Feeds, line2Feeds }: PresetFields) {
  return {
    name: name.trim(),
    line1: line1 === "" ? null : line1,
    line2: line2 === "" ? null : line2,
    feedsAir: { line1: fromFeeds(line1Feeds), line2: fromFeeds(line2Feeds) },
  };
}

interface PresetFormProps {
  station: string;
  /** Null adds one. */
  preset: DevicePreset | null;
  servers: readonly AudioServer[];
  close: () => void;
}

export function PresetForm({ station, preset, servers, close }: PresetFormProps) {
  const t = useTranslations("audioServers.presets");
  const admin = useTranslations("admin");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const form = useForm<PresetFields>({ defaultValues: toFields(preset), mode: "onChange" });
  const saving = useSave(form.setError);
  useUnsavedGuard(form.formState.isDirty);
  async function send(fields: PresetFields): Promise<void> {
    const body = toBody(fields);
    await (preset === null
      ? http.call(addDevicePreset, { params: { id: station }, body })
      : http.call(changeDevicePreset, { params: { id: station, preset: preset.id }, body }));
    form.reset(fields);
    await refresh();
    close();
  }
  const submit = form.handleSubmit((fields) => saving.run(() => send(fields)));
  return (
    <form
      className={styles["card"]}
      aria-label={preset === null ? t("add") : admin("editOf", { name: preset.name })}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <TextRow
        label={t("name")}
        wrong={form.formState.errors.name?.message}
        maxLength={60}
        {...form.register("name", {
          validate: (text) => text.trim() !== "" || admin("station.needed"),
        })}
      />
      <div className={styles["pair"]}>
        <LineFields form={form} number="1" servers={servers} />
        <LineFields form={form} number="2" servers={servers} />
      </div>
      <FormFoot
        saving={saving}
        state="clean"
        cancel={() => {
          form.reset();
          close();
        }}
      />
    </form>
  );
}

interface LineFieldsProps {
  form: ReturnType<typeof useForm<PresetFields>>;
  number: "1" | "2";
  servers: readonly AudioServer[];
}

/** What carries the line, and whether the public hears what is said on it [LN40]. */
function LineFields({ form, number, servers }: LineFieldsProps) {
  const t = useTranslations("audioServers.presets");
  const { errors } = form.formState;
  const wrong = errors[`line${number}`]?.message;
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
        {(["station", "yes", "no"] as const).map((feeds) => (
          <option key={feeds} value={feeds}>
            {t(`feedsBy.${feeds}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

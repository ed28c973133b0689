import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { SelectField } from "../../ui/SelectField.tsx";
import type { LineDevicesView } from "./use-line-devices.ts";

import styles from "./SettingsCard.module.css";

/** The value of the lists for "none chosen". */
const NONE = "";
const lines = ["line1", "line2"] as const;

/** Which device carries each line: the browser, or an audio server in the studio. */
export function LineDevices({ view }: { view: LineDevicesView }) {
  const t = useTranslations("settings");
  const { presets, choosePreset } = view;
  const isBusy = lines.some((line) => view.choose[line] === null);
  return (
    <section className={styles["group"]} aria-label={t("lineDevices")}>
      <h3>{t("lineDevices")}</h3>
      {presets.length === 0 ? null : (
        <SelectField
          label={t("devicePreset")}
          value={view.preset ?? NONE}
          options={[
            { value: NONE, label: t("noPreset") },
            ...presets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={choosePreset === null ? null : (id) => choosePreset(id === NONE ? null : id)}
        />
      )}
      {lines.map((line) => (
        <LineDeviceField key={line} view={view} line={line} />
      ))}
      {isBusy ? <p className={styles["hint"]}>{t("lineDeviceBusy")}</p> : null}
    </section>
  );
}

function LineDeviceField({ view, line }: { view: LineDevicesView; line: DeviceLine }) {
  const t = useTranslations("settings");
  const chosen = view.chosen[line];
  const choose = view.choose[line];
  const isKnown = chosen === null || view.servers.some(({ id }) => id === chosen);
  return (
    <SelectField
      label={t("lineDevice", { line: line === "line1" ? "1" : "2" })}
      value={chosen ?? NONE}
      options={[
        { value: NONE, label: t("browserDevice") },
        ...view.servers.map(({ id, name }) => ({ value: id, label: name })),
        ...(isKnown ? [] : [{ value: chosen, label: t("lostServer") }]),
      ]}
      onChange={choose === null ? null : (id) => choose(id === NONE ? null : id)}
    />
  );
}

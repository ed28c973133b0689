import { useTranslations } from "use-intl";

import type { Station } from "@linedesk/contract";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { toggleCallStation } from "./toggle-call-station.ts";
import type { SettingsView } from "./use-settings.ts";

import styles from "./SettingsCard.module.css";

interface StationFieldsProps {
  settings: SettingsView;
  /** The person's stations; a single one leaves no choice. */
  stations: readonly Station[];
}

/** The value in the select lists that means "none chosen". */
const NONE = "";

export function StationFields({ settings, stations }: StationFieldsProps) {
  const t = useTranslations("settings");
  const { activeQueueStation, chatStation } = settings.settings;
  if (stations.length < 2) {
    return null;
  }
  return (
    <section className={styles["group"]} aria-label={t("stations")}>
      <h3>{t("stations")}</h3>
      <CallStations settings={settings} stations={stations} />
      {/* [ST19] Only this field chooses the station: opening another station's page does not. */}
      <StationSelect
        label={t("firstStation")}
        none={t("firstOfMine")}
        chosen={activeQueueStation}
        stations={stations}
        onChange={(value) => settings.change({ setting: "ACTIVEQUEUESTATION", value })}
      />
      <StationSelect
        label={t("chatStation")}
        none={t("chatOfOpen")}
        chosen={chatStation}
        stations={stations}
        onChange={(value) => settings.change({ setting: "CHATSTATION", value })}
      />
    </section>
  );
}

/** An empty choice means all stations; the last one cannot be removed. */
function CallStations({ settings, stations }: StationFieldsProps) {
  const t = useTranslations("settings");
  const mine = stations.map(({ id }) => id);
  const { callStations } = settings.settings.stations;
  return (
    <fieldset className={styles["choices"]}>
      <legend className={styles["label"]}>{t("callStations")}</legend>
      {stations.map(({ id, callSign }) => {
        const value = toggleCallStation(mine, callStations, id);
        const isIn = (chosen: readonly string[]) => chosen.length === 0 || chosen.includes(id);
        const isChosen = isIn(callStations);
        return (
          <Checkbox
            key={id}
            checked={isChosen}
            disabled={value === null}
            onChange={() =>
              settings.change((now) => {
                const before = now.stations.callStations;
                const isDone = isIn(before) !== isChosen;
                const after = isDone ? null : toggleCallStation(mine, before, id);
                return { setting: "STATIONS", value: after ?? before };
              })
            }
          >
            {callSign}
          </Checkbox>
        );
      })}
    </fieldset>
  );
}

interface StationSelectProps {
  label: string;
  none: string;
  chosen: string | null;
  stations: readonly Station[];
  onChange: (station: string | null) => void;
}

function StationSelect({ label, none, chosen, stations, onChange }: StationSelectProps) {
  return (
    <SelectField
      label={label}
      value={chosen ?? NONE}
      options={[
        { value: NONE, label: none },
        ...stations.map(({ id, callSign }) => ({ value: id, label: callSign })),
      ]}
      onChange={(id) => onChange(id === NONE ? null : id)}
    />
  );
}

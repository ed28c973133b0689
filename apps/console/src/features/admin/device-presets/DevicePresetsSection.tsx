import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { type DevicePreset, removeDevicePreset } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { AskAbout } from "../AskAbout.tsx";
import { useAudioServers, useDevicePresets } from "../audio-servers/use-audio-servers.ts";
import { SectionState } from "../SectionState.tsx";
import { ListCard, RowButtons } from "../table/ListCard.tsx";
import type { DataColumn } from "../table/use-data-rows.ts";
import { useMayLeave } from "../use-unsaved-guard.ts";
import { PresetForm } from "./PresetForm.tsx";

import styles from "../Admin.module.css";

/** Lists device presets: the carriers of line 1 and line 2, and which of them feeds the air. */
export function DevicePresetsSection({ station }: { station: string }) {
  const t = useTranslations("audioServers.presets");
  const [fetched, servers] = [useDevicePresets(station), useAudioServers(station)];
  const { http } = useConsole();
  const mayLeave = useMayLeave();
  const [edited, setEdited] = useState<string | null>(null);
  const [removed, setRemoved] = useState<DevicePreset | null>(null);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  if (servers.status !== "loaded") {
    return <SectionState fetched={servers} />;
  }
  const shown = fetched.data.find(({ id }) => id === edited) ?? null;
  const change = (id: string) => {
    if (mayLeave()) {
      setEdited(id);
    }
  };
  return (
    <div className={styles["section"]}>
      <PresetTable
        presets={fetched.data}
        edit={change}
        remove={setRemoved}
        add={() => change("new")}
      />
      {edited === null ? null : (
        <PresetForm
          key={edited}
          station={station}
          preset={shown}
          servers={servers.data}
          close={() => setEdited(null)}
        />
      )}
      <AskAbout
        station={station}
        about={removed}
        question={({ name }) => ({
          title: t("removeTitle", { name }),
          words: t("removeWords"),
          doWords: t("removeDo"),
        })}
        close={() => setRemoved(null)}
        run={({ id: preset }) => http.call(removeDevicePreset, { params: { id: station, preset } })}
      />
    </div>
  );
}

interface PresetTableProps {
  presets: readonly DevicePreset[];
  edit: (id: string) => void;
  remove: (preset: DevicePreset) => void;
  add?: () => void;
}

export function PresetTable({ presets, edit, remove, add }: PresetTableProps) {
  const t = useTranslations("audioServers.presets");
  const admin = useTranslations("admin");
  return (
    <ListCard
      name="devicePresets"
      label={admin("section.devicePresets")}
      empty={{ title: t("empty"), words: t("emptyWords") }}
      rows={presets}
      rowKey={({ id }) => id}
      columns={usePresetColumns()}
      actions={{
        title: admin("edit"),
        cell: (preset) => (
          <RowButtons
            name={preset.name}
            edit={() => edit(preset.id)}
            remove={() => remove(preset)}
          />
        ),
      }}
    >
      {add === undefined ? null : (
        <Button icon={Plus} onClick={add}>
          {t("add")}
        </Button>
      )}
    </ListCard>
  );
}

function usePresetColumns(): DataColumn<DevicePreset>[] {
  const t = useTranslations("audioServers.presets");
  const roles = useTranslations("admin.roles");
  const readServer = (server: DevicePreset["line1"]) => server?.name ?? t("browser");
  const readSeat = ({ seatOf }: DevicePreset) => (seatOf === null ? "" : roles(seatOf));
  return [
    { id: "name", title: t("name"), by: ({ name }) => name, cell: ({ name }) => name },
    ...(["line1", "line2"] as const).map((line) => ({
      id: line,
      title: t("line", { number: line === "line1" ? "1" : "2" }),
      by: (preset: DevicePreset) => readServer(preset[line]),
      cell: (preset: DevicePreset) => {
        const feeds = preset.feedsAir[line];
        return (
          <>
            {readServer(preset[line])}
            {feeds === null ? null : (
              <span className={styles["quiet"]}>{t(feeds ? "onAir" : "offAir")}</span>
            )}
          </>
        );
      },
    })),
    { id: "seatOf", title: t("seatOf"), by: readSeat, cell: readSeat },
  ];
}

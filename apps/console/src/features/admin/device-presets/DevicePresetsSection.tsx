import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { type DevicePreset, removeDevicePreset } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { useAudioServers, useDevicePresets } from "../audio-servers/use-audio-servers.ts";
import { SectionState } from "../SectionState.tsx";
import { useRefresh } from "../use-station-details.ts";
import { PresetForm } from "./PresetForm.tsx";

import styles from "../Admin.module.css";

/** Which audio server carries line 1 and line 2, by name [AS39]. */
export function DevicePresetsSection({ station }: { station: string }) {
  const t = useTranslations("audioServers.presets");
  const [fetched, servers] = [useDevicePresets(station), useAudioServers(station)];
  const [edited, setEdited] = useState<string | null>(null);
  const [removed, setRemoved] = useState<DevicePreset | null>(null);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  if (servers.status !== "loaded") {
    return <SectionState fetched={servers} />;
  }
  const shown = fetched.data.find(({ id }) => id === edited) ?? null;
  return (
    <div className={styles["section"]}>
      <div className={styles["card"]}>
        {fetched.data.length === 0 ? (
          <EmptyState title={t("empty")}>{t("emptyWords")}</EmptyState>
        ) : (
          <PresetTable presets={fetched.data} edit={setEdited} remove={setRemoved} />
        )}
        <div className={styles["buttons"]}>
          <Button icon={Plus} onClick={() => setEdited("new")}>
            {t("add")}
          </Button>
        </div>
      </div>
      {edited === null ? null : (
        <PresetForm
          key={edited}
          station={station}
          preset={shown}
          servers={servers.data}
          close={() => setEdited(null)}
        />
      )}
      <RemovePreset station={station} preset={removed} close={() => setRemoved(null)} />
    </div>
  );
}

interface PresetTableProps {
  presets: readonly DevicePreset[];
  edit: (id: string) => void;
  remove: (preset: DevicePreset) => void;
}

function PresetTable({ presets, edit, remove }: PresetTableProps) {
  const t = useTranslations("audioServers.presets");
  const admin = useTranslations("admin");
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("line", { number: "1" })}</th>
            <th scope="col">{t("line", { number: "2" })}</th>
            <th aria-label={admin("edit")} />
          </tr>
        </thead>
        <tbody>
          {presets.map((preset) => (
            <tr key={preset.id}>
              <td>{preset.name}</td>
              <LineCell server={preset.line1} feeds={preset.feedsAir.line1} />
              <LineCell server={preset.line2} feeds={preset.feedsAir.line2} />
              <td>
                <Button
                  aria-label={admin("editOf", { name: preset.name })}
                  onClick={() => edit(preset.id)}
                >
                  {admin("edit")}
                </Button>{" "}
                <Button
                  look="quiet"
                  aria-label={admin("removeOf", { name: preset.name })}
                  onClick={() => remove(preset)}
                >
                  {admin("remove")}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineCellProps {
  server: DevicePreset["line1"];
  feeds: boolean | null;
}

function LineCell({ server, feeds }: LineCellProps) {
  const t = useTranslations("audioServers.presets");
  return (
    <td>
      {server === null ? t("browser") : server.name}
      {feeds === null ? null : (
        <span className={styles["quiet"]}>{t(feeds ? "onAir" : "offAir")}</span>
      )}
    </td>
  );
}

interface RemovePresetProps {
  station: string;
  preset: DevicePreset | null;
  close: () => void;
}

function RemovePreset({ station, preset, close }: RemovePresetProps) {
  const t = useTranslations("audioServers.presets");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return (
    <AskDialog
      open={preset !== null}
      title={t("removeTitle", { name: preset?.name ?? "" })}
      words={t("removeWords")}
      doWords={t("removeDo")}
      close={close}
      run={async () => {
        if (preset !== null) {
          await http.call(removeDevicePreset, { params: { id: station, preset: preset.id } });
          await refresh();
        }
      }}
    />
  );
}

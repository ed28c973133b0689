import { useRootState } from "../../client/ConsoleProvider.tsx";
import { useAfterPaint } from "../../ui/use-after-paint.ts";
import { SettingsCard } from "./SettingsCard.tsx";
import { useAirLines } from "./use-air-lines.ts";
import { useLineDevices } from "./use-line-devices.ts";
import { useNotifications } from "./use-notifications.ts";
import { useSettings } from "./use-settings.ts";
import { useSound } from "./use-sound.ts";

/** The card answers the key; what it shows, and asks the server for, comes after that frame. */
export function SettingsPanel() {
  return useAfterPaint() ? <OwnSettings /> : null;
}

function OwnSettings() {
  const stations = useRootState((state) => state.desk.stations);
  const [sound, settings, notifications] = [useSound(), useSettings(), useNotifications()];
  const views = {
    sound,
    settings,
    notifications,
    air: useAirLines(true),
    devices: useLineDevices(),
  };
  return <SettingsCard stations={stations} {...views} />;
}

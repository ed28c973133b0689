import { useRootState } from "../../client/ConsoleProvider.tsx";
import { useAfterPaint } from "../../ui/use-after-paint.ts";
import { SettingsCard } from "./SettingsCard.tsx";
import { useAirLines } from "./use-air-lines.ts";
import { useLineDevices } from "./use-line-devices.ts";
import { useNotifications } from "./use-notifications.ts";
import { useSettings } from "./use-settings.ts";
import { useSound } from "./use-sound.ts";

export function SettingsPanel() {
  const stations = useRootState((state) => state.desk.stations);
  const [sound, settings, notifications] = [useSound(), useSettings(), useNotifications()];
  const views = {
    sound,
    settings,
    notifications,
    air: useAirLines(true),
    devices: useLineDevices(),
  };
  return useAfterPaint() ? <SettingsCard stations={stations} {...views} /> : null;
}

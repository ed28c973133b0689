import { useRootState } from "../../client/ConsoleProvider.tsx";
import { SettingsDialog } from "./SettingsDialog.tsx";
import { useAirLines } from "./use-air-lines.ts";
import { useNotifications } from "./use-notifications.ts";
import { useSettings } from "./use-settings.ts";
import { useSound } from "./use-sound.ts";

interface SettingsPanelProps {
  open: boolean;
  close: () => void;
}

export function SettingsPanel({ open, close }: SettingsPanelProps) {
  const stations = useRootState((state) => state.desk.stations);
  const [sound, settings, notifications] = [useSound(), useSettings(), useNotifications()];
  const views = { sound, settings, notifications, air: useAirLines(open) };
  return <SettingsDialog {...{ open, stations }} {...views} onClose={close} />;
}

import { useRootState } from "../../client/ConsoleProvider.tsx";
import { useAfterPaint } from "../../ui/use-after-paint.ts";
import { useNotifications } from "./AlertFields.tsx";
import { useLineDevices } from "./LineDevices.tsx";
import { useMicrophoneFields } from "./MicrophoneFields.tsx";
import { SettingsCard } from "./SettingsCard.tsx";
import { useSettings } from "./use-settings.ts";
import { useSound } from "./use-sound.ts";

/** Shows the card without its content first, so that the card appears soon after the key press. */
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
    devices: useLineDevices(),
    microphone: useMicrophoneFields(),
  };
  return <SettingsCard stations={stations} {...views} />;
}

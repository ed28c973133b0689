import { SettingsDialog } from "../features/settings/SettingsDialog.tsx";
import { useSettings } from "../features/settings/use-settings.ts";
import { useSound } from "../features/settings/use-sound.ts";

/** Each part asks for its own data, so that a change draws one part and not the page. */

export function StationSettings(props: { open: boolean; onClose: () => void }) {
  return <SettingsDialog {...props} sound={useSound()} settings={useSettings()} />;
}

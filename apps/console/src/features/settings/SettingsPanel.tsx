import { SettingsDialog } from "./SettingsDialog.tsx";
import { useSettings } from "./use-settings.ts";
import { useSound } from "./use-sound.ts";

interface SettingsPanelProps {
  open: boolean;
  close: () => void;
}

export function SettingsPanel({ open, close }: SettingsPanelProps) {
  return <SettingsDialog open={open} onClose={close} sound={useSound()} settings={useSettings()} />;
}

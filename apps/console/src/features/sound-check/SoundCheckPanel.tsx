import { SoundCheckCard } from "./SoundCheckCard.tsx";
import { useSoundCheck } from "./use-sound-check.ts";

export function SoundCheckPanel() {
  return <SoundCheckCard view={useSoundCheck()} />;
}

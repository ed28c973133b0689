import { useRootState } from "../../client/ConsoleProvider.tsx";
import { selectMe } from "../../client/store/select-calls.ts";
import { useRunningContestAt } from "../../client/use-running-contest.ts";
import { useAfterPaint } from "../../ui/use-after-paint.ts";
import { useNotifications } from "./AlertFields.tsx";
import { type ContestAtStake, findContestStation } from "./contest-at-stake.ts";
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
    contest: useContestAtStake(settings.settings.activeQueueStation),
    devices: useLineDevices(),
    microphone: useMicrophoneFields(),
  };
  return <SettingsCard stations={stations} {...views} />;
}

/** `chosen` is the station of the settings, whose contest the server uses. */
function useContestAtStake(chosen: string | null): ContestAtStake {
  const stations = useRootState((state) => state.desk.stations);
  const me = useRootState(selectMe);
  const station = findContestStation(stations, chosen);
  const { contest, isKnown } = useRunningContestAt(station);
  if (station === "" || (isKnown && contest === null)) {
    return { status: "none" };
  }
  return contest === null
    ? { status: "unknown" }
    : { status: "running", contest: { ...contest, isMine: contest.starter === me } };
}

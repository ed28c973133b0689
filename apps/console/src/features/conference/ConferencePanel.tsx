import { ConferenceCard } from "./ConferenceCard.tsx";
import { useCallIn } from "./use-call-in.ts";
import { useConference } from "./use-conference.ts";

export function ConferencePanel() {
  return <ConferenceCard view={useConference()} callIn={useCallIn()} />;
}

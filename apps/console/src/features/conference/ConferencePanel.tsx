import { ConferenceCard } from "./ConferenceCard.tsx";
import { useConference } from "./use-conference.ts";

export function ConferencePanel() {
  return <ConferenceCard view={useConference()} />;
}

import { ConferenceCard } from "./ConferenceCard.tsx";
import { useConference } from "./use-conference.ts";
import { useNumberDraft } from "./use-number-draft.ts";

export function ConferencePanel() {
  const view = useConference();
  return <ConferenceCard view={view} draft={useNumberDraft(view.dialIn)} />;
}

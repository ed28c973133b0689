import { ConferenceCard } from "../features/conference/ConferenceCard.tsx";
import { useConference } from "../features/conference/use-conference.ts";
import { useNumberDraft } from "../features/conference/use-number-draft.ts";

export function StationConference() {
  const view = useConference();
  const draft = useNumberDraft(view.dialIn);
  return <ConferenceCard view={view} draft={draft} />;
}

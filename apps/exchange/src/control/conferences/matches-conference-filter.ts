import type {
  ConferenceFilter,
  ConferenceRecord,
  ParticipantFilter,
  ParticipantRecord,
} from "../../calls/conferences/conference-api.ts";

export function matchesConferenceFilter(
  record: ConferenceRecord,
  filter: ConferenceFilter = {},
): boolean {
  const { createdAt, updatedAt } = record;
  return (
    (filter.friendlyName === undefined || record.friendlyName === filter.friendlyName) &&
    (filter.status === undefined || record.status === filter.status) &&
    (!filter.createdAfter || createdAt >= filter.createdAfter) &&
    (!filter.createdBefore || createdAt <= filter.createdBefore) &&
    (!filter.updatedAfter || updatedAt >= filter.updatedAfter) &&
    (!filter.updatedBefore || updatedAt <= filter.updatedBefore)
  );
}

export function matchesParticipantFilter(
  record: ParticipantRecord,
  filter: ParticipantFilter = {},
): boolean {
  return (
    (filter.muted === undefined || record.muted === filter.muted) &&
    (filter.hold === undefined || record.hold === filter.hold) &&
    (filter.coaching === undefined || record.coaching === filter.coaching)
  );
}

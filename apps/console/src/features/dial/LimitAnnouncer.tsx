import { SpokenLimit } from "../../ui/DialLimit.tsx";
import type { DialLimitsView } from "./dial-view.ts";

export function LimitAnnouncer({ limits: { onLines, held } }: { limits: DialLimitsView }) {
  // By id, wherever the calls go: an element that changes its place is read out as a new one.
  const limits = [...onLines, ...held].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return limits.map(({ id, name, endsAt }) => <SpokenLimit key={id} name={name} endsAt={endsAt} />);
}

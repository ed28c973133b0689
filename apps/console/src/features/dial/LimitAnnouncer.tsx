import { SpokenLimit } from "../../ui/DialLimit.tsx";
import type { DialLimitsView } from "./dial-view.ts";

/** Says of each of one's own dialled calls that it ends soon, once, wherever it is drawn [OB51]. */
export function LimitAnnouncer({ limits: { onLines, held } }: { limits: DialLimitsView }) {
  return [...onLines, ...held].map(({ id, name, endsAt }) => (
    <SpokenLimit key={id} name={name} endsAt={endsAt} />
  ));
}

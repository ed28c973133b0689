import type { Call } from "@linedesk/contract";
import { mayBeBroughtIn } from "../../client/desk/may-be-brought-in.ts";

interface Choice {
  /** In the order in which they were selected. */
  picked: readonly Call[];
  own: Call | null;
  me: string | null;
  stations: ReadonlySet<string>;
}

/**
 * Who of those selected comes into one conference. It is of one station: that of the own
 * call, or of the first who can come.
 */
export function chooseComing({ picked, own, me, stations }: Choice): Call[] {
  const able = picked.filter(
    (call) => call.id !== own?.id && stations.has(call.station) && mayBeBroughtIn(call, me),
  );
  const station = own?.station ?? able[0]?.station;
  return able.filter((call) => call.station === station);
}

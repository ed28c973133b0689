import { accessAttacks } from "./access-attacks.ts";
import { type Attack, BreachError } from "./attack.ts";
import { machineAttacks } from "./machine-attacks.ts";
import { realtimeAttacks } from "./realtime-attacks.ts";
import { secrecyAttacks } from "./secrecy-attacks.ts";
import { signInAttacks } from "./sign-in-attacks.ts";
import { stationAttacks } from "./station-attacks.ts";
import { openTarget } from "./target.ts";
import { telephonyAttacks } from "./telephony-attacks.ts";

const attacks: readonly Attack[] = [
  ...accessAttacks,
  ...signInAttacks,
  ...realtimeAttacks,
  ...telephonyAttacks,
  ...stationAttacks,
  ...secrecyAttacks,
  ...machineAttacks,
];

export interface AttackOptions {
  /** The origin of a station of `npm start`, where the demonstration people sign in. */
  origin: string;
  say: (line: string) => void;
}

/**
 * Attacks a station from outside and reports each attack. Returns the number of attacks that
 * succeeded. It removes all that it adds, except one revoked audio server at each station.
 */
export async function attackStation({ origin, say }: AttackOptions): Promise<number> {
  const target = await openTarget(origin);
  let worked = 0;
  for (const { name, run } of attacks) {
    try {
      say(`refused    attempt to ${name}: ${await run(target)}`);
    } catch (error) {
      if (!(error instanceof BreachError)) {
        throw error;
      }
      worked += 1;
      say(`SUCCEEDED  attempt to ${name}: ${error.message}`);
    }
  }
  say(`The station refused ${attacks.length - worked} of ${attacks.length} attacks.`);
  return worked;
}

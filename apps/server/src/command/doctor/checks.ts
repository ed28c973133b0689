import { address } from "./checks/address.ts";
import { certificates } from "./checks/certificates.ts";
import { clock } from "./checks/clock.ts";
import { database } from "./checks/database.ts";
import { disk } from "./checks/disk.ts";
import { exchanges } from "./checks/exchanges.ts";
import { hub } from "./checks/hub.ts";
import { microphone } from "./checks/microphone.ts";
import { names } from "./checks/names.ts";
import { ports } from "./checks/ports.ts";
import { relays } from "./checks/relays.ts";
import { signIn } from "./checks/sign-in.ts";
import { telephonyAccount } from "./checks/telephony-account.ts";
import { trunks } from "./checks/trunks.ts";
import type { Check } from "./context/check.ts";

/** Every check of `linedesk doctor`, in the order of its output. */
export const checks: readonly Check[] = [
  ports,
  address,
  certificates,
  clock,
  names,
  database,
  disk,
  microphone,
  signIn,
  exchanges,
  trunks,
  relays,
  hub,
  telephonyAccount,
];

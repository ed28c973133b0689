import { Check, type LucideIcon, Radio } from "lucide-react";

import type { AirChecks } from "@linedesk/contract";
import { bindKeys } from "./bind-keys.ts";
import type { DeskAction } from "./desk-action.ts";

/**
 * A question of the air-ready check. A press shows it as answered at once, and the same key takes
 * this answer back.
 */
interface AirCheckDefinition extends DeskAction {
  check: keyof AirChecks;
  icon: LucideIcon;
}

export const airCheckActions = {
  radio_off: { keys: bindKeys.onCaller("radioOff", "q"), check: "radioOff", icon: Radio },
  agreed: { keys: bindKeys.onCaller("agreed", "e"), check: "agreed", icon: Check },
} as const satisfies Record<string, AirCheckDefinition>;

export type AirCheckAction = keyof typeof airCheckActions;

export const airCheckIds = Object.keys(airCheckActions) as AirCheckAction[];

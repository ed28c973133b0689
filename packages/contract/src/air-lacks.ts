import type { Call } from "./calls.ts";

export type AirLack = "radio_on" | "not_agreed" | "no_point";

/** What the air-ready check still lacks; empty when the caller may go to air. */
export function listAirLacks({ air, description }: Pick<Call, "air" | "description">): AirLack[] {
  const checks: [AirLack, boolean][] = [
    ["radio_on", air.radioOff],
    ["not_agreed", air.agreed],
    ["no_point", description.trim() !== ""],
  ];
  return checks.filter(([, isDone]) => !isDone).map(([lack]) => lack);
}

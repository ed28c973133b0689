import type { Call } from "@linedesk/contract";

/** Returns the live call of the same person, or of the same number if either person is unknown. */
export function findCallAgain(calls: readonly Call[], over: Call): Call | null {
  const { id: person, number } = over.caller;
  const isSame = ({ caller }: Call) =>
    person !== null && caller.id !== null
      ? caller.id === person
      : number !== null && caller.number === number;
  return (
    calls.find((call) => call.id !== over.id && call.desk.status !== "ended" && isSame(call)) ??
    null
  );
}

import { DialForm } from "./DialForm.tsx";
import { useDial } from "./use-dial.ts";

/** The panel from which numbers are dialled. */
export function DialPanel() {
  return <DialForm view={useDial()} />;
}

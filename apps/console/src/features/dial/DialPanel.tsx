import { DialForm } from "./DialForm.tsx";
import { useDial } from "./use-dial.ts";

export function DialPanel() {
  return <DialForm view={useDial()} />;
}

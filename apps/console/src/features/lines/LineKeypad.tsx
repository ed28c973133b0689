import type { DeviceLine } from "@linedesk/contract";
import { KeypadDialog } from "./KeypadDialog.tsx";
import { useLine } from "./use-line.ts";

/** For which call a keypad was opened: its digits go to no other [KY21]. */
export interface OpenKeypad {
  line: DeviceLine;
  call: string;
}

interface LineKeypadProps {
  keypad: OpenKeypad;
  onClose: () => void;
}

export function LineKeypad({ keypad, onClose }: LineKeypadProps) {
  const { number, call } = useLine(keypad.line);
  const send = call?.call.id === keypad.call ? call.sendDigit : null;
  return <KeypadDialog number={number} send={send} onClose={onClose} />;
}

import { useState } from "react";

import type { DeviceLine } from "@linedesk/contract";
import { useRootState } from "../../client/ConsoleProvider.tsx";
import { describeCaller } from "../../client/store/describe-caller.ts";
import { selectActiveLine } from "../../client/store/select-calls.ts";
import { Keypad, type KeypadView } from "./Keypad.tsx";
import type { LineCallView } from "./line-view.ts";
import { useLine } from "./use-line.ts";

/** For which call a keypad is open: its digits go to no other. */
interface OpenKeypad {
  line: DeviceLine;
  call: string;
}

export function KeypadPanel({ close }: { close: () => void }) {
  const line = useRootState(selectActiveLine);
  const selected = useLine(line);
  const [open, setOpen] = useState<OpenKeypad | null>(null);
  const ready = readyCall(selected.call);
  if (open === null && ready !== null) {
    setOpen({ line, call: ready.call.id });
  }
  const bound = useLine(open?.line ?? line);
  const call = open !== null && bound.call?.call.id === open.call ? bound.call : null;
  const isElsewhere = ready !== null && ready.call.id !== open?.call;
  const view: KeypadView = {
    number: bound.number,
    name: call === null ? null : describeCaller(call.call),
    send: call?.sendDigit ?? null,
    use: isElsewhere
      ? { name: describeCaller(ready.call), run: () => setOpen({ line, call: ready.call.id }) }
      : null,
  };
  return <Keypad key={open?.call ?? ""} view={view} close={close} />;
}

function readyCall(call: LineCallView | null): LineCallView | null {
  return call !== null && call.sendDigit !== null ? call : null;
}

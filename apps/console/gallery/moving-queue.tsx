import { useState } from "react";

import { Button } from "../src/ui/Button.tsx";
import { aCall } from "./a-call.ts";
import { aRow, person } from "./a-row.ts";
import { aQueue } from "./queue-views.ts";
import { Stage } from "./Stage.tsx";

function ringing(n: number) {
  const caller = person(n, `Caller ${n}`, "Manly");
  return aRow(aCall({ n: 600 + n, waitS: 200 - n, caller }), "ringing");
}

/** More callers than a screen shows. */
const MANY = 30;

/** Shows a queue with hidden buttons that change it, so that a test keeps its pointer on the rows. */
export function MovingQueue({ compact, count }: { compact: boolean; count: number }) {
  const [numbers, setNumbers] = useState(() => Array.from({ length: count }, (_, n) => n + 1));
  const [next, setNext] = useState<number | null>(null);
  const rows = numbers.map((n) =>
    n === next ? { ...ringing(n), state: "next" as const } : ringing(n),
  );
  return (
    <>
      <Stage compact={compact} queue={aQueue(rows)} caller={null} />
      <div hidden data-change>
        <Button onClick={() => setNumbers(numbers.filter((n) => n !== 3))}>End the third</Button>
        <Button onClick={() => setNumbers([Math.max(...numbers) + 1, ...numbers])}>
          Ring first
        </Button>
        <Button onClick={() => setNext(1)}>Make the first NEXT</Button>
      </div>
    </>
  );
}

export const movingQueues = [
  {
    id: "moving-queue",
    draw: (compact: boolean) => <MovingQueue compact={compact} count={5} />,
  },
  {
    id: "moving-queue-many",
    draw: (compact: boolean) => <MovingQueue compact={compact} count={MANY} />,
  },
];

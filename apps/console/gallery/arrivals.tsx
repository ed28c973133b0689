import { useState } from "react";

import type { UserSettings } from "@linedesk/contract";
import { QueueAnnouncer } from "../src/features/queue/QueueAnnouncer.tsx";
import { Button } from "../src/ui/Button.tsx";
import { aCall } from "./a-call.ts";
import { aRow } from "./a-row.ts";
import { aQueue } from "./queue-views.ts";

const everybody = { tab: "all" as const, find: "" };
const withheld = { name: null, number: null, numberDisplay: "Private number" };

/** Adds callers without a number one by one, so that each announcement has the same words. */
export function Arrivals({ callers }: { callers: UserSettings["heard"]["callers"] }) {
  const [count, setCount] = useState(0);
  const rows = Array.from({ length: count }, (_, index) =>
    aRow(aCall({ n: 500 + index, caller: withheld }), "ringing"),
  );
  return (
    <main>
      <h1>New calls</h1>
      <Button onClick={() => setCount(count + 1)}>One more call</Button>
      <QueueAnnouncer
        station="2ZZ Sydney"
        linesOpen
        queue={aQueue(rows)}
        filter={everybody}
        callers={callers}
      />
    </main>
  );
}

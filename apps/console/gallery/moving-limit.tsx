import { useState } from "react";

import { LimitAnnouncer } from "../src/features/dial/LimitAnnouncer.tsx";
import { Button } from "../src/ui/Button.tsx";
import { ago } from "./a-call.ts";

const kim = { id: "1", name: "Kim Nguyen", endsAt: ago(-22), extend: null };
const joan = { id: "2", name: "Joan Mercer", endsAt: ago(-95), extend: null };

/** Moves a dialled call whose time limit is near from a line to the held calls and back. */
export function MovingLimit() {
  const [isHeld, setHeld] = useState(false);
  const limits = isHeld ? { onLines: [], held: [joan, kim] } : { onLines: [kim], held: [joan] };
  return (
    <main>
      <h1>Outbound calls</h1>
      <Button onClick={() => setHeld(!isHeld)}>{isHeld ? "Resume" : "Hold"}</Button>
      <LimitAnnouncer limits={limits} />
    </main>
  );
}

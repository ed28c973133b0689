import { StatusPage } from "../src/app/StatusPage.tsx";
import { AwakeHelp } from "../src/features/upkeep/AwakeHelp.tsx";
import { UpdatePill } from "../src/features/upkeep/UpdatePill.tsx";
import type { Scene } from "./stage-scenes.tsx";

function nothing() {
  return undefined;
}

/** The parts that keep a desk running: updates and help. */
export const upkeepScenes: Scene[] = [
  {
    id: "help-awake",
    draw: () => (
      <StatusPage title="Linedesk">
        <AwakeHelp site="desk.2zz.example" />
      </StatusPage>
    ),
  },
  {
    id: "update-ready",
    draw: () => (
      <main>
        <h1>2ZZ Sydney</h1>
        <UpdatePill onCall={false} reload={nothing} />
        <UpdatePill onCall reload={nothing} />
      </main>
    ),
  },
];

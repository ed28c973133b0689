import { BanPopover } from "../src/features/flags/BanPopover.tsx";
import { FlagPopover } from "../src/features/flags/CallerFlagsPopover.tsx";
import { MovePopover } from "../src/features/queue/MovePopover.tsx";
import { callerFlags } from "./caller-views.ts";
import type { Scene } from "./stage-scenes.tsx";
import { Stage } from "./Stage.tsx";

function nothing() {
  return undefined;
}

const beside = { getBoundingClientRect: () => new DOMRect(240, 360, 200, 20) };

const mayBan = {
  ...callerFlags,
  flags: callerFlags.flags.map((one) => ({ ...one, change: nothing })),
};

/** Small forms beside a row. */
export const popoverScenes: Scene[] = [
  {
    id: "console-flags",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <FlagPopover view={callerFlags} anchor={beside} close={nothing} />
      </>
    ),
  },
  {
    id: "console-ban",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <BanPopover view={mayBan} anchor={beside} close={nothing} />
      </>
    ),
  },
  {
    id: "console-flags-failed",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <FlagPopover
          view={{ ...callerFlags, status: "failed", words: "We could not reach the server." }}
          anchor={beside}
          close={nothing}
        />
      </>
    ),
  },
  {
    id: "console-move",
    draw: (compact) => (
      <>
        <Stage compact={compact} />
        <MovePopover
          name="Pat Jones"
          position={5}
          count={9}
          anchor={beside}
          move={nothing}
          close={nothing}
        />
      </>
    ),
  },
];

import type { ComponentProps } from "react";

import type { LineView } from "../src/features/lines/line-view.ts";
import { Palette } from "../src/features/palette/PalettePanel.tsx";
import { ShortcutSheet } from "../src/features/shortcuts/ShortcutSheet.tsx";
import { useCommandList } from "../src/ui/keys/KeyboardProvider.tsx";
import { aLine, line2Idle } from "./a-line.ts";
import { lineStates } from "./line-views.ts";
import type { Scene } from "./stage-scenes.tsx";
import { Stage } from "./Stage.tsx";

function nothing() {
  return undefined;
}

const noCalls: [] = [];

/** Hold and mute are swapped, and one of the two actions on key A has another key. */
const swapped = { "line.hold": "F8", "line.mute": "F4", "queue.answer": "y" };
/** The end of a call has a chord, and the person has given the key of Mute to Hold. */
const chords = {
  "line.end": "Control+e",
  "line.hold": "F8",
  "line.mute": "",
  "desk.takeNext": "F7",
  "queue.find": "Alt+7",
  "queue.show": "y",
};

function PaletteBody() {
  return (
    <Palette commands={useCommandList()} calls={noCalls} close={nothing} openCaller={nothing} />
  );
}

const offered: LineView = { ...line2Idle, offer: lineStates["offered to me"]?.offer ?? null };

type SwappedStageProps = Pick<ComponentProps<typeof Stage>, "compact" | "openPanel" | "panelBody">;

function SwappedStage(props: SwappedStageProps) {
  return <Stage {...props} shortcuts={swapped} lines={[aLine(), offered]} />;
}

/** The desk of a person who has chosen other keys. */
export const keyScenes: Scene[] = [
  { id: "console-keys-swapped", draw: (compact) => <SwappedStage compact={compact} /> },
  {
    id: "shortcuts-swapped",
    draw: (compact) => (
      <>
        <SwappedStage compact={compact} />
        <ShortcutSheet open onClose={nothing} />
      </>
    ),
  },
  {
    id: "console-palette-swapped",
    draw: (compact) => (
      <SwappedStage compact={compact} openPanel="commands" panelBody={PaletteBody} />
    ),
  },
  {
    id: "console-keys-chords",
    draw: (compact) => <Stage compact={compact} shortcuts={chords} />,
  },
  {
    id: "shortcuts-chords",
    draw: (compact) => (
      <>
        <Stage compact={compact} shortcuts={chords} />
        <ShortcutSheet open onClose={nothing} />
      </>
    ),
  },
];

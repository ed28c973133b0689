import type { ReactNode } from "react";

import { ManualArticle } from "../src/features/manual/ManualArticle.tsx";
import { ManualFrame } from "../src/features/manual/ManualFrame.tsx";
import { ManualResults } from "../src/features/manual/ManualResults.tsx";
import { searchManual } from "../src/features/manual/search-manual.ts";
import { readManual } from "../src/features/manual/use-manual.ts";
import type { Scene } from "./stage-scenes.tsx";

const contents = `# Manual

All pages.

## For operators

- [Answer a call](answer.md): calls.
- [Hold a conference](conference.md): several callers.
`;
const answer = `# Answer a call

This page shows how you take a caller.

## Take the next caller

1. Press **Take next** or \`F2\`.
2. Speak. See [Hold a conference](conference.md).

- The caller hears you.
`;
const conference = `# Hold a conference

This page shows how several callers talk.
`;

const manual = readManual({
  pages: new Map([
    ["README", contents],
    ["answer", answer],
    ["conference", conference],
  ]),
  pictures: new Map(),
});

function nothing() {
  return undefined;
}

function link(path: string, words: ReactNode, id = ""): ReactNode {
  return <a href={`#${path}-${id}`}>{words}</a>;
}

function draw(find: string, body: ReactNode): ReactNode {
  return (
    <ManualFrame
      manual={manual}
      path="answer"
      find={find}
      setFind={nothing}
      openFirst={nothing}
      link={link}
      home={(words) => <a href="#desk">{words}</a>}
    >
      {body}
    </ManualFrame>
  );
}

const parts = { pictures: manual.pictures, link };

/** The manual: a page, and the results of a search. */
export const manualScenes: Scene[] = [
  ...manual.pages.slice(0, 1).map((page) => ({
    id: "manual-page",
    draw: () => draw("", <ManualArticle page={page} parts={parts} at="" />),
  })),
  ...["conference", "helicopter"].map((find) => ({
    id: `manual-search-${find}`,
    draw: () =>
      draw(find, <ManualResults find={find} hits={searchManual(manual.pages, find)} link={link} />),
  })),
];

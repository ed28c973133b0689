import { expect, test } from "vitest";

import { UndoHistory } from "./undo-history.ts";

function aHistory() {
  const undo = new UndoHistory();
  const done: string[] = [];
  const gone = new Set<string>();
  function add(name: string): void {
    undo.add({
      isPossible: () => !gone.has(name),
      run: async () => void done.push(name),
    });
  }
  return { undo, done, gone, add };
}

test("[KY22] Z undoes the last action that can still be undone, and then the one before", async () => {
  const { undo, done, gone, add } = aHistory();
  for (const name of ["verified", "moved", "rejected"]) {
    add(name);
  }
  gone.add("rejected");

  expect(await undo.undoLast()).toBe(true);
  gone.delete("rejected");
  expect(await undo.undoLast()).toBe(true);
  expect(await undo.undoLast()).toBe(false);

  expect(done).toEqual(["moved", "verified"]);
});

test("[KY22] the history keeps the last twenty actions", async () => {
  const { undo, done, add } = aHistory();
  for (let step = 1; step <= 25; step += 1) {
    add(String(step));
  }

  while (await undo.undoLast()) {
    // The loop runs until no step is left.
  }

  expect(done).toHaveLength(20);
  expect(done.at(-1)).toBe("6");
});

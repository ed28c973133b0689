import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { TypingMonitor } from "./typing-monitor.ts";

class Box {
  isConnected = true;
  type = "text";
  matches = () => false;
}

const body = new Box();
const page: { activeElement: Box; body: Box } = { activeElement: body, body };

beforeEach(() => {
  const others = { HTMLTextAreaElement: Map, HTMLSelectElement: Map, HTMLElement: Map };
  const globals = { document: page, HTMLInputElement: class extends Box {}, ...others };
  Object.entries(globals).forEach(([name, value]) => vi.stubGlobal(name, value));
});

afterEach(() => vi.unstubAllGlobals());

/** Types into a field, presses the last key there, and removes the field. */
function typeAndRemove(last: string): TypingMonitor {
  const monitor = new TypingMonitor();
  const field = new HTMLInputElement() as unknown as Box;
  page.activeElement = field;
  for (const key of ["4", last]) {
    monitor.note({ key } as KeyboardEvent);
    monitor.isTyping(1_000);
  }
  field.isConnected = false;
  page.activeElement = body;
  return monitor;
}

test("keys count as typing for a moment after their field has disappeared", () => {
  const monitor = typeAndRemove("5");
  monitor.note({ key: "1" } as KeyboardEvent);
  expect([1_100, 2_500, 4_100].map((now) => monitor.isTyping(now))).toEqual([true, true, false]);
});

test("keys work at once after Escape has closed their field", () => {
  const monitor = typeAndRemove("Escape");
  monitor.note({ key: "1" } as KeyboardEvent);
  expect(monitor.isTyping(1_100)).toBe(false);
});

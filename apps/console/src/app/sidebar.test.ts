import { expect, test } from "vitest";

import { isSidebarOpen, toggleSidebar } from "./sidebar.ts";

test("[SH8] the sidebar is open if there is space", () => {
  expect(isSidebarOpen("auto", true)).toBe(true);
  expect(isSidebarOpen("auto", false)).toBe(false);
});

test("[SH8] the sidebar can be toggled and forced open at any width", () => {
  expect(toggleSidebar("auto", true)).toBe("closed");
  expect(toggleSidebar("auto", false)).toBe("open");
  expect(isSidebarOpen("open", false)).toBe(true);
  expect(isSidebarOpen("closed", true)).toBe(false);
});

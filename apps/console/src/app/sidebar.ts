export type Sidebar = "auto" | "open" | "closed";

export function isSidebarOpen(sidebar: Sidebar, wide: boolean): boolean {
  return sidebar === "auto" ? wide : sidebar === "open";
}

export function toggleSidebar(sidebar: Sidebar, wide: boolean): Sidebar {
  return isSidebarOpen(sidebar, wide) ? "closed" : "open";
}

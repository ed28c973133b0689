/** The caller's panel: as wide pages allow, or as the person forced it [SH8]. */
export type Sidebar = "auto" | "open" | "closed";

export const isSidebarOpen = (sidebar: Sidebar, wide: boolean): boolean =>
  sidebar === "auto" ? wide : sidebar === "open";

export const toggleSidebar = (sidebar: Sidebar, wide: boolean): Sidebar =>
  isSidebarOpen(sidebar, wide) ? "closed" : "open";

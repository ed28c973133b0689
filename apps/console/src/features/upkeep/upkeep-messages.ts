export const upkeepMessages = {
  updateReady: "Update ready",
  updateWords: "Loads the new version. The desk is back in a few seconds.",
  afterCall: "After the call: the new version is loaded when no line has a call",
  home: "Back to the desk",
  awake: {
    title: "Keep the desk's tab awake",
    why: "Browsers put tabs to sleep that nobody looks at. A desk that sleeps rings late, and colleagues see it as asleep.",
    already:
      "Linedesk keeps its tab awake as far as a page can: it rings and stays connected in the background, and keeps the screen on during a call. A browser that saves energy or memory can still put the tab to sleep, unless its settings prevent that.",
    browsers: "In your browser",
    name: { chrome: "Chrome", edge: "Edge", firefox: "Firefox", safari: "Safari" },
    how: {
      chrome:
        'Settings, Performance, "Always keep these sites active": add {site}. Energy Saver can stay on.',
      edge: 'Settings, System and performance, "Never put these sites to sleep": add {site}.',
      firefox:
        "Firefox unloads tabs only when memory is short: close what you do not need, or set browser.tabs.unloadOnLowMemory to false in about:config.",
      safari: "Keep the desk in a window of its own that nothing covers.",
    },
    admins: "For the people who run the computers",
    policy: "Set it for everybody by policy:",
    machine:
      "Set the computer not to sleep while it is plugged in: no browser keeps a sleeping computer connected.",
  },
} as const;

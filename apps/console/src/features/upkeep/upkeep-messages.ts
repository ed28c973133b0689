export const upkeepMessages = {
  updateReady: "Update ready",
  updateWords: "Loads the new version. The desk is back in a few seconds.",
  afterCall: "After the call: the new version is loaded when no line has a call",
  home: "Back to the desk",
  awake: {
    title: "Keep the desk's tab awake",
    why: "Browsers put tabs to sleep that nobody looks at. A desk that sleeps rings late, and colleagues see it as asleep.",
    already:
      "Linedesk keeps its tab awake as far as a page can: it rings and stays connected in the background, and holds the screen on in a call. A browser that saves energy or memory can overrule that, unless it is told not to.",
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
    admins: "For who looks after the computers",
    policy: "Set it for everybody by policy:",
    machine:
      "Let the computer not sleep while it is plugged in: no browser keeps a sleeping computer connected.",
  },
} as const;

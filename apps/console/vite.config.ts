import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** `--mode gallery`: the gallery's entry starts the page and adds its route to the console's. */
const galleryEntry: Plugin = {
  name: "gallery-entry",
  apply: (_config, { mode }) => mode === "gallery",
  transformIndexHtml: {
    order: "pre",
    handler: (html) => html.replace("/src/main.tsx", "/gallery/main.tsx"),
  },
};

// Assets are never inlined: the content security policy allows no data: or blob: styles or scripts.
export default defineConfig({
  plugins: [react(), galleryEntry],
  build: {
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    sourcemap: true,
  },
});

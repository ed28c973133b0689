import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Assets are never inlined: the content security policy allows no data: or blob: styles or scripts.
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    sourcemap: true,
  },
});

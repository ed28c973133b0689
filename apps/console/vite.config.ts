import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";

import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

import { compileMessages } from "./compile-messages.ts";

/** With `--mode gallery` the gallery's entry starts the page, and adds a route to the console's. */
const galleryEntry: Plugin = {
  name: "gallery-entry",
  apply: (_config, { mode }) => mode === "gallery",
  transformIndexHtml: {
    order: "pre",
    handler: (html) => html.replace("/src/main.tsx", "/gallery/main.tsx"),
  },
};

/**
 * The sign-in pages of the server and of the demonstration issuer use the console's typeface. They
 * cannot know the name with a hash, so the build has the file under a fixed name too.
 */
const signInTypeface: Plugin = {
  name: "sign-in-typeface",
  apply: "build",
  generateBundle() {
    const file = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
    const source = readFileSync(createRequire(import.meta.url).resolve(file));
    this.emitFile({ type: "asset", fileName: "fonts/inter.woff2", source });
  },
};

/**
 * The modules that the first page and lazy chunks share. Otherwise the modules that the same chunks
 * use would form a chunk of their own, and dozens of small files are larger than one.
 */
const SHARED =
  /ui\/(Button|EmptyState|VisuallyHidden|KeyCap|class-names|use-delayed|use-popups)\b|contract\/src\/\w+\/(calls|flag-icon|flags|win-status|settings|may-win|station-day|quality|roles|hidden-calls|compare-in-queue|merge-queues)\.ts|zod\/v4\/mini\/(coerce|iso)|@tanstack\/(store|react-store)\/|@tanstack\/(query-core|react-query)\/|contract\/src\/\w+\/(audio-servers|stations|endpoint|caller-number|outbound)\.ts|app\/StatusPage|client\/(failures|words)\/(?!.*(?:\.de|(?:reason-words|reason-writer|code-words))\.ts)|softphone\/voice-(errors|failure)\.ts|lib\/http-client|contract\/src\/(platform\/(errors|error-reasons|page-locale)|reasons\/error-codes)\.ts|use-intl\/dist\/esm\/production\/core|ui\/keys\/|zod\/v4\/core\/registries|@tanstack\/(router-core|history|react-router)\/|features\/settings\/use-theme|ui\/Field\.module|client\/audio-server\/audio-server-error\.ts|client\/audio\/level-meter\.ts|contract\/src\/desk\/air-rules\.ts|ui\/use-opener\.ts|icons\/(chevron-down|phone|check|lock|lock-open|skip-forward)\.|lib\/key-binding\.ts|use-sync-external-store|lucide-react\/dist\/esm\/(shared|createLucideIcon|Icon|context)|ui\/(StateBadge|time\/)|contract\/src\/(platform\/(health|clean-name|fold-text)|desk\/(call-queue|list-takeable))\.ts|lib\/(is-joining|read-win)\.ts|client\/audio\/processing\.ts|icons\/(headset|forward|phone-incoming|phone-off|radio|triangle-exclamation-point|undo-2|user-round)\.|use-intl\/dist\/esm\/production\/react|@base-ui\/utils\/(useControlled|useRefWithInit|useMergedRefs|useIsoLayoutEffect|empty|reactVersion|getReactElementRef|mergeObjects|safeReact|useForcedRerendering|useId|useStableCallback|formatErrorMessage|visuallyHidden)\.|@base-ui\/react\/(internals\/(getStateAttributesProps|useRenderElement|useBaseUiId|createBaseUIEventDetails|reason-parts|useValueChanged|use-button\/useButton|composite\/root\/CompositeRootContext)|utils\/(resolveClassName|resolveStyle|useFocusableWhenDisabled|dispatchClickWithModifiers)|merge-props\/mergeProps)\./;

/**
 * The shared modules that belong to the store. React itself may not be here, because it would start
 * before its own runtime. The actions of the desk read the store, so they may not be in `shared`,
 * which starts before the store.
 */
const STORE =
  /node_modules\/(redux|redux-thunk|reselect|immer|@reduxjs\/toolkit|react-redux)\/|client\/ConsoleProvider\b|features\/settings\/(use-settings|create-settings-mutation)|client\/store\/(calls-slice|retained-calls|desk-slice|seats-slice|desk-state|panel-caller|select-calls|select-hidden|select-air-rules|create-order-keeper|select-own-dials|derive-display-state|select-takeable)\.ts|client\/(actions\/|desk\/requests\/ask-of-calls)/;

const scopedNames = new Map<string, string>();

/**
 * Returns the class name of a CSS module in a build, without the local name, which would be more than
 * a hundredth of the first load. Throws when two classes would get one name.
 */
function nameClass(local: string, file: string): string {
  const key = `${relative(import.meta.dirname, file.replace(/\?.*$/, ""))} ${local}`;
  const hash = createHash("sha256").update(key).digest("base64url").replaceAll(/[-_]/g, "");
  const name = `c${hash.slice(0, 5)}`;
  const other = scopedNames.get(name) ?? key;
  if (other !== key) {
    throw new Error(`The classes "${other}" and "${key}" have the same name.`);
  }
  scopedNames.set(name, key);
  return name;
}

// Assets are never inlined: the Content Security Policy allows no data: or blob: styles or scripts.
export default defineConfig(({ command, mode }) => ({
  ...(command === "build" && mode !== "gallery"
    ? { css: { modules: { generateScopedName: nameClass } } }
    : {}),
  plugins: [react(), galleryEntry, signInTypeface, compileMessages],
  build: {
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Only the HTML page preloads files: a lazy chunk needs few of them, and the list is long.
      resolveDependencies: (_file, chunks, { hostType }) => (hostType === "html" ? chunks : []),
    },
    target: "es2023",
    sourcemap: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "shared", test: SHARED },
            { name: "store", test: STORE },
          ],
        },
      },
    },
  },
}));

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { openGallery } from "./support/gallery.ts";
import { findPseudoFaults } from "./support/pseudo-page.ts";
import { auditScenes, takePicture } from "./support/scene-audit.ts";

const gallery = openGallery();

async function findFaultsOfWords(scenes: string[]): Promise<string[]> {
  const page = await gallery.openAnother();
  await page.route("**/api/**", () => undefined);
  const data = readSceneWords();
  const found: string[] = [];
  await gallery.visit(page, "");
  for (const scene of scenes) {
    await gallery.show(page, `scene=${scene}&locale=pseudo`);
    await takePicture(page, `${scene}-pseudo`);
    const { untranslated, clipped } = await findPseudoFaults(page, data);
    found.push(...[...untranslated, ...clipped].map((fault) => `${scene}: ${fault}`));
  }
  await page.close();
  return found;
}

/** Matches a quoted text, or text between JSX tags. */
const LITERAL = /'[^'\n]*'|"(?:\\.|[^"\\\n])*"|`[^`]*`|>[^<>{}\n]+</g;

/**
 * Reads the words that the pseudo-locale does not mark: names of callers, people and stations in
 * the scenes, reasons of refusals, and untranslatable names.
 */
function readSceneWords(): string[] {
  const literals = ["../gallery", "../src/testing", "../src/client/words/reasons"].flatMap(
    (folder) => {
      const path = join(import.meta.dirname, folder);
      return readdirSync(path).flatMap(
        (file) => readFileSync(join(path, file), "utf8").match(LITERAL) ?? [],
      );
    },
  );
  return [
    "Linedesk",
    "Enter",
    "TCP",
    "TLS",
    "UDP",
    ...new Set(literals.join(" ").split(/[^\p{L}\p{M}'’-]+/u)),
  ];
}

describe("every scene", () => {
  test("in the pseudo-locale has no text outside of brackets and no text that is cut off", async () => {
    // The scene `kit` shows only components, which have no words.
    const names = (await gallery.sceneNames()).filter((name) => name !== "kit");
    const half = Math.ceil(names.length / 2);

    const found = await Promise.all([
      findFaultsOfWords(names.slice(0, half)),
      findFaultsOfWords(names.slice(half)),
    ]);
    expect(found.flat()).toEqual([]);
  }, 900_000);

  test("[AX1] has no axe fault in either theme, and no breach of the content policy", async () => {
    const names = await gallery.sceneNames();
    const half = Math.ceil(names.length / 2);

    const found = await Promise.all([
      auditScenes(gallery, names.slice(0, half), "comfortable"),
      auditScenes(gallery, names.slice(half), "comfortable"),
    ]);
    expect(names.length).toBeGreaterThan(40);
    expect(found.flat()).toEqual([]);
  }, 900_000);
});

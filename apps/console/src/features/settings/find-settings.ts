/**
 * Hides each setting without these words, and each section without a shown setting; words of a
 * section's name show the whole section. Returns the names of the shown sections.
 */
export function findSettings(groups: Element, query: string): string[] {
  const words = normalise(query);
  const names: string[] = [];
  for (const section of groups.querySelectorAll<HTMLElement>(":scope > section")) {
    const name = section.ariaLabel ?? "";
    const isNamed = normalise(name).includes(words);
    const rows = [...section.querySelectorAll<HTMLElement>(":scope > :not(h3)")];
    for (const row of rows) {
      const text = `${row.textContent} ${row.dataset["find"] ?? ""}`;
      row.hidden = !isNamed && !normalise(text).includes(words);
    }
    section.hidden = !isNamed && rows.every(({ hidden }) => hidden);
    if (!section.hidden) {
      names.push(name);
    }
  }
  return names;
}

function normalise(text: string): string {
  return text.trim().toLocaleLowerCase();
}

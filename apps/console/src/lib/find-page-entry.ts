/** Returns the address of the page's first script, which identifies its release. */
export function findPageEntry({ document }: Pick<Window, "document">): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;
}

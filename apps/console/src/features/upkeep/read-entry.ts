/** Returns the page's first script, whose name has a hash of everything that it loads. */
export function readEntry(html: string): string | null {
  return /<script\b[^>]*\bsrc="([^"]+\.js)"/.exec(html)?.[1] ?? null;
}

import type { Flame } from "./cpu-profile.ts";

const WIDTH_PX = 1_200;
const ROW_PX = 17;
const HEAD_PX = 30;
/** Narrower boxes hold no letter worth reading. */
const MIN_PX = 4;
const MAX_DEPTH = 60;
const LETTER_PX = 6.6;

/**
 * A flame graph as an SVG document, hanging from its root: each function stands below its caller,
 * as wide as the time in it and in what it calls. A box that is pointed at names its time.
 */
export function drawFlames(root: Flame, title: string): string {
  const boxes: string[] = [];
  let height = HEAD_PX;
  function draw(flame: Flame, left: number, depth: number): void {
    const width = (flame.totalUs / root.totalUs) * WIDTH_PX;
    if (width < MIN_PX || depth > MAX_DEPTH) {
      return;
    }
    const top = HEAD_PX + depth * ROW_PX;
    height = Math.max(height, top + ROW_PX);
    boxes.push(drawBox(flame, { left, top, width }, flame.totalUs / root.totalUs));
    let at = left;
    for (const child of flame.children.values()) {
      draw(child, at, depth + 1);
      at += (child.totalUs / root.totalUs) * WIDTH_PX;
    }
  }
  draw(root, 0, 0);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH_PX} ${height}" font-family="monospace" font-size="11">`,
    `<rect width="${WIDTH_PX}" height="${height}" fill="#fff"/>`,
    `<text x="6" y="19" font-size="14">${escapeText(title)}</text>`,
    ...boxes,
    "</svg>\n",
  ].join("\n");
}

interface Box {
  left: number;
  top: number;
  width: number;
}

function drawBox({ name, totalUs }: Flame, { left, top, width }: Box, share: number): string {
  const label = `${name}: ${(totalUs / 1_000).toFixed(1)} ms, ${(share * 100).toFixed(1)} %`;
  const words = name.slice(0, Math.max(0, Math.floor((width - 4) / LETTER_PX)));
  const [x, w] = [left.toFixed(1), (width - 0.5).toFixed(1)];
  return (
    `<g><title>${escapeText(label)}</title>` +
    `<rect x="${x}" y="${top}" width="${w}" height="${ROW_PX - 1}" fill="${colourOf(name)}"/>` +
    (words.length < 3
      ? ""
      : `<text x="${(left + 2).toFixed(1)}" y="${top + 12}">${escapeText(words)}</text>`) +
    "</g>"
  );
}

/** Warm; the same for the same function in every picture. */
function colourOf(name: string): string {
  let hash = 0;
  for (const letter of name) {
    hash = (hash * 31 + letter.charCodeAt(0)) % 997;
  }
  return `hsl(${hash % 50} 85% ${70 + (hash % 13)}%)`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

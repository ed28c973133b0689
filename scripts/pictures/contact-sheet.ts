import { join } from "node:path";

import type { BrowserContext } from "@playwright/test";

import { escapeHtml } from "@linedesk/base";

/** One screen of a sheet: its name and its picture as a JPEG. */
export interface SheetPicture {
  name: string;
  picture: Buffer;
}

/** The width of a whole sheet in px. */
const SHEET_WIDTH = 1_980;
/** The number of columns and rows of pictures with which a sheet is still readable. */
const layouts = { narrow: { columns: 6, rows: 2 }, wide: { columns: 3, rows: 4 } } as const;
/** A screen of a phone is narrower than this. */
const WIDE_FROM = 700;

/** Writes the pictures to numbered sheets in the folder. Returns the paths of the sheets. */
export async function writeSheets(
  context: BrowserContext,
  { folder, title, width }: { folder: string; title: string; width: number },
  pictures: readonly SheetPicture[],
): Promise<string[]> {
  const { columns, rows } = layouts[width < WIDE_FROM ? "narrow" : "wide"];
  const page = await context.newPage();
  await page.setViewportSize({ width: SHEET_WIDTH, height: 800 });
  const paths: string[] = [];
  for (let from = 0; from < pictures.length; from += columns * rows) {
    const number = from / (columns * rows) + 1;
    const path = join(folder, `${title}-${number}.png`);
    await page.setContent(
      drawSheet(`${title}, sheet ${number}`, columns, pictures.slice(from, from + columns * rows)),
    );
    await page.screenshot({ path, fullPage: true });
    paths.push(path);
  }
  await page.close();
  return paths;
}

function drawSheet(title: string, columns: number, pictures: readonly SheetPicture[]): string {
  const figures = pictures.map(({ name, picture }) => {
    const source = `data:image/jpeg;base64,${picture.toString("base64")}`;
    return `<figure><figcaption>${escapeHtml(name)}</figcaption><img src="${source}"></figure>`;
  });
  return `<!doctype html><style>
body { margin: 12px; background: #777; color: #fff; font: 13px system-ui; }
main { display: grid; grid-template-columns: repeat(${columns}, minmax(0, 1fr)); gap: 12px; }
figure { margin: 0; } img { display: block; width: 100%; border: 1px solid #000; }
h1 { margin: 0 0 8px; font-size: 16px; }
</style><h1>${escapeHtml(title)}</h1><main>${figures.join("")}</main>`;
}

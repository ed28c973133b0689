import { saveBlob } from "../../../lib/save-file.ts";
import { GUTTER } from "./BarChart.tsx";

interface ChartFile {
  name: string;
  title: string;
  series: readonly string[];
  /** The legend of the lines for the previous period; `null` for a chart without such lines. */
  before: string | null;
  svg: SVGSVGElement;
}

/** The number of image pixels for each screen pixel, so that a print is sharp. */
const SCALE = 2;
const HEAD = 64;
const SVG = "http://www.w3.org/2000/svg";
const drawn = [
  "fill",
  "stroke",
  "font-family",
  "font-size",
  "font-weight",
  "stroke-width",
] as const;

export async function saveChart(chart: ChartFile): Promise<void> {
  const { name, title, svg } = chart;
  const box = svg.getBoundingClientRect();
  const { height } = box;
  const width = box.width + GUTTER;
  const picture = await loadPicture(copyWithStyles(svg, box));
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = (height + HEAD) * SCALE;
  const pen = canvas.getContext("2d");
  if (pen === null) {
    throw new Error("The browser cannot draw images");
  }
  const page = getComputedStyle(document.documentElement);
  const text = getComputedStyle(svg);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = getComputedStyle(svg.parentElement ?? svg).backgroundColor;
  pen.fillRect(0, 0, width, height + HEAD);
  pen.fillStyle = text.color;
  pen.font = `600 14px ${page.fontFamily}`;
  pen.fillText(title, 12, 24);
  drawLegend(pen, chart);
  pen.drawImage(picture, 0, HEAD);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) {
    throw new Error("The browser cannot encode the image");
  }
  saveBlob(name, blob);
}

function drawLegend(pen: CanvasRenderingContext2D, { series, before, svg }: ChartFile) {
  const { font, fillStyle } = pen;
  pen.font = font.replace("600 14px", "12px");
  let left = 12;
  for (const [index, words] of series.entries()) {
    const bar = svg.querySelector(`rect[data-part="${index}"]`);
    pen.fillStyle = bar === null ? fillStyle : getComputedStyle(bar).fill;
    pen.fillRect(left, 38, 8, 8);
    pen.fillStyle = fillStyle;
    pen.fillText(words, left + 14, 46);
    left += 34 + pen.measureText(words).width;
  }
  if (before !== null) {
    pen.fillRect(left, 41, 12, 2);
    pen.fillText(before, left + 18, 46);
  }
}

/** Copies computed styles to each element, because an image file has no style sheet. */
function copyWithStyles(svg: SVGSVGElement, { width, height }: DOMRect): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const parts = svg.querySelectorAll("*");
  for (const [index, part] of copy.querySelectorAll("*").entries()) {
    const original = parts[index];
    if (original !== undefined) {
      const style = getComputedStyle(original);
      for (const property of drawn) {
        part.setAttribute(property, style.getPropertyValue(property));
      }
    }
  }
  setAttributes(copy, { x: GUTTER, width, height, overflow: "visible" });
  const whole = document.createElementNS(SVG, "svg");
  setAttributes(whole, { xmlns: SVG, width: width + GUTTER, height });
  whole.append(copy);
  return whole;
}

function setAttributes(part: Element, values: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(values)) {
    part.setAttribute(name, String(value));
  }
}

function loadPicture(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const text = new XMLSerializer().serializeToString(svg);
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener("load", () => resolve(image));
    image.addEventListener("error", () =>
      reject(new Error("The chart could not be turned into an image")),
    );
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}

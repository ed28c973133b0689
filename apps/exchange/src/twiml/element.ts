/** A piece of TwiML: nothing but names, attributes and text, as parsed. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

export function elementsIn(element: Element): Element[] {
  return element.children.filter((child) => typeof child !== "string");
}

/** All text inside, with runs of white space made one space. */
export function textOf(element: Element): string {
  return rawTextOf(element).replace(/\s+/g, " ").trim();
}

/** The same as it was written. */
export function rawTextOf(element: Element): string {
  return element.children
    .map((child) => (typeof child === "string" ? child : rawTextOf(child)))
    .join("");
}

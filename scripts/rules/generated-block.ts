/** The block of a page that a script writes, between two comments with the script's name. */
export class GeneratedBlock {
  readonly #begin: string;
  readonly #end: string;

  constructor(script: string) {
    this.#begin = `<!-- ${script}: npx tsx scripts/${script}.ts --write -->`;
    this.#end = `<!-- /${script} -->`;
  }

  /** Returns the lines of the block without the indent of a list. */
  read(page: string): string {
    const { from, to } = this.#find(page);
    return page.slice(from, to).trim().replaceAll(/\n +/g, "\n");
  }

  replace(page: string, block: string): string {
    const { from, to, indent } = this.#find(page);
    const lines = block.split("\n").map((line) => indent + line);
    return `${page.slice(0, from)}\n\n${lines.join("\n")}\n\n${indent}${page.slice(to)}`;
  }

  #find(page: string): { from: number; to: number; indent: string } {
    const [begin, to] = [page.indexOf(this.#begin), page.indexOf(this.#end)];
    if (begin === -1 || to === -1) {
      throw new Error(`the page has no block ${this.#begin}`);
    }
    const indent = page.slice(page.lastIndexOf("\n", begin) + 1, begin);
    return { from: begin + this.#begin.length, to, indent };
  }
}

const SIZE = 128;

/** Which of the last indices were seen already (RFC 3711 section 3.3.2). */
export class ReplayWindow {
  readonly #seen = new Float64Array(SIZE).fill(-1);
  #highest = -1;

  get highest(): number {
    return this.#highest;
  }

  isFresh(index: number): boolean {
    return index > this.#highest - SIZE && this.#seen[index % SIZE] !== index;
  }

  add(index: number): void {
    this.#seen[index % SIZE] = index;
    if (index > this.#highest) {
      this.#highest = index;
    }
  }
}

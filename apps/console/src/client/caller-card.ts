/** A person whose card is shown, of one of my stations. */
export interface CallerCard {
  station: string;
  caller: string;
}

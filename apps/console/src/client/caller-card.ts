export interface CallerCard {
  station: string;
  caller: string;
}

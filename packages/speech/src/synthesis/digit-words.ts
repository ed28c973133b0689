/** The digits 0 to 9 as they are spoken one by one. */
export const DIGIT_WORDS: readonly string[] = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
];

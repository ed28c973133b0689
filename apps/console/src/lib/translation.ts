/**
 * The same words in another language: a key that is missing or surplus is an error of types.
 */
export type Translation<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : Translation<Words[Key]>;
};

/**
 * How a text begins that a spreadsheet may take for a formula, the wide signs of Asian keyboards
 * too; a file puts an apostrophe before it. What follows is of no matter: not even a new line.
 */
export const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** Whether an error carries this code, such as `ENOENT` of the file system. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

export async function until(what: string, is: () => Promise<boolean> | boolean): Promise<void> {
  const endMs = performance.now() + 60_000;
  while (!(await is())) {
    if (performance.now() > endMs) {
      throw new Error(`${what}: not within 60 s`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface Person {
  /** The subject, which is the same in every installation. */
  sub: string;
  name: string;
  role: string;
  email: string;
  groups: readonly string[];
}

function aPerson(sub: string, name: string, role: string): Person {
  return {
    sub,
    name,
    role,
    email: `${name.toLowerCase()}@example.com`,
    groups: [role],
  };
}

export const demoPeople: readonly Person[] = [
  aPerson("0192f0a0-0000-7000-8000-00000000a11c", "Alice", "owner"),
  aPerson("0192f0a0-0000-7000-8000-000000000b0b", "Bob", "screener"),
  aPerson("0192f0a0-0000-7000-8000-00000000ca21", "Carla", "presenter"),
  aPerson("0192f0a0-0000-7000-8000-0000000000da", "Dan", "producer"),
  aPerson("0192f0a0-0000-7000-8000-00000000e21e", "Erin", "admin"),
];

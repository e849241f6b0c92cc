// Numbers in a row, as the core writes what a debugger shows: a list begins with its length.

interface NumberList {
  /** The next number; NaN behind the last one. */
  next(): number;
  list<T>(length: number, read: () => T): T[];
}

/** `text`: the numbers as JSON, as a worker answers. */
export function numbersOf(text: string): NumberList {
  const numbers = JSON.parse(text) as number[];
  let at = 0;
  return {
    next: () => numbers[at++] ?? NaN,
    list: (length, read) => Array.from({ length }, read),
  };
}

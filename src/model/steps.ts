/** Long work in steps: each `yield` is a place where something else may have its turn. */
export type Steps<Result> = Generator<undefined, Result>;

/** Does everything at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** What is made of each. @param size so many are a step. Default: one is */
export function* eachInSteps<One, Made>(
  all: Iterable<One>,
  make: (one: One) => Made,
  size = 1,
): Steps<Made[]> {
  const made: Made[] = [];
  for (const one of all) {
    made.push(make(one));
    if (made.length % size === 0) yield;
  }
  return made;
}

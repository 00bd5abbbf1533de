/** Long work in steps. At each `yield`, other work may run. */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs all steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The results of `make` for each item. @param size items per step. Default: 1 */
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
